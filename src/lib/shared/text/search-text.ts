// Runs anywhere. What can be typed into the search box: letters, digits and underscores (product specification, section 5). The
// API and `?q=` take any text.
const refused = /[^\p{Letter}\p{Mark}\p{Number}_]/gu;

/** Spaces become underscores, which the server takes for spaces. */
export function cleanSearchText(text: string): string {
  return text.replace(/\s+/gu, '_').replace(refused, '');
}

/** Whether nothing of it can be typed. */
export function refusesSearchText(text: string): boolean {
  return cleanSearchText(text) === '';
}
