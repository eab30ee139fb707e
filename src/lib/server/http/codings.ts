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
export type Encoding = 'br' | 'gzip' | 'identity';

/** The older name of gzip is the same coding (RFC 9110, section 8.4.1.3). */
const codings: Readonly<Record<string, Encoding>> = {
  br: 'br',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  identity: 'identity',
};
const preferred = Object.keys(codings);

/** Codings with a dictionary that the client has (RFC 9842), smallest first. */
const dictionaryCodings = ['dcb', 'dcz'] as const;
type DictionaryCoding = (typeof dictionaryCodings)[number];

/** The API of negotiator 1; its published types are those of 0.6. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** Characters of the field that are parsed. Browsers send about 30. */
const maxFieldLength = 1_024;

/** What a client takes, as its Accept-Encoding field says it. */
export interface Accepted {
  /**
   * The coding of an ordinary answer (RFC 9110, section 12.5.3): the highest weight, and of equals the smallest result.
   * 'identity' when there is no field, and also when the client refuses every coding, because an answer that it did not
   * ask for serves it better than none.
   */
  ordinary: Encoding;
  /** Whether it takes gzip, for an answer that has no other packed form. */
  gzip: boolean;
  /** The codings with a dictionary that it prefers to all others, best first. */
  withDictionary: readonly DictionaryCoding[];
}

/** Parsing a field takes longer than the rest of a hit's choice, and browsers send few different ones. */
const known = new Map<string, Accepted>();
const maxKnown = 64;

export function acceptedCodings(field = ''): Accepted {
  let accepted = known.get(field);
  if (!accepted) {
    accepted = parse(field);
    if (field.length <= maxFieldLength && known.size < maxKnown) known.set(field, accepted);
  }
  return accepted;
}

function parse(field: string): Accepted {
  if (field === '') return { ordinary: 'identity', gzip: false, withDictionary: [] };
  const negotiator: EncodingNegotiator = new Negotiator({
    headers: { 'accept-encoding': field.slice(0, maxFieldLength) },
  });
  const best = (available: readonly string[]) => negotiator.encoding(available, { preferred: available });
  const ordinaryOf = (available: readonly string[]) => codings[best(available) ?? 'identity'] ?? 'identity';
  return {
    ordinary: ordinaryOf(preferred),
    gzip: ordinaryOf(['gzip', 'x-gzip', 'identity']) === 'gzip',
    withDictionary: dictionaryCodings.filter((coding) => best([coding, ...preferred]) === coding),
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
 * pages that live for a while. Brotli uses a dictionary from quality 5 up only.
 */
const quick = { brotli: 3, gzip: 1, brotliWithDictionary: 5 };
const best = { brotli: 11, gzip: 9 };
const zstdLevel = 9;

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

/** How a body is compressed. A coding with a dictionary needs one. */
export interface Packing {
  coding: Exclude<Encoding, 'identity'> | DictionaryCoding;
  dictionary?: Dictionary | undefined;
}

const compressible =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|[a-z.-]+\+(?:json|xml))|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon))/;

export function isCompressible(contentType: string, size: number): boolean {
  return size >= minSize && compressible.test(contentType.toLowerCase());
}

function optionsFor(body: Buffer, { coding, dictionary }: Packing, isBest: boolean) {
  const bestBrotli = body.length > bestLimit ? brotliOfLarge : best.brotli;
  const quickBrotli = dictionary ? quick.brotliWithDictionary : quick.brotli;
  const brotli = {
    [constants.BROTLI_PARAM_QUALITY]: isBest ? bestBrotli : quickBrotli,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return {
    level: isBest ? best.gzip : quick.gzip,
    params: coding === 'dcz' ? { [constants.ZSTD_c_compressionLevel]: zstdLevel } : brotli,
    chunkSize: chunkSizeFor(body),
    ...(dictionary && { dictionary: dictionary.bytes }),
  };
}

const atOnce = {
  ...{ br: brotliCompressSync, dcb: brotliCompressSync },
  ...{ gzip: gzipSync, dcz: zstdCompressSync },
};
const runBrotli = promisify(brotliCompress);
const onPool = { br: runBrotli, dcb: runBrotli, gzip: promisify(gzip), dcz: promisify(zstdCompress) };

/**
 * Compresses synchronously, for a visitor who waits. The round trip to the thread pool would take as long as the work
 * itself, which is a fifth of rendering the page.
 */
export const compressQuickly = (body: Buffer, packing: Packing): Buffer =>
  framed(packing, atOnce[packing.coding](body, optionsFor(body, packing, false)));

/** Compresses on the thread pool, for later visitors. */
export const compressBest = async (body: Buffer, packing: Packing): Promise<Buffer> =>
  framed(packing, await onPool[packing.coding](body, optionsFor(body, packing, true)));

/** What a body begins with before the hash of its dictionary (RFC 9842, sections 4 and 5). */
const magic: Readonly<Record<DictionaryCoding, Buffer>> = {
  dcb: Buffer.from('ff444342', 'hex'),
  dcz: Buffer.from('5e2a4d1820000000', 'hex'),
};

function framed({ coding, dictionary }: Packing, coded: Buffer): Buffer {
  if (!dictionary || (coding !== 'dcb' && coding !== 'dcz')) return compact(coded);
  return compact(Buffer.concat([magic[coding], dictionary.digest, coded]));
}

/** Copies the bytes where the rest of the compressor's chunk would stay in memory with them. */
function compact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
