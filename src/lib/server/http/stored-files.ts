// Pictures of the storage, and exports, with ranges (RFC 9110, section 14).
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { takeAlongName } from '../../shared/schemas/taken-apps.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { bearerTokenOf } from '../platform/security/bearer.ts';
import {
  contentTypeOf,
  resolveRange,
  type RangeRequest,
  type StoredFile,
} from '../platform/storage/storage.ts';
import { matchesEtag, plainResponse, type HeaderPair } from './answer.ts';
import { acceptedCodings } from './codings.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { Overloaded } from './queue.ts';
import { refuse, sendPlain } from './refusals.ts';
import type { Site } from './site.ts';

/** Answers GET and HEAD of a file. @param name the rest of its path */
type AnswerFile = (exchange: Exchange, name: string) => Promise<Outcome>;

/**
 * The requested range. If-Range asks for the whole file when the client's part is of another version (RFC 9110,
 * section 13.1.5).
 */
function wantedRange({ request, method }: Exchange, etag: string): RangeRequest | undefined {
  const condition = request.headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined;
  // A field that is malformed, in another unit, or has several ranges, may be ignored.
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(request.headers.range ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  const range = { start: Number(first), end: last === '' ? Number.MAX_SAFE_INTEGER : Number(last) };
  return range.end < range.start ? undefined : range;
}

function sendNotModified({ response }: Exchange, headers: readonly HeaderPair[]): Outcome {
  response.writeHead(304, headers.flat()).end();
  return { status: 304, bytes: 0, cache: 'none' };
}

/** Sends an opened file, whose length is left out where it is not known. The caller closes it. */
async function sendStored(
  exchange: Exchange,
  { stream, size, range = null }: Partial<StoredFile> & Pick<StoredFile, 'stream'>,
  headers: readonly HeaderPair[],
  security: readonly HeaderPair[],
): Promise<Outcome> {
  const { method, request, response } = exchange;
  if (range === 'unsatisfiable') {
    const whole: HeaderPair = ['content-range', `bytes */${String(size)}`];
    return sendPlain(exchange, plainResponse(416, 'The file ends before that byte.\n', [whole]), security);
  }
  const length = range ? range.end - range.start + 1 : size;
  const pairs: HeaderPair[] = [...headers, ...security];
  if (length !== undefined) pairs.push(['content-length', String(length)]);
  if (range) pairs.push(['content-range', `bytes ${range.start}-${range.end}/${String(size)}`]);
  const status = range ? 206 : 200;
  if (method === 'HEAD' || length === 0) {
    response.writeHead(status, pairs.flat()).end();
    return { status, bytes: 0, cache: 'none' };
  }
  const before = request.socket.bytesWritten;
  // Before the head is written, so that a storage that fails at its first byte is still answered with 503.
  await once(stream, 'readable');
  response.writeHead(status, pairs.flat());
  await pipeline(stream, response);
  return { status, bytes: request.socket.bytesWritten - before, cache: 'none' };
}

/** Answers where the storage or the database does not. @param what the file in an English sentence */
function answering(
  answer: AnswerFile,
  { what, log, security }: { what: string; log: Logger; security: readonly HeaderPair[] },
): AnswerFile {
  return async (exchange, name) => {
    const { response, id, target } = exchange;
    const report = (error: unknown) =>
      log.error('A file could not be read', { id, path: target.path, error });
    const later = (status: number, sentence: string, seconds = 5): Outcome =>
      sendPlain(exchange, plainResponse(status, sentence, [['retry-after', String(seconds)]]), security);
    try {
      return await answer(exchange, name);
    } catch (error) {
      if (error instanceof Overloaded) throw error;
      if (hasLeft(error)) return { status: response.statusCode, bytes: 0, cache: 'none', aborted: true };
      if (error instanceof AppError && !response.headersSent) {
        if (error.cause !== undefined) report(error.cause);
        return later(error.status, `${error.message}\n`, error.retryAfter);
      }
      report(error);
      if (!response.headersSent) return later(503, `${what} could not be read (${id}).\n`);
      // A part was sent already: only a broken connection tells the client that the rest is missing.
      response.destroy();
      return { status: 500, bytes: 0, cache: 'none', aborted: true };
    }
  };
}

/** Whether an answer failed because its client had closed the connection. */
export function hasLeft(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ERR_STREAM_UNABLE_TO_PIPE';
}

// Pictures. Threat: the address of a picture outlives a listing that the operator removed. So it is asked whether
// something public shows it. Owners and staff see pictures that are not public with their access token; such an answer
// is stored nowhere.

/** Answers /media/{key} from storage, or redirects to where it is served. */
export function createMediaHandler(
  { knownPictures, log, queue, services, storage }: Site,
  securityOfData: readonly HeaderPair[],
): AnswerFile {
  // Pictures are public: scripts of other front ends may read them, as they may the API.
  const security: readonly HeaderPair[] = [...securityOfData, ['access-control-allow-origin', '*']];

  const findPublic = async ([id = '']: string[]) => {
    const isPublic = await services.moderation.isPicturePublic(id);
    return new Map(isPublic ? [[id, { value: true, keys: [dataKey.pictures] }]] : []);
  };

  /** Several queries for each request, as no answer is remembered: so they wait for their turn beside the renders. */
  async function isForCaller({ request, client }: Exchange, picture: string): Promise<boolean> {
    const token = bearerTokenOf(request.headers.authorization);
    if (token === undefined) return false;
    return await queue.run(client, async () => {
      const caller = await services.accounts.authenticate(token, {
        address: 'unknown',
        userAgent: undefined,
      });
      return caller !== null && (await services.moderation.mayReadPicture(caller, picture));
    });
  }

  async function answer(exchange: Exchange, key: string): Promise<Outcome> {
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
    // The file of a key never changes, so the key is its entity tag.
    const etag = `"${key}"`;
    const kept: HeaderPair[] = [
      ['cache-control', 'public, max-age=31536000, immutable'],
      ['etag', etag],
    ];
    const file = await storage.read(key, wantedRange(exchange, etag));
    if (!file) return sendPlain(exchange, refuse(404), security);
    try {
      // '<id>-<width>.<format>'. Asked only for a file that exists, so that made-up keys cost no query.
      const picture = key.slice(0, key.lastIndexOf('-'));
      const isPublic = (await knownPictures.get('', [picture], findPublic)).has(picture);
      if (!isPublic && !(await isForCaller(exchange, picture)))
        return sendPlain(exchange, refuse(404), security);
      const held = exchange.request.headers['if-none-match'];
      if (isPublic && held !== undefined && held !== '*' && matchesEtag(held, etag))
        return sendNotModified(exchange, [...kept, ...security]);
      const described: HeaderPair[] = [
        ['content-type', type],
        ['accept-ranges', 'bytes'],
      ];
      // For the owner and staff alone: no cache may keep it, as it may be removed for good.
      const policy: HeaderPair[] = isPublic ? kept : [['cache-control', 'private, no-store']];
      return await sendStored(exchange, file, [...described, ...policy], security);
    } finally {
      file.stream.destroy();
    }
  }

  return answering(answer, { what: 'The picture', log, security });
}

// The exports of all listed apps: made once a day, kept packed in memory, sent as they are or unpacked on the way.

const exportFolder = '/export/';
const exportTypes: Readonly<Record<string, string>> = {
  'apps.ndjson': 'application/x-ndjson; charset=utf-8',
  'apps.csv': 'text/csv; charset=utf-8; header=present',
};

export const isExportPath = (path: string): boolean =>
  path.startsWith(exportFolder) && typeOfExport(path.slice(exportFolder.length)) !== undefined;

function typeOfExport(name: string): string | undefined {
  if (takeAlongName.test(name)) return 'application/json';
  return Object.hasOwn(exportTypes, name) ? exportTypes[name] : undefined;
}

/** Answers the paths of `isExportPath`. */
export function createExportHandler(
  { log, services }: Site,
  securityOfData: readonly HeaderPair[],
): AnswerFile {
  const security: readonly HeaderPair[] = [
    ...securityOfData,
    ['access-control-allow-origin', '*'],
    ['x-robots-tag', 'noindex'],
  ];

  async function answer(exchange: Exchange, path: string): Promise<Outcome> {
    const { method, request, client } = exchange;
    const name = path.slice(exportFolder.length);
    const made = await services.openData.findExport(name);
    if (made === null) return sendPlain(exchange, refuse(404), security);
    const { coding, isImmutable, madeAt, packed } = made;
    const isPacked = acceptedCodings(request.headers['accept-encoding'])[coding];
    const etag = `"${String(madeAt)}-${String(packed.length)}${isPacked ? '' : '-identity'}"`;
    const kept: HeaderPair[] = [
      // Asked for again each time, so that a listing that is taken down is not sent on by a proxy. Pages name the file
      // to take along by its content, and another one the next day.
      [
        'cache-control',
        isImmutable ? 'public, max-age=86400, immutable' : 'public, max-age=0, must-revalidate',
      ],
      ['etag', etag],
      ['last-modified', new Date(madeAt).toUTCString()],
      ['vary', 'accept-encoding'],
    ];
    if (isUnchanged(exchange, etag, madeAt)) return sendNotModified(exchange, [...kept, ...security]);
    // Behind the one address of a carrier, many people take the small file along.
    if (method === 'GET' && coding === 'gzip')
      await services.limiter.spend(quotas.downloads, { account: null, client });
    const size = packed.length;
    // Unpacked, a part could only be found by reading all that is before it.
    const range = resolveRange(isPacked ? wantedRange(exchange, etag) : undefined, size);
    const part = range && range !== 'unsatisfiable' ? packed.subarray(range.start, range.end + 1) : packed;
    const stream = Readable.from([part]);
    const ofPacked: HeaderPair[] = [
      ['content-encoding', coding],
      ['accept-ranges', 'bytes'],
    ];
    const headers: HeaderPair[] = [
      ['content-type', typeOfExport(name) ?? ''],
      ['content-disposition', `attachment; filename="${name}"`],
      ...(isPacked ? ofPacked : []),
      ...kept,
    ];
    const file = isPacked
      ? { stream, size, range }
      : { stream: stream.pipe(coding === 'br' ? createBrotliDecompress() : createGunzip()) };
    return await sendStored(exchange, file, headers, security);
  }

  return answering(answer, { what: 'The export', log, security });
}

/** If-None-Match decides where both fields are there (RFC 9110, section 13.2.2). */
function isUnchanged({ request }: Exchange, etag: string, madeAt: number): boolean {
  const held = request.headers['if-none-match'];
  if (held !== undefined) return matchesEtag(held, etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(madeAt / 1_000) * 1_000 <= since;
}
