import Negotiator from 'negotiator';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { promisify } from 'node:util';

/** The content codings of ordinary answers, best first. */
const ordinary = ['br', 'gzip', 'identity'] as const;

/** zstd with a dictionary that the client has (RFC 9842). */
const withDictionary = 'dcz';

/** The API of negotiator 1; its published types are those of 0.6. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** Characters of the field that are parsed. Browsers send about 30. */
const maxFieldLength = 1_024;

/** Parsing a field takes longer than the rest of a hit's choice, and browsers send few different ones. */
const known = new Map<string, ReturnType<typeof parse>>();
const maxKnown = 64;

/** What a client takes, as its Accept-Encoding field says it. */
export function acceptedCodings(field = '') {
  let accepted = known.get(field);
  if (!accepted) {
    accepted = parse(field);
    if (field.length <= maxFieldLength && known.size < maxKnown) known.set(field, accepted);
  }
  return accepted;
}

function parse(field: string) {
  const negotiator: EncodingNegotiator = new Negotiator({
    headers: { 'accept-encoding': field.slice(0, maxFieldLength) },
  });
  const preferred = (available: readonly string[]) =>
    negotiator.encoding(available, { preferred: available });
  const chosen = preferred(ordinary);
  return {
    /**
     * The coding of an ordinary answer (RFC 9110, section 12.5.3): the highest weight, and of equals the smallest
     * result. 'identity' when there is no field, and also when the client refuses every coding, because an answer that
     * it did not ask for serves it better than none.
     */
    ordinary: ordinary.find((coding) => coding === chosen) ?? 'identity',
    /** Whether it takes gzip, or brotli, for an answer that has no other packed form. */
    gzip: preferred(['gzip', 'identity']) === 'gzip',
    /** Whether it names zstd, and takes it at least as much: at once it is as small as brotli, in less than half the time. */
    zstd: /zstd/i.test(field) && preferred(['zstd', ...ordinary]) === 'zstd',
    br: preferred(['br', 'identity']) === 'br',
    /** Whether it prefers the coding with a dictionary to all others. */
    withDictionary: preferred([withDictionary, ...ordinary]) === withDictionary,
  };
}

/** Minimum size of a body to compress, in bytes: below it a coding saves less than its own header costs. */
const minSize = 512;

/**
 * Bytes of a chunk of the compressor. A page shrinks to a third or less, so that one chunk is enough; larger ones would
 * stay in memory until they are collected.
 */
const chunkSizeFor = (body: Buffer): number => Math.max(16 * 1024, Math.ceil(body.length / 2));

/**
 * Two efforts, measured in docs/decisions/029-dictionaries.md: one for the visitor who waits, and the best one for
 * what lives for a while.
 */
const quick = { br: 3, gzip: 1, dcz: 9, zstd: 4 };
const best = { ...quick, br: 11, gzip: 9, dcz: 19 };

/** Age of an answer from which the best effort is worth 40 ms of a processor, in milliseconds. */
export const lastingMs = 5_000;

/** Bytes of a body that the best effort is for. A larger one, such as a sitemap, would take seconds. */
const bestLimit = 256 * 1024;
const brotliOfLarge = 6;

/** A compression dictionary (RFC 9842). */
export interface Dictionary {
  /** The value of Available-Dictionary that names it. */
  field: string;
  bytes: Buffer;
  /** SHA-256 of the bytes, which begins every body that is compressed with them. */
  digest: Buffer;
}

/** How a body is compressed. Only 'dcz' has a dictionary, and needs it. */
export interface Packing {
  coding: keyof typeof quick;
  dictionary?: Dictionary | undefined;
}

const compressible =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|[a-z.-]+\+(?:json|xml))|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon))/;

export function isCompressible(contentType: string, size: number): boolean {
  return size >= minSize && compressible.test(contentType.toLowerCase());
}

function optionsFor(body: Buffer, { coding, dictionary }: Packing, effort: typeof quick) {
  const level = effort[coding];
  const brotli = {
    [constants.BROTLI_PARAM_QUALITY]: body.length > bestLimit ? Math.min(level, brotliOfLarge) : level,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // The window of a large file would be 8 MB of new memory for each page.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(body.length + 16)))),
  };
  return {
    level,
    params: coding === 'br' ? brotli : { [constants.ZSTD_c_compressionLevel]: level },
    chunkSize: chunkSizeFor(body),
    ...(dictionary && { dictionary: dictionary.bytes }),
  };
}

const atOnce = { br: brotliCompressSync, gzip: gzipSync, dcz: zstdCompressSync, zstd: zstdCompressSync };
const zstdOnPool = promisify(zstdCompress);
const onPool = { br: promisify(brotliCompress), gzip: promisify(gzip), dcz: zstdOnPool, zstd: zstdOnPool };

/**
 * Compresses quickly and synchronously, for the visitor of a page. The round trip to the thread pool would take as long
 * as the work itself, which is a fifth of rendering the page.
 */
export const compressAtOnce = (body: Buffer, packing: Packing): Buffer =>
  framed(packing, atOnce[packing.coding](body, optionsFor(body, packing, quick)));

/** Compresses as small as possible, on the thread pool. */
export const compressBest = async (body: Buffer, packing: Packing): Promise<Buffer> =>
  framed(packing, await onPool[packing.coding](body, optionsFor(body, packing, best)));

/** What a body with a dictionary begins with, before the hash of that (RFC 9842, section 5). */
const magic = Buffer.from('5e2a4d1820000000', 'hex');

/** Copies the bytes, so that the rest of the compressor's chunk does not stay in memory with them. */
const framed = ({ dictionary }: Packing, coded: Buffer): Buffer =>
  Buffer.concat(dictionary ? [magic, dictionary.digest, coded] : [coded]);
