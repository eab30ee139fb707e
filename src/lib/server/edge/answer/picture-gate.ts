// Decides which pictures may be sent. Threat: the address of a picture outlives a listing that the operator removed.
// Asks once per picture and process, and again after something public was removed, so that a picture that was sent
// before costs no query. Owners and staff see pictures that are not public with their access token; that is asked each
// time, and such an answer is stored nowhere.

/** How long a refusal is remembered, in milliseconds. */
const refusedForMs = 1_000;
/** Maximum of pictures remembered; beyond it all are forgotten. */
const maxKnown = 50_000;

export interface PictureGate {
  /** Whether the picture is known to be public. */
  isOpen(id: string): boolean;
  /** Whether the picture is public; asks the database where that is not known. @throws where that does not answer */
  open(id: string): Promise<boolean>;
  /** Whether the holder of this access token may see a picture that is not public. */
  isForCaller(id: string, token: string): Promise<boolean>;
  /** Forgets all answers. */
  forget(): void;
}

/** @param isPublic whether something public shows the picture */
export function createPictureGate(
  isPublic: (id: string) => Promise<boolean>,
  isForCaller: PictureGate['isForCaller'],
): PictureGate {
  let known = new Set<string>();
  /** Queries under way, and recent refusals. */
  let asked = new Map<string, Promise<boolean>>();

  /** Writes into the collections of its start, which `forget` has replaced if something changed meanwhile. */
  function ask(id: string, into: Set<string>, answers: Map<string, Promise<boolean>>): Promise<boolean> {
    const drop = () => answers.delete(id);
    const answer = isPublic(id).then((isShown) => {
      if (!isShown) {
        setTimeout(drop, refusedForMs).unref();
        return false;
      }
      if (into.size >= maxKnown) into.clear();
      into.add(id);
      drop();
      return true;
    });
    answer.catch(drop);
    answers.set(id, answer);
    return answer;
  }

  return {
    isOpen: (id) => known.has(id),
    async open(id) {
      if (known.has(id)) return true;
      // Browsers ask for several variants of a picture at once; they share one query.
      return await (asked.get(id) ?? ask(id, known, asked));
    },
    isForCaller,
    forget() {
      known = new Set();
      asked = new Map();
    },
  };
}
