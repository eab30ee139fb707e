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

/**
 * Chooses the coding for an Accept-Encoding field (RFC 9110, section 12.5.3): the highest weight, and of equals the
 * smallest result. 'identity' when there is no field, and also when the client refuses every coding, because an answer
 * that it did not ask for serves it better than none.
 */
export function chooseEncoding(field: string | undefined): Encoding {
  if (!field) return 'identity';
  return codings[negotiate(field, preferred) ?? 'identity'] ?? 'identity';
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

/** Results by field. Browsers send few different ones; parsing each takes longer than the rest of a hit's choice. */
const accepted = new Map<string, readonly DictionaryCoding[]>();
const maxAccepted = 64;

/** The codings with a dictionary that the client prefers to all others, best first. */
export function acceptedDictionaryCodings(field = ''): readonly DictionaryCoding[] {
  const known = accepted.get(field);
  if (known) return known;
  const found = dictionaryCodings.filter(
    (coding) => field !== '' && negotiate(field, [coding, ...preferred]) === coding,
  );
  if (field.length <= maxFieldLength && accepted.size < maxAccepted) accepted.set(field, found);
  return found;
}
