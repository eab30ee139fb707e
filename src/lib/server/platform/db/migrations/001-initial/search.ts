// The search index: docs/decisions/007-search.md.
import { index, key, table, text, uniqueKey } from './columns.ts';

export function search(isPostgres: boolean): string[] {
  return [
    table(
      'search_entries',
      `position ${isPostgres ? 'bigint' : 'integer'} primary key not null`,
      `${uniqueKey('app_id')} references apps on delete cascade`,
      key('facets'),
      // The rows hold the words, and only the GIN index holds their beginnings: rows of a quarter of the size, of which
      // a search for a common word reads thousands.
      ...(isPostgres ? [text('beginnings', 'whole')] : []),
    ),
    index('search_entries_facets', 'search_entries (facets)'),
    table('search_words', key('slip', 'word'), 'primary key (slip, word)'),
    ...(isPostgres ? postgres : sqlite),
  ];
}

const sqlite = [
  `create virtual table search_index using fts5(tokens, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `create trigger search_entries_gone after delete on search_entries begin
     delete from search_index where rowid = old.position;
   end`,
];

/**
 * The planner guesses wrong how common a token is, and then reads every row; the beginnings are too slow to spell out
 * in a row. So these functions leave it the GIN index alone.
 */
const onlyByTokens = `set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '64MB'`;

const postgres = [
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
  // Any of the matches: in order, all of them would have to be read and sorted.
  `create function search_some(wanted tsquery, most integer) returns setof bigint
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return query select e.position from search_entries e
       where search_tokens(e.beginnings, e.whole) @@ wanted limit most;
   end $$`,
  `create function search_facets(wanted tsquery, most integer) returns table (facets text, apps bigint)
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return query select found.facets, count(*) from (
       select e.facets from search_entries e where search_tokens(e.beginnings, e.whole) @@ wanted limit most) as found
       group by found.facets;
   end $$`,
  `create function search_count(wanted tsquery, most integer) returns bigint
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return (select count(*) from (
       select 1 from search_entries e where search_tokens(e.beginnings, e.whole) @@ wanted limit most) as found);
   end $$`,
];
