// Forgiving one slip: a letter too many, too few, another one, or two that changed places. By symmetric deletion (SymSpell): two
// words with one slip between them share what is left of each after leaving at most one letter out.

/** The word, and the word without each of its letters. */
export function slipsOf(word: string): Set<string> {
  const letters = Array.from(word);
  return new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))]);
}

/** Whether at most one slip lies between the two (optimal string alignment distance of 1). */
export function isOneSlipApart(one: string, other: string): boolean {
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
