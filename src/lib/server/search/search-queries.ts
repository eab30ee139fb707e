// Queries of the index. Those that differ by engine are in sqlite-index.ts and postgres-index.ts.
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Expression } from './expression.ts';
import type { FacetStep, Hit, HitQuery } from './hit.ts';
import { ownTurn } from './own-turn.ts';
import * as postgres from './postgres-index.ts';
import { deletionKeys } from './typos.ts';
import * as sqlite from './sqlite-index.ts';

type Reader = Pick<Database, 'engine' | 'read'>;

/** Ordered by tier, newest first within a tier; reversed when paging backwards. */
export async function findHits({ engine, read }: Reader, query: HitQuery): Promise<Hit[]> {
  return engine.name === 'postgres'
    ? await postgres.findHits(read, query)
    : await sqlite.findHits(read, query);
}

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

/** As `countMatches`, for each expression. */
export async function countEach(
  { engine, read }: Reader,
  wanted: Expression[],
  most: number,
): Promise<number[]> {
  if (engine.name === 'postgres') return await postgres.countEach(read, wanted, most);
  const counts: number[] = [];
  for (const expression of wanted) {
    // Yields to other requests: SQLite is synchronous, and a count of a common word takes it a millisecond.
    await ownTurn();
    counts.push(await sqlite.countMatches(read, expression, most));
  }
  return counts;
}

/** The facets of matching apps in steps, each read when it is asked for: as a tally takes them (facet-number.ts). */
export function readFacets(
  { engine, read }: Reader,
  expression: Expression,
  { step, pass }: { step: number; pass: number },
): AsyncGenerator<FacetStep> {
  return engine.name === 'postgres'
    ? postgres.readFacets(read, expression, pass)
    : sqlite.readFacets(read, expression, step, pass);
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

/** The facets of these apps: a row for each category of one, and one without. */
export async function facetRowsOf(db: ReadDb | WriteDb, appIds: string[]) {
  return await db.selectFrom('search_facets').selectAll().where('app_id', 'in', appIds).execute();
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
    .where('position', 'in', positions)
    .execute();
  const idAt = new Map(rows.map((row) => [row.position, row.app_id]));
  return positions.flatMap((position) => idAt.get(position) ?? []);
}
