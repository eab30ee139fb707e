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
  const negotiator: EncodingNegotiator = new Negotiator({
    headers: { 'accept-encoding': field.slice(0, maxFieldLength) },
  });
  return codings[negotiator.encoding(preferred, { preferred }) ?? 'identity'] ?? 'identity';
}
