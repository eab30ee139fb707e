// An app is indexed as a set of tokens, and a query is an expression over tokens (expression.ts). Both engines store
// the same tokens, so both find the same. The first letter of a token is its kind:
//   e  the whole name
//   n  a prefix of the rest of the name from one of its words on, without spaces; a suffix of a word of the name
//   p  a prefix of the name
//   a  a prefix of a word of the description, the name of a category or the owner's name
//   f  a value of a filter, with its name; a category by its key
//   s  a telling word of the name or the description, without its ending; o what such a word is about (topics.ts)
//   x  what places the app last: a dead link
import { filterNames, valuesOfStored, type FilterName } from '../../shared/schemas/filters.ts';
import type { Category } from '../platform/category-list.ts';
import { fold, searchKey } from '../../shared/text/text.ts';
import { subjectsOf } from './topics.ts';

/** Letters of the longest prefix that is stored and compared. */
const maxLetters = 24;
/** Letters of the shortest word in which a typo is tolerated. */
const minCorrectable = 5;
/** Letters of the shortest suffix of a word that finds a name: 'money' finds 'Fairmoney'. */
const minSuffix = 4;

export interface IndexedApp extends Record<FilterName, string> {
  name: string;
  description: string;
  categories: readonly Pick<Category, 'key' | 'name'>[];
  ownerName: string;
  hasDeadLink: boolean;
}

/** Words of letters and digits, folded. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** Words of a name, split at capitals too: 'VBank' gives 'v' and 'bank'. */
function partsOfName(name: string): string[] {
  const composed = name.normalize('NFKC');
  return wordsOf(composed.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' '));
}

export function cut(word: string): string {
  return Array.from(word).slice(0, maxLetters).join('');
}

export const filterToken = (name: FilterName | 'category', value: string): string =>
  `f${searchKey(name + value)}`;

/** The tokens of the filters and facts of an app. */
export const filterTokensOf = (app: IndexedApp): string[] => [
  ...app.categories.map(({ key }) => filterToken('category', key)),
  ...filterNames.flatMap((name) => valuesOfStored(name, app[name]).map((value) => filterToken(name, value))),
];

export const stemToken = (stem: string): string => `s${cut(stem)}`;
export const topicToken = (topic: string): string => `o${topic}`;

/** Token of apps that come last. Other apps have no token for it, so that an existing index need not be rebuilt. */
export const lastToken = 'xdead';

/** Compact form: about 40 words stand for about 200 tokens. */
export interface AppTokens {
  /** Tokens whose prefixes, of the kind and at least one letter, are tokens too. */
  beginnings: Set<string>;
  /** Tokens without prefixes. */
  whole: Set<string>;
}

const namesOf = ({ categories }: IndexedApp): string[] => categories.map(({ name }) => name);

/** With any change of it, a migration empties `search_entries`: the next start indexes what is missing. */
export function tokensOf(app: IndexedApp): AppTokens {
  const name = wordsOf(app.name);
  const beginnings = new Set([`p${cut(name.join(''))}`]);
  const whole = new Set([`e${name.join('')}`]);
  for (const parts of [name, partsOfName(app.name)])
    for (const index of parts.keys()) beginnings.add(`n${cut(parts.slice(index).join(''))}`);
  for (const word of name)
    for (let letters = Array.from(word).slice(1); letters.length >= minSuffix; letters = letters.slice(1))
      whole.add(`n${cut(letters.join(''))}`);
  for (const text of [app.description, ...namesOf(app), app.ownerName]) {
    const words = wordsOf(text);
    for (const word of words) beginnings.add(`a${cut(word)}`);
    // Two words are found without the space between them too.
    for (const [index, word] of words.slice(1).entries())
      whole.add(`a${cut(`${words[index] ?? ''}${word}`)}`);
  }
  for (const token of filterTokensOf(app)) whole.add(token);
  for (const [stem, topics] of subjectsOf(wordsOf(`${app.name} ${app.description}`)))
    for (const token of [stemToken(stem), ...topics.map(topicToken)]) whole.add(token);
  if (app.hasDeadLink) whole.add(lastToken);
  return { beginnings, whole };
}

/** Every token, as the function search_tokens of the PostgreSQL schema returns them. */
export function expandTokens({ beginnings, whole }: AppTokens): Set<string> {
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
  const texts = [app.name, app.description, ...namesOf(app), app.ownerName].map(wordsOf);
  const words = [...texts.flat(), (texts[0] ?? []).join('')];
  return new Set([...words, ...partsOfName(app.name)].filter((word) => isCorrectable(word)));
}

export function isCorrectable(word: string): boolean {
  const { length } = Array.from(word);
  return length >= minCorrectable && length <= maxLetters && !/^\p{Number}+$/u.test(word);
}
