import { sql, type Kysely } from 'kysely';

/**
 * The facets of an app as a number in its search entry, so that one pass over the matches of a search counts all of
 * them. An entry without one, from before this migration or of an older version, gets it at a sweep; until then
 * searches that find it are counted as before. docs/decisions/007-search.md.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

const sqlite = [
  `alter table search_entries add column facets integer`,
  // Holds all that a count reads of an entry.
  `create index search_entries_facets on search_entries (position, facets)`,
];

/** As in migration 004: the planner guesses wrong how common a token is. */
const onlyByTokens = `set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '64MB'`;

const postgres = [
  `alter table search_entries add column facets bigint`,
  // Any `most` of the matches: an order would need all of them sorted. The numbers without `base` are shorter.
  `create function search_facet_numbers(wanted tsquery, base bigint, most integer) returns text
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return (select string_agg((coalesce(found.facets, 0) - base)::text, ',') from (
       select e.facets from search_entries e where search_tokens(e.beginnings, e.whole) @@ wanted limit most) as found);
   end $$`,
  `create function search_counts(wanted tsquery[], most integer) returns integer[]
     language plpgsql stable ${onlyByTokens} as $$
   declare
     counts integer[] := '{}';
     one tsquery;
   begin
     foreach one in array wanted loop
       counts := counts || (select count(*)::integer from (
         select 1 from search_entries e where search_tokens(e.beginnings, e.whole) @@ one limit most) as found);
     end loop;
     return counts;
   end $$`,
];
