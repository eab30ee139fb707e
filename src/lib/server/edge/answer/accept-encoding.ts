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

/** A coding for the visitor who waits: it gives bodies of the size of quick brotli in 40 % of its time. */
export type QuickCoding = 'zstd';

/** The API of negotiator 1; its published types are those of 0.6. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** Characters of the field that are parsed. Browsers send about 30. */
const maxFieldLength = 1_024;

/**
 * Chooses the coding for an Accept-Encoding field (RFC 9110, section 12.5.3): the highest weight, and of equals the
 * smallest result. 'identity' when there is no field, and also when the client refuses every coding, because an answer
 * that it did not ask for serves it better than none.
 */
export function chooseEncoding(field = ''): Encoding {
  return accepted(field).encoding;
}

/** Whether a client that prefers brotli to gzip takes zstd as gladly. */
export function takesZstd(field = ''): boolean {
  return accepted(field).zstd;
}

/** Whether a client takes gzip, for an answer that has no other packed form. */
export function takesGzip(field: string | undefined): boolean {
  if (!field) return false;
  return codings[negotiate(field, ['gzip', 'x-gzip', 'identity']) ?? 'identity'] === 'gzip';
}

function negotiate(field: string, available: readonly string[]): string | undefined {
  const negotiator: EncodingNegotiator = new Negotiator({
    headers: { 'accept-encoding': field.slice(0, maxFieldLength) },
  });
  return negotiator.encoding(available, { preferred: available });
}

interface Accepted {
  encoding: Encoding;
  zstd: boolean;
  withDictionary: readonly DictionaryCoding[];
}

const nothing: Accepted = { encoding: 'identity', zstd: false, withDictionary: [] };

/** Results by field. Browsers send few different ones; parsing each takes longer than the rest of a hit's choice. */
const known = new Map<string, Accepted>();
const maxKnown = 64;

function accepted(field: string): Accepted {
  if (field === '') return nothing;
  const result = known.get(field) ?? parse(field);
  if (field.length <= maxFieldLength && known.size < maxKnown) known.set(field, result);
  return result;
}

function parse(field: string): Accepted {
  const encoding = codings[negotiate(field, preferred) ?? 'identity'] ?? 'identity';
  return {
    encoding,
    zstd: encoding === 'br' && negotiate(field, ['zstd', ...preferred]) === 'zstd',
    withDictionary: dictionaryCodings.filter((coding) => negotiate(field, [coding, ...preferred]) === coding),
  };
}

/** The codings with a dictionary that the client prefers to all others, best first. */
export function acceptedDictionaryCodings(field = ''): readonly DictionaryCoding[] {
  return accepted(field).withDictionary;
}
