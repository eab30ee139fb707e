// Ranks the matches of a text in tiers, best first: the whole name, a prefix of the name, all words in the name, all
// words anywhere with one in the name, all words anywhere.
import { filterNames, type AppFilter, askedFacts } from '../../shared/schemas/filters.ts';
import type { Database } from '../platform/db/database.ts';
import { isWithinOneEdit } from '../platform/names/typos.ts';
import { all, any, token, type Expression } from './expression.ts';
import type { Tiers } from './search-index.ts';
import { isMatched } from './search-queries.ts';
import { cut, factToken, filterToken, isCorrectable, wordsOf } from './tokens.ts';
import { wordsLike } from './words.ts';

/** Corrections of one word with a typo. */
const maxCorrections = 8;
/** Words of a query that are used. */
const maxWords = 8;

export function filterExpressions(filter: AppFilter): Expression[] {
  const filters = filterNames.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [token(filterToken(name, value))];
  });
  return [...filters, ...askedFacts(filter).map(([name, value]) => token(factToken(name, value)))];
}

/** @returns none if the text can match nothing */
export async function tiersOf(db: Pick<Database, 'engine' | 'read'>, text: string): Promise<Tiers> {
  const words = wordsOf(text).slice(0, maxWords);
  if (words.length === 0) return [];
  const joined = words.join('');
  const joinedInName = token(`n${cut(joined)}`);
  const ofWholeName = [token(`e${joined}`), token(`p${cut(joined)}`)];
  const meanings = await Promise.all(words.map((word) => meaningsOf(db, word)));
  const known = meanings.filter((meaning) => meaning !== null);
  // A word without matches can still be a part of a name: 'pay stack'.
  if (known.length < meanings.length) return [...ofWholeName, joinedInName];
  const anywhere = all(...known.map((word) => word.anywhere));
  const inName = any(all(...known.map((word) => word.inName)), joinedInName);
  const partlyInName = all(any(...known.map((word) => word.inName)), anywhere);
  // For a single word, the tier before has every app with that word in its name.
  const partly = words.length === 1 ? [] : [any(inName, partlyInName)];
  return [...ofWholeName, inName, ...partly, any(joinedInName, anywhere)];
}

/** The word itself if it matches anything, else its corrections; null without any. */
async function meaningsOf(
  db: Pick<Database, 'engine' | 'read'>,
  word: string,
): Promise<{ inName: Expression; anywhere: Expression } | null> {
  const asTyped = expressionsOf([cut(word)]);
  if (await isMatched(db, asTyped.anywhere)) return asTyped;
  if (!isCorrectable(word)) return null;
  const corrections = (await wordsLike(db.read, word)).filter((other) => isWithinOneEdit(word, other));
  return corrections.length === 0 ? null : expressionsOf(corrections.slice(0, maxCorrections));
}

function expressionsOf(words: string[]): { inName: Expression; anywhere: Expression } {
  const inName = any(...words.map((word) => token(`n${word}`)));
  return { inName, anywhere: any(...words.flatMap((word) => [token(`n${word}`), token(`a${word}`)])) };
}
