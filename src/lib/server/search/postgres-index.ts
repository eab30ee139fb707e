// The index of PostgreSQL: GIN, which has no order, so that all matches are read and sorted. That is slow for common
// tokens, of which the next few hundred apps in list order fill a page. So those are scanned first, without the index.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../platform/db/database.ts';
import { toTsquery, type Expression } from './expression.ts';
import { lastToken } from './tokens.ts';
import type { Hit, HitQuery } from './hit.ts';

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
  const started = start && tiers[start.tier];
  const tierOfRow = started
    ? sql`case when ${holds(started)} then ${sql.lit(start.tier)} end`
    : firstTier(tiers);
  const { rows } = await sql<Hit>`select tier, position from (
      select position, ${tierOfRow} as tier from (${nextApps(start, backwards)}) as near) as ranked
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

/** @param few all matches of all tiers. @returns the best first */
export async function rankFew(
  read: ReadDb,
  tiers: readonly Expression[],
  few: readonly number[],
): Promise<number[]> {
  if (few.length <= 1 || tiers.length <= 1) return [...few];
  const { rows } = await sql<{ position: number }>`select position from search_entries
    where position = any(${few}::bigint[])
    order by ${firstTier(tiers)}, position desc`.execute(read as never);
  return rows.map(({ position }) => position);
}

/** Whether one of the newest apps matches. */
export async function isMatchedNear(read: ReadDb, expression: Expression): Promise<boolean> {
  const { rows } = await sql`select from (${nextApps(undefined, false)}) as near
    where ${holds(expression)} limit 1`.execute(read as never);
  return rows.length > 0;
}

/** Where the tokens of a kind are; those of the other kinds are in both columns (tokens.ts). */
const columnsOfKind: Record<string, 'beginnings' | 'whole'> = {
  p: 'beginnings',
  e: 'whole',
  c: 'whole',
  t: 'whole',
  h: 'whole',
  f: 'whole',
  x: 'whole',
};

/** Condition on the words of a row, without the index. */
function holds(expression: Expression): RawBuilder<boolean> {
  switch (expression.kind) {
    case 'token': {
      const { token } = expression;
      const column = columnsOfKind[token.slice(0, 1)];
      const begins = sql<boolean>`strpos(' ' || beginnings, ${` ${token}`}) > 0`;
      const is = sql<boolean>`strpos(' ' || whole || ' ', ${` ${token} `}) > 0`;
      if (column) return column === 'whole' ? is : begins;
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

const isLast = (not: Expression): boolean => not.kind === 'token' && not.token === lastToken;

/** Number of the first tier that a row is in, or null. The first one counts, so tiers need not exclude each other. */
function firstTier(tiers: readonly Expression[]): RawBuilder<number | null> {
  const cases = tiers.map((tier, index) => sql`when ${holds(inclusive(tier))} then ${sql.lit(index)}`);
  return sql<number | null>`case ${sql.join(cases, sql` `)} end`;
}

/** The tier without the exclusion of better tiers. Apps that come last in any case are still excluded. */
function inclusive(tier: Expression): Expression {
  if (tier.kind === 'except') return isLast(tier.not) ? { ...tier, of: inclusive(tier.of) } : tier.of;
  return tier.kind === 'all' ? { kind: 'all', of: tier.of.map(inclusive) } : tier;
}

export const matchesOf = (expression: Expression, limit: number) =>
  sql`select position from search_newest(${toTsquery(expression)}::tsquery, ${limit}::integer) as position`;

export async function countMatches(read: ReadDb, expression: Expression, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    search_count(${toTsquery(expression)}::tsquery, ${most}::integer) as count`.execute(read as never);
  return rows[0]?.count ?? 0;
}
