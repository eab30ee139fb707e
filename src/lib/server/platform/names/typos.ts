// Tolerates one typo: an inserted, missing, replaced or transposed letter. Uses symmetric deletion (SymSpell): two
// words within one edit share a deletion key, which is the word itself or the word without one of its letters.

/** The word, and the word without each of its letters. */
export function deletionKeys(word: string): Set<string> {
  const letters = Array.from(word);
  return new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))]);
}

/** Whether the optimal string alignment distance of the two words is at most 1. */
export function isWithinOneEdit(one: string, other: string): boolean {
  const [short, long] = [Array.from(one), Array.from(other)].sort((a, b) => a.length - b.length);
  if (!short || !long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = (letters: string[], from: number) => letters.slice(from).join('');
  if (short.length < long.length) return rest(short, start) === rest(long, start + 1);
  if (rest(short, start + 1) === rest(long, start + 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    rest(short, start + 2) === rest(long, start + 2)
  );
}
