import Negotiator from 'negotiator';
import {
  brotliCompress,
  brotliCompressSync,
  type BrotliOptions,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  type ZstdOptions,
} from 'node:zlib';
import { promisify } from 'node:util';

/** The content codings this server can answer in, best first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

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
export type DictionaryCoding = (typeof dictionaryCodings)[number];

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

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);
const runZstd = promisify(zstdCompress);

/** Minimum size of a body to compress, in bytes: below it a coding saves less than its own header costs. */
const minSize = 512;

/**
 * Bytes of a chunk of the compressor. A page shrinks to a third or less, so that one chunk is enough; larger ones would
 * stay in memory until they are collected.
 */
const chunkSizeFor = (body: Buffer): number => Math.max(16 * 1024, Math.ceil(body.length / 2));

type Coding = 'br' | 'gzip';

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
  if (coding === 'gzip') return compact(gzipSync(body, { level: quick.gzip, chunkSize: chunkSizeFor(body) }));
  return compact(brotliCompressSync(body, brotliOptions(body, quick.brotli)));
}

/** Compresses on the thread pool, for later visitors. */
export async function compressBest(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip')
    return compact(await runGzip(body, { level: best.gzip, chunkSize: chunkSizeFor(body) }));
  const quality = body.length > bestLimit ? brotliOfLarge : best.brotli;
  return compact(await runBrotli(body, brotliOptions(body, quality)));
}

/** A compression dictionary (RFC 9842). */
export interface Dictionary {
  /** The value of Available-Dictionary that names it. */
  field: string;
  bytes: Buffer;
  /** SHA-256 of the bytes, which begins every body that is compressed with them. */
  digest: Buffer;
}

/** What a body begins with before the hash of its dictionary (RFC 9842, sections 4 and 5). */
const magic: Readonly<Record<DictionaryCoding, Buffer>> = {
  dcb: Buffer.from('ff444342', 'hex'),
  dcz: Buffer.from('5e2a4d1820000000', 'hex'),
};

/** Node takes a dictionary for brotli as well; its published types do not name it yet. */
function brotliWith({ bytes }: Dictionary, body: Buffer, quality: number): BrotliOptions {
  const options: BrotliOptions & { dictionary: Buffer } = {
    ...brotliOptions(body, quality),
    dictionary: bytes,
  };
  return options;
}

const zstdWith = ({ bytes }: Dictionary, body: Buffer): ZstdOptions => ({
  params: { [constants.ZSTD_c_compressionLevel]: zstdLevel },
  chunkSize: chunkSizeFor(body),
  dictionary: bytes,
});

const framed = (coding: DictionaryCoding, { digest }: Dictionary, coded: Buffer): Buffer =>
  compact(Buffer.concat([magic[coding], digest, coded]));

/** Compresses synchronously, for a visitor who waits and has the dictionary. */
export function compressWithDictionaryQuickly(
  body: Buffer,
  coding: DictionaryCoding,
  dictionary: Dictionary,
): Buffer {
  const coded =
    coding === 'dcb'
      ? brotliCompressSync(body, brotliWith(dictionary, body, quick.brotliWithDictionary))
      : zstdCompressSync(body, zstdWith(dictionary, body));
  return framed(coding, dictionary, coded);
}

/** Compresses on the thread pool, for later visitors who have the dictionary. */
export async function compressBestWithDictionary(
  body: Buffer,
  coding: DictionaryCoding,
  dictionary: Dictionary,
): Promise<Buffer> {
  const quality = body.length > bestLimit ? brotliOfLarge : best.brotli;
  const coded =
    coding === 'dcb'
      ? await runBrotli(body, brotliWith(dictionary, body, quality))
      : await runZstd(body, zstdWith(dictionary, body));
  return framed(coding, dictionary, coded);
}

/** Copies the bytes where the rest of the compressor's chunk would stay in memory with them. */
function compact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
