// From a text to what it matches, best first: the whole name, a beginning of the name, words of the name, words of
// anything with one of them in the name, words of anything.
import { filterNames, type AppFilter } from '../../shared/schemas/app-filters.ts';
import type { Database } from '../platform/db/database.ts';
import { all, any, except, token, type Expression } from './expression.ts';
import { isMatched, wordsLike } from './search-queries.ts';
import { isWithinOneEdit } from './typos.ts';
import { cut, filterToken, isCorrectable, wordsOf } from './tokens.ts';

/** Maximum of corrections for a word with a typo; more would be guessing. */
const mostMeant = 8;
/** Of a query; more words than that are not looked at. */
const mostWords = 8;

export function filterExpressions(filter: AppFilter): Expression[] {
  return filterNames.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [token(filterToken(name, value))];
  });
}

export interface Ranking {
  /** Best first; no two match the same app. */
  tiers: Expression[];
  /** What any of them matches, in the words that are quickest to count. */
  anyTier: Expression;
}

/** null where the text can match nothing. */
export async function rankingOf(
  db: Pick<Database, 'engine' | 'read'>,
  text: string,
  filter: AppFilter,
): Promise<Ranking | null> {
  const words = wordsOf(text).slice(0, mostWords);
  if (words.length === 0) return null;
  const joined = words.join('');
  // Whoever has the exact name has its beginning, and who has that has the words joined in the name.
  const exact = token(`e${joined}`);
  const beginning = token(`p${cut(joined)}`);
  const joinedInName = token(`n${cut(joined)}`);
  const tiers = [exact, except(beginning, exact)];
  let anyTier: Expression = joinedInName;
  const meant = await Promise.all(words.map((word) => meaningsOf(db, word)));
  // A word that is nothing by itself can still be a part of a name: 'pay stack'.
  if (meant.includes(null)) tiers.push(except(joinedInName, beginning));
  else {
    const inName = any(all(...meant.flatMap((word) => word?.inName ?? [])), joinedInName);
    const anywhere = all(...meant.flatMap((word) => word?.anywhere ?? []));
    tiers.push(except(inName, beginning));
    // Of a single word, the tier above has every app with that word in its name.
    if (words.length === 1) tiers.push(except(anywhere, inName));
    else {
      const partlyInName = all(any(...meant.flatMap((word) => word?.inName ?? [])), anywhere);
      tiers.push(except(partlyInName, inName), except(anywhere, any(inName, partlyInName)));
    }
    anyTier = any(joinedInName, anywhere);
  }
  const filters = filterExpressions(filter);
  return { tiers: tiers.map((tier) => all(tier, ...filters)), anyTier: all(anyTier, ...filters) };
}

/** The word as it is where anything begins with it; else what it was meant to be. null: it can be nothing. */
async function meaningsOf(
  db: Pick<Database, 'engine' | 'read'>,
  word: string,
): Promise<{ inName: Expression; anywhere: Expression } | null> {
  const asTyped = expressionsOf([cut(word)]);
  if (await isMatched(db, asTyped.anywhere)) return asTyped;
  if (!isCorrectable(word)) return null;
  const meant = (await wordsLike(db.read, word)).filter((other) => isWithinOneEdit(word, other));
  return meant.length === 0 ? null : expressionsOf(meant.slice(0, mostMeant));
}

function expressionsOf(words: string[]): { inName: Expression; anywhere: Expression } {
  const inName = any(...words.map((word) => token(`n${word}`)));
  return { inName, anywhere: any(...words.flatMap((word) => [token(`n${word}`), token(`a${word}`)])) };
}
