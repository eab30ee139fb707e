import Negotiator from 'negotiator';

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
