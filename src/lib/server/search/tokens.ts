// An app is indexed as a set of tokens, and a query is an expression over tokens (expression.ts). Both engines store
// the same tokens, so both find the same. The first letter of a token is its kind: those of words are in
// lib/shared/text/search-words.ts, and
//   f  a value of a filter, with its name; a category by its key
//   s  a telling word of the name or the description, without its ending; o what such a word is about (topics.ts)
//   x  what places the app last: a dead link
import { filterNames, valuesOfStored, type FilterName } from '../../shared/schemas/filters.ts';
import type { Category } from '../platform/category-list.ts';
import { cut, wordsOf, wordTokens, type AppTokens } from '../../shared/text/search-words.ts';
import { searchKey } from '../../shared/text/text.ts';
import { subjectsOf } from './topics.ts';

export interface IndexedApp extends Record<FilterName, string> {
  name: string;
  description: string;
  categories: readonly Pick<Category, 'key' | 'name'>[];
  ownerName: string;
  hasDeadLink: boolean;
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

/** What is found beside the name. */
export const textsOf = ({ description, categories, ownerName }: IndexedApp): string[] => [
  description,
  ...categories.map(({ name }) => name),
  ownerName,
];

/** With any change of it, a migration empties `search_entries`: the next start indexes what is missing. */
export function tokensOf(app: IndexedApp): AppTokens {
  const { beginnings, whole } = wordTokens(app.name, textsOf(app));
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
