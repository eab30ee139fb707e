// The schema of version 0.1.0: the tables of schema/, and what Kysely's types do not know: triggers, functions and the
// search index.
import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { firstCategories } from '../../../../shared/schemas/categories.ts';
import { slugify } from '../../../../shared/text/text.ts';
import { creating } from '../schema/columns.ts';
import { tables } from '../schema.ts';

/** A migration describes the schema as it was on its day, so it does not use the types of today's. */
type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const statements = [
    ...creating(tables, isPostgres),
    ...(isPostgres ? postgresSearch : sqliteSearch),
    ...appendOnly(isPostgres),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  const now = Date.now();
  // Their keys are their first names, which stay when they are renamed.
  const categories = firstCategories.map((name, position) => ({
    ...{ key: name, name, slug: slugify(name), position, version: 1 },
    ...{ created_at: now, changed_at: now },
  }));
  await db.insertInto('categories').values(categories).execute();
}

/** The search index: docs/decisions/007-search.md. */
const sqliteSearch = [
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
  set work_mem = '64MB'`;

const postgresSearch = [
  // The rows hold the words, and only the GIN index holds their beginnings: rows of a quarter of the size, of which a
  // search for a common word reads thousands.
  `alter table search_entries add column beginnings text not null, add column whole text not null`,
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

const days = (count: number): string => String(count * 86_400_000);
const isRefusal = `(old.event like '%refused' or old.event = 'account.create-repeated')`;

interface AppendOnly {
  name: keyof typeof tables;
  /** What a deleted account takes with it: its id, and what was written about it. Nothing else changes. */
  nulls?: readonly string[];
  empty?: readonly string[];
  /** Milliseconds for which a row cannot be removed, as SQL about `old`. */
  keptFor: string;
}

/** Tables whose rows are only added. Triggers refuse every other change, whoever connects to the database. */
const growing: readonly AppendOnly[] = [
  // The ages are those of platform/security/audit.ts.
  { name: 'audit_events', keptFor: `(case when ${isRefusal} then ${days(30)} else ${days(400)} end)` },
  { name: 'case_events', nulls: ['actor_id'], empty: ['text'], keptFor: days(1_095) },
  {
    name: 'decisions',
    nulls: ['owner_id', 'actor_id', 'subject_id'],
    empty: ['subject_name', 'owner_reason'],
    keptFor: days(1_095),
  },
];

function appendOnly(isPostgres: boolean): string[] {
  // The database's own clock: nobody can remove traces by setting the server's.
  const now = isPostgres
    ? '(extract(epoch from clock_timestamp()) * 1000)::bigint'
    : `cast(unixepoch('subsec') * 1000 as integer)`;
  const isChanged = isPostgres ? 'is distinct from' : 'is not';
  const triggers = growing.flatMap(({ name, nulls = [], empty = [], keptFor }) => {
    const columns = Object.entries<object | string>(tables[name]).filter(([, is]) => typeof is === 'object');
    const isForbidden = columns
      .map(([column]) => {
        const isOther = `new.${column} ${isChanged} old.${column}`;
        if (nulls.includes(column)) return `(new.${column} is not null and ${isOther})`;
        return empty.includes(column) ? `(new.${column} <> '' and ${isOther})` : isOther;
      })
      .join(' or ');
    const refuse = isPostgres
      ? 'execute function refuse_change()'
      : `begin select raise(abort, '${name} only grows'); end`;
    const trigger = (change: string, before: string, when: string): string =>
      `create trigger ${name}_no_${change} before ${before} on ${name} for each row when (${when}) ${refuse}`;
    return [
      trigger('update', 'update', isForbidden),
      trigger('early_delete', 'delete', `old.at > ${now} - ${keptFor}`),
      isPostgres
        ? `create trigger ${name}_no_truncate before truncate on ${name} ${refuse}`
        : // 'insert or replace' would remove the existing row without a word.
          trigger('replace', 'insert', `exists (select 1 from ${name} where id = new.id)`),
    ];
  });
  if (!isPostgres) return triggers;
  return [
    `create function refuse_change() returns trigger language plpgsql as $$
     begin
       raise exception '% only grows', tg_table_name;
     end $$`,
    ...triggers,
  ];
}
