// An app is indexed as a set of tokens, and a query is an expression over tokens (expression.ts). Both engines store
// the same tokens, so both find the same. The first letter of a token is its kind: those of words are in
// lib/shared/text/search-words.ts, and
//   f  a value of a filter, with its name; a category by its key
//   s  a telling word of the name or the description, without its ending; o what such a word is about (topics.json)
//   x  what places the app last: a dead link
import topics from './topics.json' with { type: 'json' };
import { type FilterName, filterNames, valuesOfStored } from '../../shared/schemas/filters.ts';
import type { Category } from '../platform/category-list.ts';
import { type AppTokens, cut, wordsOf, wordTokens } from '../../shared/text/search-words.ts';
import { searchKey } from '../../shared/text/text.ts';

export interface IndexedApp extends Record<FilterName, string> {
  name: string;
  description: string;
  categories: readonly Pick<Category, 'key' | 'name'>[];
  ownerName: string;
  hasDeadLink: boolean;
}

/** Kept, because a list with counts needs the token of every choice. */
const filterTokens = new Map<string, string>();

export const filterToken = (name: FilterName | 'category', value: string): string =>
  filterTokens.getOrInsertComputed(name + value, (text) => `f${searchKey(text)}`);

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

// What apps are about, in words that mean nearly the same: 'parcel' and 'freight' have no letters in common. The lists
// follow the categories of the directory and of app stores, not single apps. A word may belong to several topics.

/** Words that say nothing about an app. */
const common = new Set(
  (
    'a about across account after all also an and any anyone anywhere app application are around as at back be ' +
    'beautiful been best better between both built but by can clean clear com daily day days do does door each ' +
    'easily easy end ends even every everyone everything fair fast find follow for free from full fully get gives ' +
    'good great has have help helps her his hour hours how in instant instantly into is it its ' +
    'just keep large late lets like live low made make makes many minute minutes mobile month monthly months more most ' +
    'near need new nigeria nigerian nigerians no not now of off on one online only open or other our out over own ' +
    'people phone place places platform quick quickly quite real same seconds see service services set simple ' +
    'size small so start state still than that the their them then there these they things this those through ' +
    'time to today together turn turns two up use used user users uses using via want was way we web website week ' +
    'what when where which while who whole wide will with within without world year years you your'
  ).split(' '),
);

const endings = /(?:ings?|ments?|ers?|ed|ly)$/;

/** 'loans' and 'loan', 'investment' and 'investing' are one word. */
function stemOf(word: string): string {
  const shorter = word.replace(endings, '');
  // 'shipping' is of 'ship'.
  if (shorter.length >= 3 && shorter !== word) return shorter.replace(/([bdgmnprt])\1$/, '$1');
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

const topicsOfStem = new Map<string, string[]>();
for (const [topic, words] of Object.entries(topics))
  for (const stem of new Set(words.split(' ').map(stemOf)))
    topicsOfStem.set(stem, [...(topicsOfStem.get(stem) ?? []), topic]);

/** Those of the words that tell something, without their endings, each with the topics that it belongs to. */
export function subjectsOf(words: readonly string[]): Map<string, readonly string[]> {
  const telling = words.filter(
    (word) => word.length >= 3 && !common.has(word) && !/^\p{Number}+$/u.test(word),
  );
  const stems = telling.map(stemOf).filter((stem) => !common.has(stem));
  return new Map(stems.map((stem) => [stem, topicsOfStem.get(stem) ?? []]));
}
