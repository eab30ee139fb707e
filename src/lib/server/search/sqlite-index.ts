// The index of SQLite: FTS5, which returns matches ordered by position.
import { sql } from 'kysely';
import type { ReadDb } from '../platform/db/database.ts';
import { toFts, type Expression } from './expression.ts';
import { firstFacetNumber, parseOffsets } from './facet-number.ts';
import type { FacetStep, Hit, HitQuery } from './hit.ts';
import { ownTurn } from './own-turn.ts';

/** Longest time in milliseconds that other requests wait for queries of a search, besides the last one. */
const holdMs = 5;

export async function findHits(read: ReadDb, { tiers, start, backwards, limit }: HitQuery): Promise<Hit[]> {
  const hits: Hit[] = [];
  const step = backwards ? -1 : 1;
  let since = performance.now();
  for (let tier = start?.tier ?? 0; tier >= 0 && tier < tiers.length; tier += step) {
    const expression = tiers[tier];
    if (!expression || hits.length >= limit) break;
    const beyond = tier === start?.tier ? start.position : null;
    const page = { expression, beyond, backwards, limit: limit - hits.length };
    const positions = await findPositions(read, page);
    hits.push(...positions.map((position) => ({ tier, position })));
    if (performance.now() - since < holdMs) continue;
    // Common words that are rarely in the same app: each tier reads all of their apps, and five tiers took 50 ms.
    await ownTurn();
    since = performance.now();
  }
  return hits;
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
    where search_index match ${toFts(expression)} and rowid ${isBeyond} ${from}
    order by rowid ${order} limit ${limit}`.execute(read as never);
  return rows.map((row) => row.position);
}

export async function countMatches(read: ReadDb, expression: Expression, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from search_index where search_index match ${toFts(expression)} limit ${most})`.execute(
    read as never,
  );
  return rows[0]?.count ?? 0;
}

/** Newest first. @param step apps at once @param pass apps in all */
export async function* readFacets(
  read: ReadDb,
  expression: Expression,
  step: number,
  pass: number,
): AsyncGenerator<FacetStep> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let done = 0; done < pass; done += step) {
    await ownTurn();
    // The planner would begin with the entries, and would read each entry beside its index.
    const { rows } = await sql<{ offsets: string | null; apps: number; last: number | null }>`
      select group_concat(facets) as offsets, count(*) as apps, min(position) as last from (
        select position, coalesce(facets, 0) - ${firstFacetNumber} as facets
        from search_index cross join search_entries indexed by search_entries_facets on position = search_index.rowid
        where search_index match ${toFts(expression)} and search_index.rowid < ${before}
        order by search_index.rowid desc limit ${step})`.execute(read as never);
    const { offsets = null, apps = 0, last = 0 } = rows[0] ?? {};
    yield { offsets: parseOffsets(offsets), isLast: apps < step };
    if (apps < step) return;
    before = last ?? 0;
  }
}
