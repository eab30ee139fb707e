import type { CategoryName } from '../../shared/schemas/categories.ts';
import { limits, displayCounts } from '../../shared/schemas/limits.ts';
import { asCards, type ListedCard } from '../apps/index.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { any, token, type Expression } from './expression.ts';
import { pageOfTiers, type SearchReader } from './search-apps.ts';
import { isMatched } from './search-queries.ts';
import { isWithinOneEdit } from '../platform/names/typos.ts';
import { cut, isCorrectable, wordsOf } from './tokens.ts';
import { wordsLike } from './words.ts';

/** Letters that two words have to share at least. */
const minPrefix = 3;
/** Words of a query that are used; each costs up to six lookups. */
const maxWords = 4;
/** Similar words for one word of the query. */
const maxSimilar = 8;

interface Suggestions {
  apps: ListedCard[];
  categories: CategoryName[];
}

/** Apps and categories with similar words, for a text that finds nothing. */
export async function suggest(reader: SearchReader, text: string): Promise<Suggestions> {
  reader.reads.note(dataKey.apps, dataKey.categories);
  const words = wordsOf(text.slice(0, limits.searchText)).slice(0, maxWords);
  const joined = words.length > 1 ? [words.join('')] : [];
  const tiers: Expression[] = [];
  const add = (found: Expression[]): void => {
    if (found.length > 0) tiers.push(any(...tiers.slice(-1), ...found));
  };
  const similar = (await Promise.all([...joined, ...words].map((word) => similarWords(reader, word)))).flat();
  add(similar.map((word) => token(`n${word}`)));
  add(await commonPrefixes(reader, [...joined, ...words]));
  const long = words.filter((word) => word.length >= minPrefix).map(cut);
  add([...long, ...similar].map((word) => token(`a${word}`)));
  const { items } = await pageOfTiers(asCards, reader, tiers, {
    limit: displayCounts.suggestedApps,
    count: 0,
  });
  const names = reader.categories.all.map(({ name }) => name);
  return { apps: items, categories: names.filter((name) => isLike(name, words)) };
}

/** Known words within two edits. */
async function similarWords({ read }: Reader, word: string): Promise<string[]> {
  return isCorrectable(word) ? (await wordsLike(read, word)).slice(0, maxSimilar) : [];
}

/** The longest prefix of each word that is a prefix of a word of a name, by binary search. */
async function commonPrefixes(reader: Reader, words: string[]): Promise<Expression[]> {
  const found = await Promise.all(
    words.map(async (word) => {
      const letters = Array.from(cut(word));
      const prefix = (length: number) => token(`n${letters.slice(0, length).join('')}`);
      let [matching, tooLong] = [minPrefix - 1, letters.length + 1];
      while (tooLong - matching > 1) {
        const length = (matching + tooLong) >> 1;
        if (await isMatched(reader, prefix(length))) matching = length;
        else tooLong = length;
      }
      return matching < minPrefix ? [] : [prefix(matching)];
    }),
  );
  return found.flat();
}

function isLike(category: CategoryName, words: string[]): boolean {
  return wordsOf(category).some((own) =>
    words.some(
      (word) =>
        word.length > minPrefix &&
        (isWithinOneEdit(own, word) || own.startsWith(word.slice(0, minPrefix + 1))),
    ),
  );
}
