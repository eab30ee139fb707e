// Sends files of the storage with ranges (RFC 9110, section 14).
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '../platform/errors.ts';
import type { ByteRange, Storage } from '../platform/storage/storage.ts';
import type { Logger } from '../platform/log.ts';
import { plainResponse, type HeaderPair } from './answer.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { Overloaded } from './queue.ts';
import { busyText, sendBusy, sendPlain, withFields } from './refusals.ts';

/** A parsed Range field: from byte `start` to `end` (both included) or to the end, or the last `suffix` bytes. */
type RangeRequest = { start: number; end?: number } | { suffix: number };

type Opened =
  | { kind: 'missing' }
  | { kind: 'unsatisfiable'; size: number }
  | { kind: 'open'; stream: Readable; size: number; range: ByteRange | null };

/**
 * The requested range. If-Range asks for the whole file when the client's part is of another version (RFC 9110,
 * section 13.1.5).
 */
export function wantedRange({ request, method }: Exchange, etag: string): RangeRequest | null {
  if (method !== 'GET') return null;
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag ? parseRange(request.headers.range) : null;
}

/**
 * Parses a Range field with one range (RFC 9110, section 14.1.2).
 * @returns null when the field is absent, malformed, in another unit, or has several ranges; the RFC allows to send the
 * whole file then
 */
function parseRange(field: string | undefined): RangeRequest | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(field ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? null : { suffix: Number(last) };
  const start = Number(first);
  if (last === '') return { start };
  const end = Number(last);
  return end < start ? null : { start, end };
}

/** The range's first and last byte in a file of `size` bytes; null when no byte of it lies inside (416). */
function resolveRange(request: RangeRequest, size: number): ByteRange | null {
  if ('suffix' in request) {
    return request.suffix === 0 || size === 0
      ? null
      : { start: Math.max(0, size - request.suffix), end: size - 1 };
  }
  if (request.start >= size) return null;
  return { start: request.start, end: Math.min(request.end ?? size - 1, size - 1) };
}

/** Opens a file, or a part of it. */
export async function openStored(
  storage: Pick<Storage, 'read'>,
  key: string,
  wanted: RangeRequest | null,
): Promise<Opened> {
  const fromStart = wanted !== null && 'start' in wanted;
  const asked = fromStart ? { start: wanted.start, end: wanted.end ?? Number.MAX_SAFE_INTEGER } : undefined;
  const file = await storage.read(key, asked);
  if (!file) return { kind: 'missing' };
  const { stream, size } = file;
  if (!wanted) return { kind: 'open', stream, size, range: null };
  const range = resolveRange(wanted, size);
  if (range && fromStart) return { kind: 'open', stream, size, range };
  stream.destroy();
  if (!range) return { kind: 'unsatisfiable', size };
  // A suffix range can be resolved only now that the size is known.
  const part = await storage.read(key, range);
  return part ? { kind: 'open', stream: part.stream, size, range } : { kind: 'missing' };
}

/**
 * Sends what was opened, and closes it.
 * @param headers of an answer that has the file @param isUnpacked whether the file is sent without its gzip
 */
export async function sendStored(
  exchange: Exchange,
  opened: Exclude<Opened, { kind: 'missing' }>,
  headers: readonly HeaderPair[],
  security: readonly HeaderPair[],
  { isUnpacked = false } = {},
): Promise<Outcome> {
  const { method, request, response } = exchange;
  if (opened.kind === 'unsatisfiable') {
    const size: HeaderPair = ['content-range', `bytes */${opened.size}`];
    return sendPlain(exchange, plainResponse(416, 'The file ends before that byte.\n', [size]), security);
  }
  const { stream, size, range } = opened;
  const length = range ? range.end - range.start + 1 : size;
  const pairs: HeaderPair[] = [...headers, ...security];
  if (!isUnpacked) pairs.push(['content-length', String(length)]);
  if (range) pairs.push(['content-range', `bytes ${range.start}-${range.end}/${size}`]);
  const status = range ? 206 : 200;
  if (method === 'HEAD' || length === 0) {
    stream.destroy();
    response.writeHead(status, pairs.flat()).end();
    return { status, bytes: 0, cache: 'none' };
  }
  const before = request.socket.bytesWritten;
  try {
    // Before the head is written, so that a storage that fails at its first byte is still answered with 503.
    await once(stream, 'readable');
    response.writeHead(status, pairs.flat());
    await (isUnpacked ? pipeline(stream, createGunzip(), response) : pipeline(stream, response));
  } finally {
    // `pipeline` throws before it starts when the client has left, and does not close the file then.
    stream.destroy();
  }
  return { status, bytes: isUnpacked ? request.socket.bytesWritten - before : length, cache: 'none' };
}

/**
 * Runs `answer`, and answers for it where it fails: the storage or the database may not.
 * @param what the file in an English sentence
 */
export async function answerStored(
  exchange: Exchange,
  { what, log, security }: { what: string; log: Logger; security: readonly HeaderPair[] },
  answer: () => Promise<Outcome>,
): Promise<Outcome> {
  const { response, id, target } = exchange;
  const report = (error: unknown) => log.error('A file could not be read', { id, path: target.path, error });
  const later = (status: number, sentence: string, seconds = 5): Outcome =>
    sendPlain(exchange, plainResponse(status, sentence, [['retry-after', String(seconds)]]), security);
  try {
    return await answer();
  } catch (error) {
    if (error instanceof Overloaded) return sendBusy(exchange, withFields(busyText, security), error.refusal);
    if (clientLeft(error)) return { status: response.statusCode, bytes: 0, cache: 'none', aborted: true };
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
}

/** Whether a write failed because the client had closed the connection. */
function clientLeft(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ERR_STREAM_UNABLE_TO_PIPE';
}
