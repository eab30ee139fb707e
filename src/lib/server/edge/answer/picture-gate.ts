// Which pictures may be sent. Threat: the address of a picture outlives the listing that the operator has removed.
// Asked once a picture and process, and again after something public was removed: a picture that was sent before costs
// no query.

/** How long a refusal is remembered: something may show the picture by then. Milliseconds. */
const refusedFor = 1_000;
/** Far more than are in use at a time; with more of them the answers are asked for anew. */
const mostKnown = 50_000;

export interface PictureGate {
  /** Whether it was found that the picture may be sent, and nothing has changed since. */
  isOpen(id: string): boolean;
  /** Asks where that is not known. @throws where the database does not answer */
  open(id: string): Promise<boolean>;
  /** Has every picture asked for anew. */
  forget(): void;
}

/** @param isPublic whether something public shows the picture */
export function createPictureGate(isPublic: (id: string) => Promise<boolean>): PictureGate {
  let known = new Set<string>();
  /** Also of those refused a moment ago. */
  let asked = new Map<string, Promise<boolean>>();

  /** What was found before something changed goes where nobody looks any more. */
  function ask(id: string, into: Set<string>, answers: Map<string, Promise<boolean>>): Promise<boolean> {
    const drop = () => answers.delete(id);
    const answer = isPublic(id).then((isShown) => {
      if (!isShown) {
        setTimeout(drop, refusedFor).unref();
        return false;
      }
      if (into.size >= mostKnown) into.clear();
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
      // The variants of a picture are asked for together.
      return await (asked.get(id) ?? ask(id, known, asked));
    },
    forget() {
      known = new Set();
      asked = new Map();
    },
  };
}

/** Every picture may be sent. */
export const openGate: PictureGate = {
  isOpen: () => true,
  open: () => Promise.resolve(true),
  forget: () => undefined,
};
