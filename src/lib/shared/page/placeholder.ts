// A letter on a coloured ground stands in for a picture that is missing.

/** @returns the first letter or digit, in upper case */
export function initial(name: string): string {
  const match = /[\p{Letter}\p{Number}]/u.exec(name);
  return (match?.[0] ?? '?').toUpperCase();
}

/** @returns a hue from 0 to 359, always the same one for the same text (FNV-1a) */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % 360;
}
