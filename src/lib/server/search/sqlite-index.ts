// The index of SQLite: FTS5, which returns matches ordered by position.
import { sql } from 'kysely';
import type { ReadDb } from '../platform/db/database.ts';
import { toFts, type Expression } from './expression.ts';
import type { Hit, HitQuery } from './hit.ts';
import { createBreaks } from './own-turn.ts';

/** The driver sends large numbers as floating point, and FTS5 passes over a rowid that is no integer. */
const integer = (position: number) => sql`cast(${position} as integer)`;

/** Longest time in milliseconds that other requests wait for queries of a search, besides the last one. */
const holdMs = 5;

export async function findHits(read: ReadDb, { tiers, start, backwards, limit }: HitQuery): Promise<Hit[]> {
  const hits: Hit[] = [];
  const step = backwards ? -1 : 1;
  // Common words that are rarely in the same app: each tier reads all of their apps, and five tiers took 50 ms.
  const breaks = createBreaks(holdMs);
  for (let tier = start?.tier ?? 0; tier >= 0 && tier < tiers.length; tier += step) {
    const expression = tiers[tier];
    if (!expression || hits.length >= limit) break;
    const beyond = tier === start?.tier ? start.position : null;
    const page = { expression, beyond, backwards, limit: limit - hits.length };
    const positions = await findPositions(read, page);
    hits.push(...positions.map((position) => ({ tier, position })));
    await breaks();
  }
  return hits;
}

/** @param few all matches of all tiers, newest first. @returns the best first */
export async function rankFew(
  read: ReadDb,
  tiers: readonly Expression[],
  few: readonly number[],
): Promise<number[]> {
  const ranked: number[] = [];
  let rest = [...few];
  // What is in no other tier is in the last one.
  for (const expression of tiers.slice(0, -1)) {
    const [newest, oldest] = [rest.at(0), rest.at(-1)];
    if (newest === undefined || oldest === undefined || newest === oldest) break;
    const { rows } = await sql<{ position: number }>`select rowid as position from search_index
      where search_index match ${toFts(expression)} and rowid between ${integer(oldest)} and ${integer(newest)}`.execute(
      read as never,
    );
    const inTier = new Set(rows.map(({ position }) => position));
    ranked.push(...rest.filter((position) => inTier.has(position)));
    rest = rest.filter((position) => !inTier.has(position));
  }
  return [...ranked, ...rest];
}

interface PositionQuery {
  expression: Expression;
  beyond: number | null;
  backwards: boolean;
  limit: number;
}

async function findPositions(
  read: ReadDb,
  { expression, beyond, backwards, limit }: PositionQuery,
): Promise<number[]> {
  const [isBeyond, order] = backwards ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  // Without a start: beyond all positions.
  const from = beyond ?? (backwards ? -1 : Number.MAX_SAFE_INTEGER);
  const { rows } = await sql<{ position: number }>`select rowid as position from search_index
    where search_index match ${toFts(expression)} and rowid ${isBeyond} ${integer(from)}
    order by rowid ${order} limit ${limit}`.execute(read as never);
  return rows.map((row) => row.position);
}

export const matchesOf = (expression: Expression, limit: number) =>
  sql`select rowid as position from search_index where search_index match ${toFts(expression)}
    order by rowid desc limit ${sql.lit(limit)}`;

export async function countMatches(read: ReadDb, expression: Expression, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from search_index where search_index match ${toFts(expression)} limit ${most})`.execute(
    read as never,
  );
  return rows[0]?.count ?? 0;
}
