import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);

/** Below this many bytes a coding saves less than its own header costs. */
const worthCompressing = 512;

/** One step of the compressor takes a whole page, so that it crosses to its thread and back only once. */
const chunkSize = 64 * 1024;

/** Measured in docs/decisions/003-edge-cache.md. */
const brotliQuality = 6;
const gzipLevel = 6;

const compressible =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|[a-z.-]+\+(?:json|xml))|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon))/;

export function isCompressible(contentType: string, size: number): boolean {
  return size >= worthCompressing && compressible.test(contentType.toLowerCase());
}

/** Compresses on the thread pool, at a level fit for answering a visitor who waits. */
export async function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return compact(await runGzip(body, { level: gzipLevel, chunkSize }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compact(await runBrotli(body, { params, chunkSize }));
}

/** A copy without the unused rest of the compressor's chunk, which would stay in memory as long as the copy does. */
function compact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
