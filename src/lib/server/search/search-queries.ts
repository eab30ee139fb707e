// Queries of the index. Those that differ by engine are in sqlite-index.ts and postgres-index.ts.
import { findCategories } from '../apps/index.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements/few-lengths.ts';
import type { Expression } from './expression.ts';
import type { Hit, HitQuery, IndexChanges } from './hit.ts';
import * as postgres from './postgres-index.ts';
import { deletionKeys } from '../platform/names/typos.ts';
import * as sqlite from './sqlite-index.ts';

type Reader = Pick<Database, 'engine' | 'read'>;

/** Ordered by tier, newest first within a tier; reversed when paging backwards. */
export async function findHits({ engine, read }: Reader, query: HitQuery): Promise<Hit[]> {
  return engine.name === 'postgres'
    ? await postgres.findHits(read, query)
    : await sqlite.findHits(read, query);
}

/**
 * All matches of the tiers, the best first.
 * @param few all matches, newest first
 */
export async function rankFew(
  { engine, read }: Reader,
  tiers: readonly Expression[],
  few: readonly number[],
): Promise<number[]> {
  return engine.name === 'postgres'
    ? await postgres.rankFew(read, tiers, few)
    : await sqlite.rankFew(read, tiers, few);
}

/** A statement of the positions of up to `limit` matches. */
export const matchesOf = ({ engine }: Pick<Database, 'engine'>, expression: Expression, limit: number) =>
  (engine.name === 'postgres' ? postgres : sqlite).matchesOf(expression, limit);

/** Counts matching apps, up to `most`. */
export async function countMatches(
  { engine, read }: Reader,
  expression: Expression,
  most: number,
): Promise<number> {
  return engine.name === 'postgres'
    ? await postgres.countMatches(read, expression, most)
    : await sqlite.countMatches(read, expression, most);
}

/** Positions of all matches, in any order. */
export async function findAllPositions(
  { engine, read }: Reader,
  expression: Expression,
): Promise<Float64Array> {
  return engine.name === 'postgres'
    ? await postgres.findAllPositions(read, expression)
    : await sqlite.findAllPositions(read, expression);
}

/** Those of the positions that match. */
export async function matchesAmong(
  { engine, read }: Reader,
  expression: Expression,
  positions: readonly number[],
): Promise<number[]> {
  return engine.name === 'postgres'
    ? await postgres.matchesAmong(read, expression, positions)
    : await sqlite.matchesAmong(read, expression, positions);
}

/** Changes of the index since a call. @param seen the value that the call returned */
export async function changesSince(
  { engine, read }: Reader,
  seen: string,
  limit: number,
): Promise<IndexChanges> {
  return engine.name === 'postgres'
    ? await postgres.changesSince(read, seen, limit)
    : await sqlite.changesSince(read, seen, limit);
}

/** For `changesSince`: everything up to now has been seen. */
export async function lastChange({ engine, read }: Reader): Promise<string> {
  return engine.name === 'postgres' ? await postgres.lastChange(read) : await sqlite.lastChange(read);
}

/** A text that is another one as soon as a change of the index is committed. */
export async function indexState({ engine, read }: Reader): Promise<string> {
  return engine.name === 'postgres' ? await postgres.indexState(read) : await sqlite.lastChange(read);
}

/** The entries at these positions. */
export async function entriesAt(db: ReadDb, positions: number[]) {
  return await db
    .selectFrom('search_entries')
    .select(['app_id', 'position', 'facets'])
    .where('position', 'in', positions)
    .execute();
}

/** Entries after a position, in order. */
export async function entriesAfter(db: ReadDb, after: number, limit: number) {
  return await db
    .selectFrom('search_entries')
    .select(['app_id', 'position', 'facets'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The facets of these apps: a row for each category of one with its bit, and one without. */
export async function facetRowsOf(db: ReadDb | WriteDb, appIds: string[]) {
  const rows = await db.selectFrom('search_facets').selectAll().where('app_id', 'in', appIds).execute();
  const categories = [...(await findCategories(db, appIds)).values()].flat();
  const bits = new Map(categories.map(({ key, facet }) => [key, facet]));
  return rows.map((row) => ({ ...row, facet: bits.get(row.category) ?? null }));
}

/** Whether any app matches. */
export async function isMatched(db: Reader, expression: Expression): Promise<boolean> {
  if (db.engine.name === 'postgres' && (await postgres.isMatchedNear(db.read, expression))) return true;
  return (await countMatches(db, expression, 1)) > 0;
}

/** Words that share a deletion key with this one; some of them are two edits away. */
export async function wordsLike(db: ReadDb, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .distinct()
    .where('slip', 'in', [...deletionKeys(word)])
    .orderBy('word')
    .execute();
  return rows.map((row) => row.word);
}

/** Known words after `after`, in alphabetical order. */
export async function knownWords(db: ReadDb, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .whereRef('slip', '=', 'word')
    .where('slip', '>', after)
    .orderBy('slip')
    .limit(limit)
    .execute();
  return rows.map(({ word }) => word);
}

/** Ids of the apps at these positions, in this order, without those deleted meanwhile. */
export async function appIdsAt(db: ReadDb, positions: number[]): Promise<string[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom('search_entries')
    .select(['app_id', 'position'])
    .where('position', 'in', atFewLengths(positions))
    .execute();
  const idAt = new Map(rows.map((row) => [row.position, row.app_id]));
  return positions.flatMap((position) => idAt.get(position) ?? []);
}
