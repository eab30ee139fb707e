/** A text to look for with LIKE, without the characters that mean something there. */
export function plainText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '');
}
