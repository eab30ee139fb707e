// Boolean expressions over tokens, in the syntax of FTS5: `(("nbank" OR "abank") AND "cfinance")`. Tokens consist of
// letters and digits.
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import type { AppTokens } from '../../shared/text/search-words.ts';
import { lastToken } from './tokens.ts';

export type Expression = string;

export const token = (text: string): Expression => `"${text}"`;

/** Without duplicates, because engines read the postings of a token as often as it occurs. */
function combined(operator: ' AND ' | ' OR ', of: Expression[]): Expression {
  const distinct = [...new Set(of)];
  return distinct.length > 1 ? `(${distinct.join(operator)})` : distinct.join('');
}

export const allOf = (...of: Expression[]): Expression => combined(' AND ', of);
export const anyOf = (...of: Expression[]): Expression => combined(' OR ', of);
/** The first without the second. */
export const except = (of: Expression, not: Expression): Expression => `(${of} NOT ${not})`;

/** The expression in the syntax of PostgreSQL's `tsquery`. */
export const toTsquery = (expression: Expression): string =>
  expression
    .replaceAll('"', "'")
    .replaceAll(' AND ', ' & ')
    .replaceAll(' OR ', ' | ')
    .replaceAll(' NOT ', ' & !');

// What a database engine does for the search. There are two, in engines.ts.

/** Best first. Each tier includes those before it, so the last one has all matches. */
export type Tiers = readonly Expression[];

/** Those of the last token (tokens.ts) are alike, whatever else they match: after all others. */
const last = token(lastToken);

/** The place of a matching app. */
export interface Hit {
  /** Index of the best tier that it is in; their number for one that comes last. */
  tier: number;
  position: number;
}

export interface HitQuery {
  tiers: Tiers;
  /** Exclusive. */
  start?: Hit | undefined;
  /** Towards better or newer hits. */
  backwards: boolean;
  limit: number;
  /** How many there are, where it is known. */
  matches?: number | undefined;
}

/** The matches of all tiers that come last. */
export const lastOf = (tiers: Tiers): Expression => allOf(...tiers.slice(-1), last);

/** What each tier has beyond the better ones, and what comes last. */
export function ranksOf(tiers: Tiers): Expression[] {
  const ranks = tiers.map((tier, at) => {
    const better = tiers[at - 1];
    return except(better ? except(tier, better) : tier, last);
  });
  return [...ranks, lastOf(tiers)];
}

/** How many apps have just these facets. */
export interface FacetGroup {
  tokens: readonly string[];
  apps: number;
}

export interface SearchIndex {
  /** Ordered by tier, newest first within a tier; reversed when paging backwards. */
  find(read: ReadDb, query: HitQuery): Promise<Hit[]>;
  /** Counts all apps of the index. */
  countAll(read: ReadDb): Promise<number>;
  /** Whether any app matches. */
  finds(read: ReadDb, expression: Expression): Promise<boolean>;
  /** Counts matching apps, up to `most`. */
  count(read: ReadDb, expression: Expression, most: number): Promise<number>;
  /** The facets of `most` matches: SQLite takes the newest, PostgreSQL any. */
  groupByFacets(read: ReadDb, expression: Expression, most: number): Promise<FacetGroup[]>;
  /** The positions of `most` matches of each token, likewise, in one statement. */
  someOfEach(read: ReadDb, tokens: readonly string[], most: number): Promise<number[][]>;
  /** Serializes writers of the index, until the end of the transaction. */
  lock(trx: WriteDb): Promise<void>;
  /** Makes the index fast again after many changes. */
  tidy(db: Pick<Database, 'read' | 'write'>): Promise<void>;
  insert(trx: WriteDb, entries: readonly (Row<'search_entries'> & { tokens: AppTokens })[]): Promise<void>;
}
