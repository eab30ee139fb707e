// Reads JSON that somebody else wrote, without trusting its form.

export type JsonObject = Readonly<Record<string, unknown>>;

/** @returns undefined for a text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    // Not JSON, or nested too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** A text, or the first of several. */
export function textOf(value: unknown): string {
  const [first] = listOf(value);
  return typeof first === 'string' ? first : typeof first === 'number' ? String(first) : '';
}

export const textsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string');

/** The address of a picture: a text, or an object such as schema.org's ImageObject. */
export function addressesOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => {
    if (typeof one === 'string') return [one];
    if (!isObject(one)) return [];
    const address = textOf(one['contentUrl']) || textOf(one['url']) || textOf(one['src']);
    return address === '' ? [] : [address];
  });
}
