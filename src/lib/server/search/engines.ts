// Queries of the index, alike on both engines.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Engine, ReadDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements.ts';
import {
  type Expression,
  type FacetGroup,
  type Hit,
  type HitQuery,
  lastOf,
  ranksOf,
  type SearchIndex,
  token,
  toTsquery,
} from './expression.ts';
import { expandTokens } from './tokens.ts';

export const indexOf = ({ name }: Engine): SearchIndex => (name === 'postgres' ? postgresIndex : sqliteIndex);

/** Ids of the apps at these positions, in this order, without those deleted meanwhile. */
export async function appIdsAt(db: ReadDb, positions: readonly number[]): Promise<string[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom('search_entries')
    .select(['app_id', 'position'])
    .where('position', 'in', atFewLengths(positions))
    .execute();
  const idAt = new Map(rows.map((row) => [row.position, row.app_id]));
  return positions.flatMap((position) => idAt.get(position) ?? []);
}

interface StoredGroup {
  facets: string;
  apps: number;
}
const groupOf = ({ facets, apps }: StoredGroup): FacetGroup => ({ tokens: facets.split(' '), apps });

// The index of PostgreSQL: GIN, which has no order, so that all matches are read and sorted. That is slow for common
// tokens, of which the next few hundred apps in list order fill a page. So those are scanned first, without the index.

/** Apps that are scanned, in about 1 ms: enough for a page of a category, which one in fourteen apps has. */
const nearApps = 600;

/** So many matches are sorted in less time than the scan takes. */
const fewMatches = 300;

const indexLock = 4_704_001;

const postgresIndex: SearchIndex = {
  async find(read, query) {
    const { tiers, start, backwards, limit, matches = Infinity } = query;
    const first = start?.tier ?? 0;
    const near = matches <= fewMatches ? [] : await findNear(read, query);
    // The first tier whose near hits fill a page.
    const full = near.findIndex((hits, tier) => tier >= first && hits.length >= limit);
    if (full === first) return near[full]?.slice(0, limit) ?? [];
    const ranks = ranksOf(tiers);
    const asked = full === -1 ? ranks : ranks.slice(0, full);
    const { rows } = await sql<Hit>`select tier, found as position from search_tiers(
      ${asked.map(toTsquery)}::tsquery[], ${first}, ${start?.position ?? null}, ${!backwards}, ${limit})`.execute(
      read,
    );
    return [...rows, ...(near[full] ?? [])].slice(0, limit);
  },

  async finds(read, expression) {
    const near = await sql`select 1 from (select ${spaced} from search_entries
      order by position desc limit ${sql.lit(nearApps)}) as near where ${holds(expression)} limit 1`.execute(
      read,
    );
    return near.rows.length > 0 || (await this.count(read, expression, 1)) > 0;
  },

  async countAll(read) {
    const entries = read.selectFrom('search_entries');
    return (await entries.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow()).all;
  },

  async count(read, expression, most) {
    const { rows } = await sql<{ count: number }>`select
      search_count(${toTsquery(expression)}::tsquery, ${most}::integer) as count`.execute(read);
    return rows[0]?.count ?? 0;
  },

  async groupByFacets(read, expression, most) {
    const { rows } = await sql<StoredGroup>`select facets, apps
      from search_facets(${toTsquery(expression)}::tsquery, ${most}::integer)`.execute(read);
    return rows.map(groupOf);
  },

  async someOfEach(read, tokens, most) {
    const wanted = tokens.map((one) => toTsquery(token(one)));
    const { rows } = await sql<{ positions: string[] }>`select
      array(select search_some(wanted.token, ${most}::integer)) as positions
      from unnest(${wanted}::tsquery[]) with ordinality as wanted (token, place) order by place`.execute(
      read,
    );
    return rows.map(({ positions }) => positions.map(Number));
  },

  async lock(trx) {
    await sql`select pg_advisory_xact_lock(${indexLock})`.execute(trx);
  },

  // Autovacuum does.
  tidy: () => Promise.resolve(),

  async insert(trx, entries) {
    const rows = entries.map(({ tokens: { beginnings, whole }, ...entry }) => ({
      ...entry,
      beginnings: [...beginnings].join(' '),
      whole: [...whole].join(' '),
    }));
    await trx.insertInto('search_entries').values(rows).execute();
  },
};

/** The matches among the next apps in list order, by tier. After a start only in its own tier. */
async function findNear(read: ReadDb, { tiers, start, backwards }: HitQuery): Promise<Hit[][]> {
  const [isBeyond, order] = backwards ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const beyond = start ? sql`where position ${isBeyond} ${start.position}` : sql``;
  const cases = [lastOf(tiers), ...tiers].map(
    (tier, index) => sql`when ${holds(tier)} then ${sql.lit(index === 0 ? tiers.length : index - 1)}`,
  );
  const { rows } = await sql<Hit>`select tier, position from (
      select position, case ${sql.join(cases, sql` `)} end as tier from (
        select position, ${spaced} from search_entries ${beyond}
        order by position ${order} limit ${sql.lit(nearApps)}) as near) as ranked
    where tier is not null order by position ${order}`.execute(read);
  const wanted = start ? rows.filter(({ tier }) => tier === start.tier) : rows;
  return ranksOf(tiers).map((_, rank) => wanted.filter(({ tier }) => tier === rank));
}

/** Kinds of tokens that have no beginnings (tokens.ts); those of `p` have nothing else. */
const wholeKinds = 'efsox';

/** The words of a row, so that each begins and ends with a space. */
const spaced = sql`' ' || beginnings as beginnings, ' ' || whole || ' ' as whole`;

/** Condition on spaced words, without the index. */
function holds(expression: Expression): RawBuilder<boolean> {
  // The tokens are between the quotes.
  const parts = expression.split('"').map((part, at) => {
    return at % 2 === 0 ? sql.raw(part.replaceAll(' NOT ', ' AND NOT ')) : holdsToken(part);
  });
  return sql`${sql.join(parts, sql``)}`;
}

function holdsToken(one: string): RawBuilder<boolean> {
  const kind = one.slice(0, 1);
  const begins = sql<boolean>`strpos(beginnings, ${` ${one}`}) > 0`;
  const is = sql<boolean>`strpos(whole, ${` ${one} `}) > 0`;
  if (kind === 'p') return begins;
  return wholeKinds.includes(kind) ? is : sql`(${begins} or ${is})`;
}

// The index of SQLite: FTS5, which returns matches ordered by position.

/** The driver sends large numbers as floating point, and FTS5 passes over a rowid that is no integer. */
const integer = (position: number) => sql`cast(${position} as integer)`;

/** With each part that FTS5 has, finding takes longer: with 21 parts, five times as long as with one. */
const fewParts = 4;
/** Pages of the index that are merged at once, in about 4 ms: SQLite works on the thread that answers requests. */
const mergedPages = 64;

const sqliteIndex: SearchIndex = {
  async find(read, { tiers, start, backwards, limit }) {
    const [isBeyond, order] = backwards ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
    const ranks = ranksOf(tiers);
    const hits: Hit[] = [];
    for (let tier = start?.tier ?? 0; hits.length < limit; tier += backwards ? -1 : 1) {
      const expression = ranks[tier];
      if (!expression) break;
      const end = backwards ? -1 : Number.MAX_SAFE_INTEGER;
      const from = tier === start?.tier ? start.position : end;
      const { rows } = await sql<{ position: number }>`select rowid as position from search_index
        where search_index match ${expression} and rowid ${isBeyond} ${integer(from)}
        order by rowid ${order} limit ${limit - hits.length}`.execute(read);
      hits.push(...rows.map(({ position }) => ({ tier, position })));
    }
    return hits;
  },

  async finds(read, expression) {
    return (await this.count(read, expression, 1)) > 0;
  },

  // The table in which FTS5 has the length of each entry is the smallest: the entries take 200 times as long to count.
  async countAll(read) {
    const { rows } = await sql<{ all: number }>`select count(*) as "all" from search_index_docsize`.execute(
      read,
    );
    return rows[0]?.all ?? 0;
  },

  async count(read, expression, most) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from
      (select 1 from search_index where search_index match ${expression} limit ${most})`.execute(read);
    return rows[0]?.count ?? 0;
  },

  async groupByFacets(read, expression, most) {
    const { rows } = await sql<StoredGroup>`select facets, count(*) as apps from (
        select facets from search_index join search_entries on search_entries.position = search_index.rowid
        where search_index match ${expression} order by search_index.rowid desc limit ${most}
      ) as newest group by facets`.execute(read);
    return rows.map(groupOf);
  },

  async someOfEach(read, tokens, most) {
    const wanted = JSON.stringify(tokens.map((one) => token(one)));
    // As texts: rows would take longer than finding the matches.
    const { rows } = await sql<{ positions: string }>`select (
        select json_group_array(rowid) from (select rowid from search_index
          where search_index match wanted.value order by rowid desc limit ${sql.lit(most)})
      ) as positions from json_each(${wanted}) as wanted`.execute(read);
    return rows.map(({ positions }) => JSON.parse(positions) as number[]);
  },

  // A transaction that writes is alone in any case.
  lock: () => Promise.resolve(),

  async tidy({ read, write }) {
    const { rows } = await sql<{
      parts: number;
    }>`select count(distinct segid) as parts from search_index_idx`.execute(read);
    if ((rows[0]?.parts ?? 0) <= fewParts) return;
    // Negative pages begin to merge all parts into one, others go on with it.
    for (let pages = -mergedPages, isDone = false; !isDone; pages = mergedPages) {
      isDone = await write(async (trx) => {
        const changes = async () =>
          (await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)).rows[0]?.changes ??
          0;
        const before = await changes();
        await sql`insert into search_index (search_index, rank) values ('merge', ${sql.lit(pages)})`.execute(
          trx,
        );
        // Where nothing was merged, only the statement itself counts.
        return (await changes()) - before < 2;
      });
      await setImmediate();
    }
  },

  /**
   * The tokens come last, with one statement for each row: before a statement that SQLite may have to undo alone, such
   * as one with several rows or a trigger, FTS5 writes its pending tokens as a separate segment, which it has to merge
   * later.
   */
  async insert(trx, entries) {
    const rows = entries.map(({ app_id, position, facets }) => ({ app_id, position, facets }));
    await trx.insertInto('search_entries').values(rows).execute();
    for (const { position, tokens } of entries)
      await sql`insert into search_index (rowid, tokens)
        values (${position}, ${[...expandTokens(tokens)].join(' ')})`.execute(trx);
  },
};
