import { sql, type Kysely } from 'kysely';

/**
 * On PostgreSQL the rows of the index hold the words, and only the GIN index holds their beginnings: rows of a quarter
 * of the size, of which a search for a common word reads thousands. They are written anew when the product starts.
 * docs/decisions/007-search.md.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  if (!db.getExecutor().adapter.supportsTransactionalDdl) return;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * The planner guesses wrong how common a token is, and then reads every row; the beginnings are too slow to spell out
 * in a row.
 */
const onlyByTokens = `set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '64MB'`;

const statements = [
  `delete from search_entries`,
  `drop index search_entries_tokens`,
  `alter table search_entries drop column tokens, add column beginnings text not null, add column whole text not null`,
  `alter table search_entries reset (toast_tuple_target)`,
  // A kind is one letter; what begins a word is a kind and at least one letter more.
  `create function search_tokens(beginnings text, whole text) returns tsvector
     language sql immutable strict parallel safe as $$
       select array_to_tsvector(array_agg(distinct token)) from (
         select left(word, length) as token
           from unnest(string_to_array(beginnings, ' ')) as word, generate_series(2, length(word)) as length
         union all select unnest(string_to_array(whole, ' '))) as tokens
     $$`,
  // Without fastupdate: what was written lately would be looked through one by one in every search.
  `create index search_entries_tokens on search_entries using gin (search_tokens(beginnings, whole))
     with (fastupdate = off)`,
  `drop function search_older`,
  `drop function search_newer`,
  // From one of the tiers on, tier after tier, until there are `most`. Only the first is begun beyond a position.
  `create function search_tiers(tiers tsquery[], first integer, beyond bigint, newest boolean, most integer)
     returns table (tier integer, found bigint) language plpgsql stable ${onlyByTokens} as $$
   declare
     more integer := most;
     got integer;
   begin
     tier := first;
     while more > 0 and tier >= 0 and tier < cardinality(tiers) loop
       if newest then
         return query select tier, e.position from search_entries e
           where search_tokens(e.beginnings, e.whole) @@ tiers[tier + 1] and (beyond is null or e.position < beyond)
           order by e.position desc limit more;
       else
         return query select tier, e.position from search_entries e
           where search_tokens(e.beginnings, e.whole) @@ tiers[tier + 1] and (beyond is null or e.position > beyond)
           order by e.position limit more;
       end if;
       get diagnostics got = row_count;
       more := more - got;
       beyond := null;
       tier := tier + case when newest then 1 else -1 end;
     end loop;
   end $$`,
  `create function search_newest(wanted tsquery, most integer) returns setof bigint
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return query select e.position from search_entries e
       where search_tokens(e.beginnings, e.whole) @@ wanted order by e.position desc limit most;
   end $$`,
  `create or replace function search_count(wanted tsquery, most integer) returns bigint
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return (select count(*) from (
       select 1 from search_entries e where search_tokens(e.beginnings, e.whole) @@ wanted limit most) as found);
   end $$`,
];
