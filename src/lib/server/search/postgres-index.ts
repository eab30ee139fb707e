// The index of PostgreSQL: GIN, which has no order, so that all matches are read and sorted. That is slow for common
// tokens, of which the next few hundred apps in list order fill a page. So those are scanned first, without the index.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../platform/db/database.ts';
import { toTsquery, type Expression } from './expression.ts';
import { firstFacetNumber, parseOffsets } from './facet-number.ts';
import type { FacetStep, Hit, HitQuery } from './hit.ts';

/** Apps that are scanned, in about 1 ms: enough for a page of a category, which one in fourteen apps has. */
const nearApps = 600;

export async function findHits(read: ReadDb, query: HitQuery): Promise<Hit[]> {
  const { tiers, start, backwards, limit } = query;
  const first = start?.tier ?? 0;
  const near = await findNear(read, query);
  // The first tier whose near hits fill a page.
  const full = near.findIndex((hits, tier) => tier >= first && hits.length >= limit);
  if (full === first) return near[full]?.slice(0, limit) ?? [];
  const asked = full === -1 ? tiers : tiers.slice(0, full);
  const { rows } = await sql<Hit>`select tier, found as position from search_tiers(
      array[${sql.join(asked.map(toTsquery))}]::tsquery[], ${first}, ${start?.position ?? null}, ${!backwards}, ${limit}
    )`.execute(read as never);
  return [...rows, ...(near[full] ?? [])].slice(0, limit);
}

/** The matches among the next apps in list order, by tier. After a start only in its own tier. */
async function findNear(read: ReadDb, { tiers, start, backwards }: HitQuery): Promise<Hit[][]> {
  const hits: Hit[][] = tiers.map(() => []);
  const scanned = [...tiers.entries()].filter(([tier]) => !start || tier === start.tier);
  const tierOfRow = sql.join(
    scanned.map(([tier, expression]) => sql`when ${holds(expression)} then ${sql.lit(tier)}`),
    sql` `,
  );
  const { rows } = await sql<Hit>`select tier, position from (
      select position, case ${tierOfRow} end as tier from (${nextApps(start, backwards)}) as near) as ranked
    where tier is not null order by position ${backwards ? sql`asc` : sql`desc`}`.execute(read as never);
  for (const hit of rows) hits[hit.tier]?.push(hit);
  return hits;
}

function nextApps(start: Hit | undefined, backwards: boolean): RawBuilder<unknown> {
  const [isBeyond, order] = backwards ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const beyond = start ? sql`where position ${isBeyond} ${start.position}` : sql``;
  return sql`select position, beginnings, whole from search_entries ${beyond}
    order by position ${order} limit ${sql.lit(nearApps)}`;
}

/** Whether one of the newest apps matches. */
export async function isMatchedNear(read: ReadDb, expression: Expression): Promise<boolean> {
  const { rows } = await sql`select from (${nextApps(undefined, false)}) as near
    where ${holds(expression)} limit 1`.execute(read as never);
  return rows.length > 0;
}

/** Condition on the words of a row, without the index. */
function holds(expression: Expression): RawBuilder<boolean> {
  switch (expression.kind) {
    case 'token': {
      const begins = sql<boolean>`strpos(' ' || beginnings, ${` ${expression.token}`}) > 0`;
      const is = sql<boolean>`strpos(' ' || whole || ' ', ${` ${expression.token} `}) > 0`;
      return sql<boolean>`(${begins} or ${is})`;
    }
    case 'all':
      return sql<boolean>`(${sql.join(expression.of.map(holds), sql` and `)})`;
    case 'any':
      return sql<boolean>`(${sql.join(expression.of.map(holds), sql` or `)})`;
    case 'except':
      return sql<boolean>`(${holds(expression.of)} and not ${holds(expression.not)})`;
  }
}

export async function countMatches(read: ReadDb, expression: Expression, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    search_count(${toTsquery(expression)}::tsquery, ${most}::integer) as count`.execute(read as never);
  return rows[0]?.count ?? 0;
}

export async function countEach(read: ReadDb, wanted: Expression[], most: number): Promise<number[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ counts: number[] }>`select
    search_counts(array[${sql.join(wanted.map(toTsquery))}]::tsquery[], ${most}::integer) as counts`.execute(
    read as never,
  );
  return rows[0]?.counts ?? [];
}

/** In any order, and in one step, because finding the apps costs more than reading them. @param pass apps in all */
export async function* readFacets(
  read: ReadDb,
  expression: Expression,
  pass: number,
): AsyncGenerator<FacetStep> {
  const { rows } = await sql<{ offsets: string | null }>`select search_facet_numbers(
    ${toTsquery(expression)}::tsquery, ${firstFacetNumber}::bigint, ${pass}::integer) as offsets`.execute(
    read as never,
  );
  const offsets = parseOffsets(rows[0]?.offsets ?? null);
  yield { offsets, isLast: offsets.length < pass };
}
