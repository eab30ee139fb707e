// Runs anywhere. What stands where a picture is missing.

/** First letter or digit in upper case, for a placeholder where a picture is missing. */
export function initial(name: string): string {
  const match = /[\p{Letter}\p{Number}]/u.exec(name);
  return (match?.[0] ?? '?').toUpperCase();
}

/** A hue from 0 to 359 made from the text: always the same one for the same text (FNV-1a). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % 360;
}
