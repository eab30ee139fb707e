// What an app is found by. Each app is a set of tokens; a query is an expression over tokens (expression.ts). Both
// engines hold the same tokens, so both find the same. A token begins with a letter that says what it means:
//   e  the whole name
//   n  a beginning of what a word of the name, and all after it, joined, reads; an end of a word of it
//   p  a beginning of the name
//   a  a beginning of a word of the description, a category or the owner's name
//   c  a category
//   t  the platform
//   h  the phase
import {
  appFilters,
  columnFilters,
  type FilterColumns,
  type FilterName,
} from '../../shared/schemas/app-filters.ts';
import type { ReleaseType } from '../../shared/schemas/versions.ts';
import { fold, searchKey } from '../../shared/text/text.ts';

/** Longest beginning that is kept; of a longer word only as much is compared. */
export const longestToken = 24;
/** Length of the shortest word in which a typo is tolerated. */
export const shortestSlipped = 5;
/** Shortest end of a word of the name by which the name is found: 'money' finds 'Fairmoney'. */
const shortestEnd = 4;
/**
 * Changes with the tokens that `tokensOf` makes: an index of another format is written anew when the product starts.
 */
export const tokenFormat = '2';

export interface IndexedApp extends FilterColumns {
  name: string;
  description: string;
  categories: string[];
  ownerName: string;
  phase: ReleaseType;
}

/** Words of letters and digits, folded. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** Words of a name, also of one that is written as one word: 'VBank' gives 'v' and 'bank'. */
export function partsOfName(name: string): string[] {
  const composed = name.normalize('NFKC');
  return wordsOf(composed.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' '));
}

export function cut(word: string): string {
  return Array.from(word).slice(0, longestToken).join('');
}

export function filterToken(name: FilterName, value: string): string {
  return appFilters[name].token + searchKey(value);
}

/** Kept short: some 40 words stand for some 200 tokens. */
export interface AppTokens {
  /** Tokens, and so are their beginnings of a kind and one letter or more. */
  beginnings: Set<string>;
  /** Tokens as they stand here. */
  whole: Set<string>;
}

export function tokensOf(app: IndexedApp): AppTokens {
  const name = wordsOf(app.name);
  const beginnings = new Set([`p${cut(name.join(''))}`]);
  const whole = new Set([`e${name.join('')}`]);
  for (const parts of [name, partsOfName(app.name)])
    for (const index of parts.keys()) beginnings.add(`n${cut(parts.slice(index).join(''))}`);
  for (const word of name)
    for (let letters = Array.from(word).slice(1); letters.length >= shortestEnd; letters = letters.slice(1))
      whole.add(`n${cut(letters.join(''))}`);
  for (const text of [app.description, ...app.categories, app.ownerName]) {
    const words = wordsOf(text);
    for (const word of words) beginnings.add(`a${cut(word)}`);
    // Whoever leaves the space out between two words finds them too.
    for (const [index, word] of words.slice(1).entries())
      whole.add(`a${cut(`${words[index] ?? ''}${word}`)}`);
  }
  for (const category of app.categories) whole.add(filterToken('category', category));
  for (const name of [...columnFilters, 'phase'] as const) {
    const value: string = app[name];
    if (value !== '') whole.add(filterToken(name, value));
  }
  return { beginnings, whole };
}

/** Every token, as the function search_tokens of the PostgreSQL schema gives them. */
export function spellOut({ beginnings, whole }: AppTokens): Set<string> {
  const tokens = new Set(whole);
  for (const word of beginnings) {
    const [kind = '', ...letters] = Array.from(word);
    let beginning = kind;
    for (const letter of letters) tokens.add((beginning += letter));
  }
  return tokens;
}

/** Words in which a typo is tolerated. */
export function correctableWords(app: IndexedApp): Set<string> {
  const texts = [app.name, app.description, ...app.categories, app.ownerName].map(wordsOf);
  const words = [...texts.flat(), (texts[0] ?? []).join('')];
  return new Set([...words, ...partsOfName(app.name)].filter((word) => isCorrectable(word)));
}

export function isCorrectable(word: string): boolean {
  const { length } = Array.from(word);
  return length >= shortestSlipped && length <= longestToken && !/^\p{Number}+$/u.test(word);
}
