import type { Readable } from 'node:stream';
import { bearerTokenOf } from '../../platform/security/bearer.ts';
import { contentTypeOf } from '../../platform/storage/storage.ts';
import { Overloaded } from '../gateway/queue.ts';
import { networkClient } from '../gateway/client-address.ts';
import { matchesEtag } from './etag.ts';
import type { Exchange, Outcome, Routes } from '../gateway/exchange.ts';
import { busyPicture, refuse, sendBusy, sendPlain } from '../gateway/refusals.ts';
import { plainResponse, type HeaderPair } from '../render/rendered-response.ts';
import { clientLeft, openStored, sendStored, wantedRange } from './stored-files.ts';

/**
 * Answers GET and HEAD of /media/{key} from storage, with ranges (RFC 9110, section 14), or redirects to where it is
 * served.
 */
export function createMediaHandler(
  {
    log,
    pictureGate: gate,
    queue,
    storage,
    trustProxy,
  }: Pick<Routes, 'log' | 'pictureGate' | 'queue' | 'storage' | 'trustProxy'>,
  securityOfData: readonly HeaderPair[],
): (exchange: Exchange, key: string) => Promise<Outcome> {
  // Pictures are public: scripts of other front ends may read them, as they may the API.
  const security: readonly HeaderPair[] = [...securityOfData, ['access-control-allow-origin', '*']];
  const busy = busyPicture(security);

  /** Several queries for each request, as no answer is remembered: so they wait for their turn beside the renders. */
  function isForCaller({ request }: Exchange, picture: string): Promise<boolean> {
    const token = bearerTokenOf(request.headers.authorization);
    if (token === undefined) return Promise.resolve(false);
    return queue.run(networkClient(request, trustProxy), () => gate.isForCaller(picture, token));
  }

  return async (exchange, key) => {
    const { request, response, id } = exchange;
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
      ...security,
    ];
    const held = request.headers['if-none-match'];
    const isHeld = held !== undefined && held !== '*' && matchesEtag(held, etag);
    const sendNotModified = (): Outcome => {
      response.writeHead(304, kept.flat()).end();
      return { status: 304, bytes: 0, cache: 'none' };
    };
    const picture = idOfKey(key);
    if (isHeld && gate.isOpen(picture)) return sendNotModified();
    try {
      const opened = await openStored(storage, key, wantedRange(exchange, etag));
      if (opened.kind === 'missing') return sendPlain(exchange, refuse(404), security);
      // Only for a file that exists, so that made-up keys cost no query.
      const access = gate.isOpen(picture)
        ? 'public'
        : await accessOrDestroyed(opened.kind === 'open' ? opened.stream : null, async () => {
            if (await gate.open(picture)) return 'public';
            return (await isForCaller(exchange, picture)) ? 'private' : 'none';
          });
      if (access === 'none') return sendPlain(exchange, refuse(404), security);
      if (opened.kind === 'unsatisfiable') {
        const size: HeaderPair = ['content-range', `bytes */${opened.size}`];
        return sendPlain(
          exchange,
          plainResponse(416, 'The picture ends before that byte.\n', [size]),
          security,
        );
      }
      const described: HeaderPair[] = [
        ['content-type', type],
        ['accept-ranges', 'bytes'],
      ];
      // For the owner and staff alone: no cache may keep it, as it may be removed for good.
      if (access === 'private')
        return await sendStored(exchange, opened, [
          ...described,
          ['cache-control', 'private, no-store'],
          ...security,
        ]);
      if (isHeld) {
        opened.stream.destroy();
        return sendNotModified();
      }
      return await sendStored(exchange, opened, [...described, ...kept]);
    } catch (error) {
      if (error instanceof Overloaded) return sendBusy(exchange, busy, error.refusal);
      if (clientLeft(error)) return { status: response.statusCode, bytes: 0, cache: 'none', aborted: true };
      log.error('A picture could not be read', { id, key, error });
      if (!response.headersSent) {
        // The storage does not answer; a missing file would not have thrown.
        const later: HeaderPair[] = [['retry-after', '5']];
        return sendPlain(
          exchange,
          plainResponse(503, `The picture could not be read (${id}).\n`, later),
          security,
        );
      }
      // A part was sent already: only a broken connection tells the client that the rest is missing.
      response.destroy();
      return { status: 500, bytes: 0, cache: 'none', aborted: true };
    }
  };
}

/** '<hash>-<width>.<format>' */
function idOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf('-'));
}

type Access = 'public' | 'private' | 'none';

/**
 * To whom the picture may be sent. Destroys the stream where it may not, or where `find` throws.
 * @param stream null where none is open
 */
async function accessOrDestroyed(stream: Readable | null, find: () => Promise<Access>): Promise<Access> {
  let access: Access = 'none';
  try {
    access = await find();
  } finally {
    if (access === 'none') stream?.destroy();
  }
  return access;
}
