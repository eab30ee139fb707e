// Tolerates one typo: an inserted, missing, replaced or transposed letter. Uses symmetric deletion (SymSpell): two
// words within one edit (`isWithinOneEdit`) share a deletion key, which is the word itself or the word without one of its
// letters.

/** The word, and the word without each of its letters. */
export function deletionKeys(word: string): Set<string> {
  const letters = Array.from(word);
  return new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))]);
}
