// The words by which apps are found, in the server's index and in the list that somebody takes along (lib/client/along).
// An app is found by tokens, whose first letter is their kind:
//   e  the whole name
//   n  a prefix of the rest of the name from one of its words on, without spaces; a suffix of a word of the name
//   p  a prefix of the name
//   a  a prefix of a word of the description, the name of a category or the owner's name
import { limits } from '../schemas/limits.ts';
import { fold } from './text.ts';

/** Letters of the longest prefix that is stored and compared. */
const maxLetters = 24;
/** Letters of the shortest word in which a typo is tolerated. */
const minCorrectable = 5;
/** Letters of the shortest suffix of a word that finds a name: 'money' finds 'Fairmoney'. */
const minSuffix = 4;

/** Words of letters and digits, folded. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** Words of a name, split at capitals too: 'VBank' gives 'v' and 'bank'. */
function partsOfName(name: string): string[] {
  const composed = name.normalize('NFKC');
  // Without a look behind, which browsers of before 2023 cannot read.
  return wordsOf(composed.replace(/\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& '));
}

export function cut(word: string): string {
  return word.length > maxLetters ? Array.from(word).slice(0, maxLetters).join('') : word;
}

/** Compact form: about 40 words stand for about 200 tokens. */
export interface AppTokens {
  /** Tokens whose prefixes, of the kind and at least one letter, are tokens too. */
  beginnings: Set<string>;
  /** Tokens without prefixes. */
  whole: Set<string>;
}

/** @param texts the description, the names of categories, and the owner's name */
export function wordTokens(appName: string, texts: readonly string[]): AppTokens {
  const name = wordsOf(appName);
  const beginnings = new Set([`p${cut(name.join(''))}`]);
  const whole = new Set([`e${name.join('')}`]);
  for (const parts of [name, partsOfName(appName)])
    for (const index of parts.keys()) beginnings.add(`n${cut(parts.slice(index).join(''))}`);
  for (const word of name)
    for (let letters = Array.from(word).slice(1); letters.length >= minSuffix; letters = letters.slice(1))
      whole.add(`n${cut(letters.join(''))}`);
  for (const text of texts) {
    const words = wordsOf(text);
    for (const word of words) beginnings.add(`a${cut(word)}`);
    // Two words are found without the space between them too.
    for (const [index, word] of words.slice(1).entries())
      whole.add(`a${cut(`${words[index] ?? ''}${word}`)}`);
  }
  return { beginnings, whole };
}

/** Words in which a typo is tolerated. */
export function correctableWords(name: string, texts: readonly string[]): Set<string> {
  const words = [wordsOf(name).join(''), ...partsOfName(name), ...[name, ...texts].flatMap(wordsOf)];
  return new Set(words.filter((word) => isCorrectable(word)));
}

export function isCorrectable(word: string): boolean {
  const { length } = Array.from(word);
  return length >= minCorrectable && length <= maxLetters && !/^\p{Number}+$/u.test(word);
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

// Ranks the matches of a text in tiers, best first: the whole name, a prefix of the name, all words in the name, all
// words anywhere with one in the name, all words anywhere.

/** Corrections of one word with a typo. */
const maxCorrections = 8;
/** Words of a query that are used. */
const maxWords = 8;

/** What finds apps by tokens: an index of the server by expressions, a browser by lists. */
export interface TokenSearch<Match> {
  token: (token: string) => Match;
  allOf: (...of: Match[]) => Match;
  anyOf: (...of: Match[]) => Match;
  /** Whether anything matches. */
  finds: (match: Match) => boolean | Promise<boolean>;
  /** Words that may be the one that was meant. */
  wordsLike: (word: string) => readonly string[] | Promise<readonly string[]>;
}

/** @returns each tier with those before it, so that the last one has all matches; none if the text can match nothing */
export async function tiersOf<Match>(search: TokenSearch<Match>, text: string): Promise<Match[]> {
  const { token, allOf, anyOf } = search;
  const words = wordsOf(text.slice(0, limits.searchText)).slice(0, maxWords);
  if (words.length === 0) return [];
  const joined = words.join('');
  const joinedInName = token(`n${cut(joined)}`);
  const ofWholeName = [token(`e${joined}`), token(`p${cut(joined)}`)];
  const meanings = await Promise.all(words.map((word) => meaningsOf(search, word)));
  const known = meanings.filter((meaning) => meaning !== null);
  // A word without matches can still be a part of a name: 'pay stack'.
  if (known.length < meanings.length) return [...ofWholeName, joinedInName];
  const anywhere = allOf(...known.map((word) => word.anywhere));
  const inName = anyOf(allOf(...known.map((word) => word.inName)), joinedInName);
  const partlyInName = allOf(anyOf(...known.map((word) => word.inName)), anywhere);
  // For a single word, the tier before has every app with that word in its name.
  const partly = words.length === 1 ? [] : [anyOf(inName, partlyInName)];
  return [...ofWholeName, inName, ...partly, words.length === 1 ? anywhere : anyOf(joinedInName, anywhere)];
}

/** The word itself if it matches anything, else its corrections; null without any. */
async function meaningsOf<Match>(search: TokenSearch<Match>, word: string) {
  const asTyped = meaningOf(search, [cut(word)]);
  if (await search.finds(asTyped.anywhere)) return asTyped;
  if (!isCorrectable(word)) return null;
  const corrections = (await search.wordsLike(word)).filter((other) => isWithinOneEdit(word, other));
  return corrections.length === 0 ? null : meaningOf(search, corrections.slice(0, maxCorrections));
}

function meaningOf<Match>({ token, anyOf }: TokenSearch<Match>, words: string[]) {
  const inName = words.map((word) => token(`n${word}`));
  return { inName: anyOf(...inName), anywhere: anyOf(...inName, ...words.map((word) => token(`a${word}`))) };
}
