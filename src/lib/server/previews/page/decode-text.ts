// The text of a page in the charset that it declares, or in the one that fits.

/** Where HTML has to declare its charset: https://html.spec.whatwg.org/#charset */
const declaredWithin = 1_024;
const inTag = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?([\w:-]{1,40})/i;
const inHeader = /charset\s{0,5}=\s{0,5}"?([\w:-]{1,40})/i;

function decoded(body: Buffer, charset: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(charset, { fatal }).decode(body);
  } catch (error) {
    // An unknown charset, or bytes that are not of it.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

export function decodeText(body: Buffer, contentType = ''): string {
  const head = body.subarray(0, declaredWithin).toString('latin1');
  const bom = /^\xff\xfe/.test(head) ? 'utf-16le' : /^\xfe\xff/.test(head) ? 'utf-16be' : undefined;
  const declared = bom ?? inHeader.exec(contentType)?.[1] ?? inTag.exec(head)?.[1];
  // Pages that declare nothing, or the wrong thing, are mostly UTF-8.
  for (const charset of declared === undefined ? ['utf-8'] : [declared, 'utf-8']) {
    const text = decoded(body, charset, true);
    if (text !== null) return text;
  }
  return decoded(body, 'windows-1252', false) ?? '';
}
