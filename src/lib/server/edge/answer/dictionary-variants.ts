// Kept pages in the codings of RFC 9842, each for a dictionary that a browser has. The first browser gets a body that
// is made at once; a smaller one takes its place beside the requests when the page has lived for a while.
import type { IncomingHttpHeaders } from 'node:http';
import { acceptedCodings, type DictionaryCoding } from './accept-encoding.ts';
import { compressBestWithDictionary, compressWithDictionaryQuickly, lastingMs } from './compress.ts';
import type { Dictionaries, Dictionary } from './dictionaries.ts';
import { makeVariant, type Variant } from './variant.ts';
import type { HeaderPair } from '../render/rendered-response.ts';

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

const savesData = ({ 'save-data': value }: IncomingHttpHeaders): boolean =>
  value !== undefined && value !== 'off';

/** Ends the value of the Link field that names a dictionary. */
const linkEnd = 'rel="compression-dictionary"';

/**
 * Leaves the link to the dictionary out of the first page of a visit under Save-Data, because it pays from the next
 * page on.
 * @param headers names and values in turn
 */
export function withoutDictionaryLink(headers: string[], asked: IncomingHttpHeaders): string[] {
  if (!savesData(asked) || asked['sec-fetch-site'] === 'same-origin') return headers;
  const at = headers.findIndex((value, index) => index % 2 === 1 && value.endsWith(linkEnd));
  return at === -1 ? headers : headers.toSpliced(at - 1, 2);
}
