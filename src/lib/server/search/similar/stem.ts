const endings = /(?:ings?|ments?|ers?|ed|ly)$/;

/**
 * 'loans' and 'loan', 'investment' and 'investing' are one word. Word and stem begin alike, as the index asks for it.
 */
export function stemOf(word: string): string {
  const shorter = word.replace(endings, '');
  // 'shipping' is of 'ship'.
  if (shorter.length >= 3 && shorter !== word) return shorter.replace(/([bdgmnprt])\1$/, '$1');
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
