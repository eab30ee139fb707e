// Sends files of the storage with ranges (RFC 9110, section 14).
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, Storage } from '../../platform/storage/storage.ts';
import type { Exchange, Outcome } from '../gateway/exchange.ts';
import type { HeaderPair } from '../render/rendered-response.ts';
import { parseRange, resolveRange, type RangeRequest } from './byte-range.ts';

type Opened =
  | { kind: 'missing' }
  | { kind: 'unsatisfiable'; size: number }
  | { kind: 'open'; stream: Readable; size: number; range: ByteRange | null };

/**
 * The requested range. If-Range asks for the whole file when the client's part is of another version (RFC 9110,
 * section 13.1.5).
 */
export function wantedRange({ request }: Exchange, etag: string): RangeRequest | null {
  if (request.method !== 'GET') return null;
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag ? parseRange(request.headers.range) : null;
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

/** Sends an open file, and destroys its stream. */
export async function sendStored(
  { request, response }: Exchange,
  { stream, size, range }: Extract<Opened, { kind: 'open' }>,
  headers: readonly HeaderPair[],
): Promise<Outcome> {
  const length = range ? range.end - range.start + 1 : size;
  const pairs: HeaderPair[] = [...headers, ['content-length', String(length)]];
  if (range) pairs.push(['content-range', `bytes ${range.start}-${range.end}/${size}`]);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || length === 0) {
    stream.destroy();
    response.writeHead(status, pairs.flat()).end();
    return { status, bytes: 0, cache: 'none' };
  }
  try {
    // Before the head is written, so that a storage that fails at its first byte is still answered with 503.
    await once(stream, 'readable');
    response.writeHead(status, pairs.flat());
    await pipeline(stream, response);
  } finally {
    // `pipeline` throws before it starts when the client has left, and does not close the file then.
    stream.destroy();
  }
  return { status, bytes: length, cache: 'none' };
}

/** Whether a write failed because the client had closed the connection. */
export function clientLeft(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ERR_STREAM_UNABLE_TO_PIPE';
}
