// Queries of the index. Those that differ by engine are in sqlite-index.ts and postgres-index.ts.
import { sql } from 'kysely';
import type { Database, ReadDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements/few-lengths.ts';
import type { Expression } from './expression.ts';
import type { Hit, HitQuery } from './hit.ts';
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

/** A statement of the positions of the newest matches. */
export const matchesOf = ({ engine }: Pick<Database, 'engine'>, expression: Expression, limit: number) =>
  engine.name === 'postgres' ? postgres.matchesOf(expression, limit) : sqlite.matchesOf(expression, limit);

/** Positions of the newest matches, in this order. */
export async function newestMatches(db: Reader, expression: Expression, limit: number): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`select position
    from (${matchesOf(db, expression, limit)}) as matches order by position desc`.execute(db.read as never);
  return rows.map(({ position }) => position);
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
