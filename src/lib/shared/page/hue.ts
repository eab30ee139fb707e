// The colour of a letter that stands for a missing picture. Apart from the letter, which the script of every page
// needs.

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** @returns a hue from 0 to 359, always the same one for the same text */
export const hueOf = (text: string): number => hashOf(text) % 360;
