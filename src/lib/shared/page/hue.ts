// The colour of a letter that stands for a missing picture. Apart from the letter, which the script of every page
// needs.

/** @returns a hue from 0 to 359, always the same one for the same text (FNV-1a) */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % 360;
}
