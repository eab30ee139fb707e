// The index of SQLite: FTS5, which returns matches ordered by position.
import { sql } from 'kysely';
import { toFts, token } from './expression.ts';
import { ranksOf, type FacetGroup, type Hit, type SearchIndex } from './search-index.ts';
import { expandTokens } from './tokens.ts';

/** The driver sends large numbers as floating point, and FTS5 passes over a rowid that is no integer. */
const integer = (position: number) => sql`cast(${position} as integer)`;

export const sqliteIndex: SearchIndex = {
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
        where search_index match ${toFts(expression)} and rowid ${isBeyond} ${integer(from)}
        order by rowid ${order} limit ${limit - hits.length}`.execute(read as never);
      hits.push(...rows.map(({ position }) => ({ tier, position })));
    }
    return hits;
  },

  async count(read, expression, most) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from
      (select 1 from search_index where search_index match ${toFts(expression)} limit ${most})`.execute(
      read as never,
    );
    return rows[0]?.count ?? 0;
  },

  async groupByFacets(read, expression, most) {
    const { rows } = await sql<FacetGroup>`select facets, count(*) as apps from (
        select facets from search_index join search_entries on search_entries.position = search_index.rowid
        where search_index match ${toFts(expression)} order by search_index.rowid desc limit ${most}
      ) as newest group by facets`.execute(read as never);
    return rows;
  },

  async someOfEach(read, tokens, most) {
    const wanted = JSON.stringify(tokens.map((one) => toFts(token(one))));
    // As texts: rows would take longer than finding the matches.
    const { rows } = await sql<{ positions: string }>`select (
        select json_group_array(rowid) from (select rowid from search_index
          where search_index match wanted.value order by rowid desc limit ${sql.lit(most)})
      ) as positions from json_each(${wanted}) as wanted`.execute(read as never);
    return rows.map(({ positions }) => JSON.parse(positions) as number[]);
  },

  // A transaction that writes is alone in any case.
  lock: () => Promise.resolve(),

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
