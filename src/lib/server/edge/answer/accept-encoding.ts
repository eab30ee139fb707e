/** The content codings this server can answer in, best first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

const chosen = new Map<string, Encoding>();

/**
 * The coding for a client with this Accept-Encoding field (RFC 9110, section 12.5.3): the one with the highest weight,
 * and of equals the smallest. 'identity' when there is no field, and also when the client refuses everything we have,
 * because an answer it did not ask for serves it better than none.
 */
export function chooseEncoding(field: string | undefined): Encoding {
  if (!field) return 'identity';
  const known = chosen.get(field);
  if (known) return known;
  const encoding = parse(field);
  // Browsers send a handful of different fields. The bounds keep a hostile client from filling the memory.
  if (field.length <= 64) {
    if (chosen.size >= 256) chosen.clear();
    chosen.set(field, encoding);
  }
  return encoding;
}

function parse(field: string): Encoding {
  const weights = new Map<string, number>();
  for (const item of field.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  const any = weights.get('*');
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of encodings) {
    // What is not named is refused, save identity, which is only refused by name or by '*;q=0'; it comes last all the
    // same.
    const weight = weights.get(encoding) ?? any ?? (encoding === 'identity' ? 0.0001 : 0);
    if (weight > bestWeight) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

function weightOf(parameters: string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  if (q === undefined) return 1;
  const weight = Number(q.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
