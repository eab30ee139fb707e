import { madeUpIds, madeUpWords } from './made-up.ts';

/**
 * The template of a page: its text without the made-up data. Ids keep their length: the text behind one is then as far
 * from the same text of the dictionary as the text before it, which codings write in the fewest bits.
 */
export const withoutData = (page: string): string =>
  page.replaceAll(madeUpWords, '').replaceAll(madeUpIds, (id) => id.replaceAll(/[^-]/g, '0'));

/**
 * The bytes of all texts in turn, without those that an earlier part holds already.
 * @param shortest bytes of the shortest text that is left out
 */
export function eachTextOnce(texts: readonly string[], shortest: number): Buffer {
  // Latin-1 has a character for each byte.
  let kept = '';
  /** The first place of each part of `shortest` bytes. */
  const places = new Map<string, number>();
  const keep = (part: string): void => {
    const from = Math.max(0, kept.length - shortest + 1);
    kept += part;
    for (let at = from; at + shortest <= kept.length; at += 1) {
      const key = kept.slice(at, at + shortest);
      if (!places.has(key)) places.set(key, at);
    }
  };
  for (const text of texts) {
    const bytes = Buffer.from(text).toString('latin1');
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      const place = places.get(bytes.slice(at, at + shortest));
      if (place === undefined) {
        at += 1;
        continue;
      }
      let length = shortest;
      while (at + length < bytes.length && bytes[at + length] === kept[place + length]) length += 1;
      keep(bytes.slice(from, at));
      at += length;
      from = at;
    }
    keep(bytes.slice(from));
  }
  return Buffer.from(kept, 'latin1');
}
