// Boolean expressions over tokens, and their syntax in each engine. Tokens consist of letters and digits.
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { type AppTokens, lastToken } from './tokens.ts';

export type Expression =
  | { kind: 'token'; token: string }
  /** 'except': the first without the second. */
  | { kind: 'all' | 'any' | 'except'; of: Expression[] };

export const token = (text: string): Expression => ({ kind: 'token', token: text });

/** Without duplicates, because engines read the postings of a token as often as it occurs. */
function combined(kind: 'all' | 'any', of: Expression[]): Expression {
  const distinct = [...new Map(of.map((each) => [toFts(each), each])).values()];
  return distinct.length === 1 && distinct[0] ? distinct[0] : { kind, of: distinct };
}

export const all = (...of: Expression[]): Expression => combined('all', of);
export const any = (...of: Expression[]): Expression =>
  combined(
    'any',
    of.flatMap((each) => (each.kind === 'any' ? each.of : [each])),
  );
export const except = (of: Expression, not: Expression): Expression => ({ kind: 'except', of: [of, not] });

function write(expression: Expression, syntax: Record<'quote' | 'all' | 'any' | 'except', string>): string {
  if (expression.kind === 'token') return syntax.quote + expression.token + syntax.quote;
  return `(${expression.of.map((one) => write(one, syntax)).join(syntax[expression.kind])})`;
}

/** The expression in the syntax of FTS5. */
export const toFts = (expression: Expression): string =>
  write(expression, { quote: '"', all: ' AND ', any: ' OR ', except: ' NOT ' });

/** The expression in the syntax of PostgreSQL's `tsquery`. */
export const toTsquery = (expression: Expression): string =>
  write(expression, { quote: "'", all: ' & ', any: ' | ', except: ' & !' });

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
export const lastOf = (tiers: Tiers): Expression => all(...tiers.slice(-1), last);

/** What each tier has beyond the better ones, and what comes last. */
export function ranksOf(tiers: Tiers): Expression[] {
  const ranks = tiers.map((tier, at) => {
    const better = tiers[at - 1];
    return except(better ? except(tier, better) : tier, last);
  });
  return [...ranks, lastOf(tiers)];
}

/** The search entry of an app. */
export interface Entry {
  app_id: string;
  position: number;
  facets: string;
}

/** How many apps have just these facets. */
export interface FacetGroup {
  tokens: readonly string[];
  apps: number;
}

export interface SearchIndex {
  /** Ordered by tier, newest first within a tier; reversed when paging backwards. */
  find(read: ReadDb, query: HitQuery): Promise<Hit[]>;
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
  insert(trx: WriteDb, entries: readonly (Entry & { tokens: AppTokens })[]): Promise<void>;
}
