// Ranks the matches of a text in tiers, best first: the whole name, a prefix of the name, all words in the name, all
// words anywhere with one in the name, all words anywhere.
import { filterNames, type AppFilter } from '../../shared/schemas/app-filters.ts';
import { askedFacts, type FactFilter } from '../../shared/schemas/facts/fact-filters.ts';
import type { Database } from '../platform/db/database.ts';
import { all, any, except, token, type Expression } from './expression.ts';
import { isMatched, wordsLike } from './search-queries.ts';
import { isWithinOneEdit } from '../platform/names/typos.ts';
import { cut, factToken, filterToken, isCorrectable, lastToken, wordsOf } from './tokens.ts';

/** Corrections of one word with a typo. */
const maxCorrections = 8;
/** Words of a query that are used. */
const maxWords = 8;

export function filterExpressions(filter: AppFilter): Expression[] {
  const filters = filterNames.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [token(filterToken(name, value))];
  });
  return [...filters, ...factExpressions(filter)];
}

/** The filters that have no counters. */
export const factExpressions = (filter: FactFilter): Expression[] =>
  askedFacts(filter).map(([name, value]) => token(factToken(name, value)));

export interface Ranking {
  /** Best first; they are disjoint. */
  tiers: Expression[];
  /** The union of the tiers, in the form that is fastest to count. */
  anyTier: Expression;
}

/** Apps with a dead link make one more tier, after all others. */
export function withDeadLast({ tiers, anyTier }: Ranking): Ranking {
  const last = token(lastToken);
  return { tiers: [...tiers.map((tier) => except(tier, last)), all(anyTier, last)], anyTier };
}

/** The matches that pass the filter. */
export function filterRanking({ tiers, anyTier }: Ranking, filter: AppFilter): Ranking {
  const filters = filterExpressions(filter);
  return { tiers: tiers.map((tier) => all(tier, ...filters)), anyTier: all(anyTier, ...filters) };
}

/** @returns null if the text can match nothing */
export async function rankingOf(
  db: Pick<Database, 'engine' | 'read'>,
  text: string,
): Promise<Ranking | null> {
  const words = wordsOf(text).slice(0, maxWords);
  if (words.length === 0) return null;
  const joined = words.join('');
  // exact is a subset of prefix, and prefix of joinedInName.
  const exact = token(`e${joined}`);
  const prefix = token(`p${cut(joined)}`);
  const joinedInName = token(`n${cut(joined)}`);
  const tiers = [exact, except(prefix, exact)];
  let anyTier: Expression = joinedInName;
  const meanings = await Promise.all(words.map((word) => meaningsOf(db, word)));
  // A word without matches can still be a part of a name: 'pay stack'.
  if (meanings.includes(null)) tiers.push(except(joinedInName, prefix));
  else {
    const inName = any(all(...meanings.flatMap((word) => word?.inName ?? [])), joinedInName);
    const anywhere = all(...meanings.flatMap((word) => word?.anywhere ?? []));
    tiers.push(except(inName, prefix));
    // For a single word, the tier above has every app with that word in its name.
    if (words.length === 1) tiers.push(except(anywhere, inName));
    else {
      const partlyInName = all(any(...meanings.flatMap((word) => word?.inName ?? [])), anywhere);
      tiers.push(except(partlyInName, inName), except(anywhere, any(inName, partlyInName)));
    }
    anyTier = any(joinedInName, anywhere);
  }
  return { tiers, anyTier };
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
