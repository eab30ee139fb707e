// Search boxes take letters, digits and underscores only (product specification, section 5). The API and `?q=` take any
// text.
const notSearched = /[^\p{Letter}\p{Mark}\p{Number}_]/gu;

/** Turns spaces into underscores, which the server reads as spaces. */
export function cleanSearchText(text: string): string {
  return text.replace(/\s+/gu, '_').replace(notSearched, '');
}
