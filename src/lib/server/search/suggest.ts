import type { AppListing } from '../../shared/schemas/apps.ts';
import { categoryNames, type CategoryName } from '../../shared/schemas/categories.ts';
import { limits, displayCounts } from '../../shared/schemas/limits.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { any, except, token, type Expression } from './expression.ts';
import { pageOfRanking } from './search-apps.ts';
import { isMatched, wordsLike } from './search-queries.ts';
import { isWithinOneEdit } from './typos.ts';
import { cut, isCorrectable, wordsOf } from './tokens.ts';

/** Fewer letters in common are no likeness. */
const shortestLikeness = 3;
/** Of a query; each word costs up to six lookups. */
const mostWords = 4;
/** Known words that are taken for one word of the query. */
const mostLike = 8;

export interface Suggestions {
  apps: AppListing[];
  categories: CategoryName[];
}

/** What may have been meant by a text that finds nothing. */
export async function suggest(reader: Reader, text: string): Promise<Suggestions> {
  reader.reads.note(dataKey.apps);
  const words = wordsOf(text.slice(0, limits.searchText)).slice(0, mostWords);
  const joined = words.length > 1 ? [words.join('')] : [];
  const tiers: Expression[] = [];
  const add = (found: Expression[]): void => {
    if (found.length === 0) return;
    const better = [...tiers];
    tiers.push(better.length === 0 ? any(...found) : except(any(...found), any(...better)));
  };
  const like = (await Promise.all([...joined, ...words].map((word) => wordsLikeThis(reader, word)))).flat();
  add(like.map((word) => token(`n${word}`)));
  add(await beginningsInCommon(reader, [...joined, ...words]));
  const long = words.filter((word) => word.length >= shortestLikeness).map(cut);
  add([...long, ...like].map((word) => token(`a${word}`)));
  const anyTier = any(...tiers);
  const { items } =
    tiers.length === 0
      ? { items: [] }
      : await pageOfRanking(reader, { tiers, anyTier }, { limit: displayCounts.suggestedApps, count: 0 });
  return { apps: items, categories: categoryNames.filter((name) => isLike(name, words)) };
}

/** Known words within two edits. */
async function wordsLikeThis({ read }: Reader, word: string): Promise<string[]> {
  return isCorrectable(word) ? (await wordsLike(read, word)).slice(0, mostLike) : [];
}

/** The longest beginning of each word with which a word of some name begins; a longer one never matches more. */
async function beginningsInCommon(reader: Reader, words: string[]): Promise<Expression[]> {
  const found = await Promise.all(
    words.map(async (word) => {
      const letters = Array.from(cut(word));
      const beginning = (length: number) => token(`n${letters.slice(0, length).join('')}`);
      let [most, tooMany] = [shortestLikeness - 1, letters.length + 1];
      while (tooMany - most > 1) {
        const length = (most + tooMany) >> 1;
        if (await isMatched(reader, beginning(length))) most = length;
        else tooMany = length;
      }
      return most < shortestLikeness ? [] : [beginning(most)];
    }),
  );
  return found.flat();
}

function isLike(category: CategoryName, words: string[]): boolean {
  return wordsOf(category).some((own) =>
    words.some(
      (word) =>
        word.length > shortestLikeness &&
        (isWithinOneEdit(own, word) || own.startsWith(word.slice(0, shortestLikeness + 1))),
    ),
  );
}
