// Decides which pictures may be sent. Threat: the address of a picture outlives a listing that the operator removed.
// Asks once per picture and process, and again after something public was removed, so that a picture that was sent
// before costs no query. Owners and staff see pictures that are not public with their access token; that is asked each
// time, and such an answer is stored nowhere.
import { bearerTokenOf } from '../platform/security/bearer.ts';
import { contentTypeOf, type Storage } from '../platform/storage/storage.ts';
import type { Logger } from '../platform/log.ts';
import { matchesEtag, plainResponse, type HeaderPair } from './answer.ts';
import type { Queue } from './queue.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { refuse, sendPlain } from './refusals.ts';
import { answerStored, openStored, sendStored, wantedRange } from './stored-files.ts';

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

export interface MediaOptions {
  storage: Pick<Storage, 'read' | 'publicUrl'>;
  pictureGate: PictureGate;
  queue: Queue;
  log: Logger;
}

/**
 * Answers GET and HEAD of /media/{key} from storage, with ranges (RFC 9110, section 14), or redirects to where it is
 * served.
 */
export function createMediaHandler(
  { log, pictureGate: gate, queue, storage }: MediaOptions,
  securityOfData: readonly HeaderPair[],
): (exchange: Exchange, key: string) => Promise<Outcome> {
  // Pictures are public: scripts of other front ends may read them, as they may the API.
  const security: readonly HeaderPair[] = [...securityOfData, ['access-control-allow-origin', '*']];

  /** Several queries for each request, as no answer is remembered: so they wait for their turn beside the renders. */
  async function isForCaller({ request, client }: Exchange, picture: string): Promise<boolean> {
    const token = bearerTokenOf(request.headers.authorization);
    return token !== undefined && (await queue.run(client, () => gate.isForCaller(picture, token)));
  }

  async function answer(exchange: Exchange, key: string): Promise<Outcome> {
    const { request, response } = exchange;
    const type = contentTypeOf(key);
    if (type === null) return sendPlain(exchange, refuse(404), security);
    if (storage.publicUrl) {
      // The redirect expires, because the operator may serve pictures from here again.
      const headers: HeaderPair[] = [
        ['location', storage.publicUrl(key)],
        ['cache-control', 'public, max-age=3600'],
      ];
      return sendPlain(exchange, { ...plainResponse(302, ''), headers }, security);
    }
    // A key names its content, so it is its own entity tag, and the file never changes.
    const etag = `"${key}"`;
    const kept: HeaderPair[] = [
      ['cache-control', 'public, max-age=31536000, immutable'],
      ['etag', etag],
    ];
    const held = request.headers['if-none-match'];
    const isHeld = held !== undefined && held !== '*' && matchesEtag(held, etag);
    const sendNotModified = (): Outcome => {
      response.writeHead(304, [...kept, ...security].flat()).end();
      return { status: 304, bytes: 0, cache: 'none' };
    };
    // '<hash>-<width>.<format>'
    const picture = key.slice(0, key.lastIndexOf('-'));
    if (isHeld && gate.isOpen(picture)) return sendNotModified();
    const opened = await openStored(storage, key, wantedRange(exchange, etag));
    // Only for a file that exists, so that made-up keys cost no query.
    if (opened.kind === 'missing') return sendPlain(exchange, refuse(404), security);
    const stream = opened.kind === 'open' ? opened.stream : null;
    let access: 'public' | 'private' | 'none' = 'none';
    try {
      if (await gate.open(picture)) access = 'public';
      else if (await isForCaller(exchange, picture)) access = 'private';
    } finally {
      if (access === 'none' || (isHeld && access === 'public')) stream?.destroy();
    }
    if (access === 'none') return sendPlain(exchange, refuse(404), security);
    if (isHeld && access === 'public') return sendNotModified();
    const described: HeaderPair[] = [
      ['content-type', type],
      ['accept-ranges', 'bytes'],
    ];
    // For the owner and staff alone: no cache may keep it, as it may be removed for good.
    const policy: HeaderPair[] = access === 'public' ? kept : [['cache-control', 'private, no-store']];
    return await sendStored(exchange, opened, [...described, ...policy], security);
  }

  return (exchange, key) =>
    answerStored(exchange, { what: 'The picture', log, security }, () => answer(exchange, key));
}
