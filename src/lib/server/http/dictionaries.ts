// The compression dictionaries that browsers may have (RFC 9842): that of this build, and that of the build before it.
// docs/decisions/029-dictionaries.md.
import { hash } from 'node:crypto';
import type { Logger } from '../platform/log.ts';
import type { IncomingHttpHeaders } from 'node:http';
import {
  acceptedCodings,
  compressBestWithDictionary,
  compressWithDictionaryQuickly,
  type DictionaryCoding,
  lastingMs,
  type Dictionary,
} from './codings.ts';
import { type HeaderPair, makeVariant, type Variant } from './variant.ts';

export interface Dictionaries {
  /** The value of the Link field of pages; null where this build has no dictionary. */
  readonly link: string | null;
  /** The dictionary of this build; null where it has none. */
  readonly current: Dictionary | null;
  /** @param field value of Available-Dictionary @returns undefined for any but a known one */
  find(field: string): Dictionary | undefined;
  /** Called with the error of a compression that no visitor waits for. */
  failed(error: unknown): void;
}

const dictionaryPath = /^\/_astro\/dictionary\.[\w-]{8}\.txt$/;

export const isDictionary = (path: string): boolean => dictionaryPath.test(path);

/** For documents, and for what the scripts of a page fetch, such as search results during typing. */
export const useAsDictionary = 'match="/*", match-dest=("document" "")';

/** A byte sequence (RFC 8941). */
const fieldOf = (digest: Buffer): string => `:${digest.toString('base64')}:`;

/** Length of the field: 44 characters of base64 between two colons. */
const fieldLength = 46;

type Files = ReadonlyMap<string, { variants: { identity: { body: Buffer } } }>;

interface Options {
  /** Path of the dictionary of this build; null if it has none. */
  path: string | null;
  own: Files;
  log: Logger;
}

export function createDictionaries({ path, own, log }: Options): Dictionaries {
  const byField = new Map<string, Dictionary>();
  let current: Dictionary | null = null;
  for (const [name, { variants }] of own) {
    if (!isDictionary(name)) continue;
    const { body: bytes } = variants.identity;
    const digest = hash('sha256', bytes, 'buffer');
    const dictionary = { field: fieldOf(digest), bytes, digest };
    byField.set(dictionary.field, dictionary);
    if (name === path) current = dictionary;
  }
  return {
    link: current && `<${path}>; rel="compression-dictionary"`,
    current,
    find: (field) => (field.length === fieldLength ? byField.get(field) : undefined),
    failed: (error) => log.error('Compressing failed', { error }),
  };
}

type Made = { [Coding in DictionaryCoding]?: Variant | undefined } & {
  /** Whether the best effort has been made, or has begun. */
  isBest?: boolean;
};

/** What a kept answer has for browsers with a dictionary. */
export interface DictionaryVariants {
  headers: HeaderPair[];
  madeAt: number;
  /** By the field that names the dictionary. */
  byDictionary: Map<string, Made>;
}

/**
 * Dictionaries for which an answer keeps bodies: that of this build, and one of another build. Browsers with a further
 * one get an ordinary coding, because each of their requests would be compressed anew, outside of all limits.
 */
const maxKept = 2;

/** Bytes that the bodies for all dictionaries take. @param coded bytes of the page in an ordinary coding */
export const dictionaryBytes = (coded: number): number => maxKept * (1_024 + coded / 4);

interface Answered {
  status: number;
  variants: { identity: Variant };
  withDictionaries?: DictionaryVariants | undefined;
}

interface Offer {
  dictionary: Dictionary;
  codings: readonly DictionaryCoding[];
}

/** The dictionary that a request offers, with the codings that it prefers to all others. */
function offerOf(headers: IncomingHttpHeaders, dictionaries: Dictionaries): Offer | null {
  const field = headers['available-dictionary'];
  if (typeof field !== 'string') return null;
  const dictionary = dictionaries.find(field);
  if (!dictionary) return null;
  const codings = acceptedCodings(headers['accept-encoding']).withDictionary;
  return codings.length === 0 ? null : { dictionary, codings };
}

/** The offer of a request, where the answer has bodies for its dictionary, or room for them. */
function takenOffer(
  { byDictionary }: Pick<DictionaryVariants, 'byDictionary'>,
  headers: IncomingHttpHeaders,
  dictionaries: Dictionaries,
): Offer | null {
  const offer = offerOf(headers, dictionaries);
  if (!offer || byDictionary.has(offer.dictionary.field)) return offer;
  const own = dictionaries.current?.field ?? '';
  const roomForOthers = maxKept - 1 - byDictionary.size + (byDictionary.has(own) ? 1 : 0);
  return offer.dictionary.field === own || roomForOthers > 0 ? offer : null;
}

/** @returns null for an answer, or a request, that gets an ordinary coding */
export function dictionaryVariant(
  { status, variants, withDictionaries }: Answered,
  headers: IncomingHttpHeaders,
  dictionaries: Dictionaries,
): Variant | null {
  const offer = withDictionaries ? takenOffer(withDictionaries, headers, dictionaries) : null;
  if (!withDictionaries || !offer) return null;
  const { dictionary, codings } = offer;
  const { body } = variants.identity;
  const { byDictionary, headers: fields, madeAt } = withDictionaries;
  const made = byDictionary.get(dictionary.field) ?? {};
  byDictionary.set(dictionary.field, made);
  const [best = 'dcb', quickest = best] = codings;
  const ready = made[best] ?? made[quickest];
  if (!made.isBest && performance.now() - madeAt > lastingMs) {
    made.isBest = true;
    compressBestWithDictionary(body, best, dictionary).then((coded) => {
      made[best] = makeVariant(status, fields, best, coded);
      // One body is enough for browsers, which accept both codings.
      if (best !== quickest) made[quickest] = undefined;
    }, dictionaries.failed);
  }
  if (ready) return ready;
  const coded = compressWithDictionaryQuickly(body, quickest, dictionary);
  return (made[quickest] = makeVariant(status, fields, quickest, coded));
}

/** Names the rules by which a browser fetches pages ahead. */
export const speculationField = 'speculation-rules';
/** Ends the value of the Link field that names a dictionary. */
const linkEnd = 'rel="compression-dictionary"';

/**
 * The header fields for a client that saves data: nothing that fetches pages ahead, and on the first page of a visit no
 * link to the dictionary, because it pays from the next page on.
 * @param headers names and values in turn
 */
export function fieldsFor(asked: IncomingHttpHeaders, headers: string[]): string[] {
  const saves = asked['save-data'];
  if (saves === undefined || saves === 'off') return headers;
  const isFirst = asked['sec-fetch-site'] !== 'same-origin';
  const isLeftOut = (name: string, value: string): boolean =>
    name === speculationField || (isFirst && value.endsWith(linkEnd));
  return headers.filter((_, index) => {
    const at = index - (index % 2);
    return !isLeftOut(headers[at] ?? '', headers[at + 1] ?? '');
  });
}
