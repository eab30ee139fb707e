import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);

/** Minimum size of a body to compress, in bytes: below it a coding saves less than its own header costs. */
const minSize = 512;

/**
 * Bytes of a chunk of the compressor. A page shrinks to a third or less, so that one chunk is enough; larger ones would
 * stay in memory until they are collected.
 */
const chunkSizeFor = (body: Buffer): number => Math.max(16 * 1024, Math.ceil(body.length / 2));

type Coding = 'br' | 'gzip';

/** Both measured in docs/decisions/006-one-process-is-one-node.md. */
const quick = { brotliQuality: 0, gzipLevel: 1 };
const thorough = { brotliQuality: 6, gzipLevel: 6 };

function brotliOptions(body: Buffer, quality: number) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return { params, chunkSize: chunkSizeFor(body) };
}

const compressible =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|[a-z.-]+\+(?:json|xml))|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon))/;

export function isCompressible(contentType: string, size: number): boolean {
  return size >= minSize && compressible.test(contentType.toLowerCase());
}

/**
 * Compresses synchronously, for a visitor who waits. The round trip to the thread pool would take as long as the work
 * itself, which is a fifth of rendering the page.
 */
export function compressQuickly(body: Buffer, coding: Coding): Buffer {
  if (coding === 'gzip')
    return compact(gzipSync(body, { level: quick.gzipLevel, chunkSize: chunkSizeFor(body) }));
  return compact(brotliCompressSync(body, brotliOptions(body, quick.brotliQuality)));
}

/** Compresses on the thread pool, for later visitors. */
export async function compressThoroughly(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip')
    return compact(await runGzip(body, { level: thorough.gzipLevel, chunkSize: chunkSizeFor(body) }));
  return compact(await runBrotli(body, brotliOptions(body, thorough.brotliQuality)));
}

/** Copies the bytes where the rest of the compressor's chunk would stay in memory with them. */
function compact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
