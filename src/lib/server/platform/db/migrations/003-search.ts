import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Why these tables: docs/decisions/007-search.md. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';

  for (const column of ['name_search', 'description_search'])
    await db.schema.alterTable('apps').dropColumn(column).execute();

  const entries = db.schema
    .createTable('search_entries')
    .addColumn('app_id', key, (c) => c.primaryKey().notNull().references('apps.id').onDelete('cascade'))
    .addColumn('position', 'bigint', (c) => c.notNull().unique())
    .addColumn('facets', key, (c) => c.notNull());
  await (isPostgres ? entries.addColumn('tokens', sql`tsvector`, (c) => c.notNull()) : entries).execute();

  await db.schema.createIndex('search_entries_facets').on('search_entries').column('facets').execute();

  await db.schema
    .createTable('search_words')
    .addColumn('slip', key, (c) => c.notNull())
    .addColumn('word', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('search_words_pk', ['slip', 'word'])
    .execute();

  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

const sqlite = [
  `create virtual table search_index using fts5(tokens, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `create trigger search_entries_gone after delete on search_entries begin
     delete from search_index where rowid = old.position;
   end`,
];

/**
 * The planner knows how common a few hundred tokens are and guesses the rest, and then reads every app's tokens one by
 * one. So these functions leave it the GIN index alone. The tokens lie apart from the rows, which are read by the
 * thousand.
 */
const onlyByTokens = 'set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off';

const postgres = [
  `alter table search_entries alter column tokens set storage external`,
  `alter table search_entries set (toast_tuple_target = 128)`,
  `create index search_entries_tokens on search_entries using gin (tokens)`,
  `create function search_older(wanted tsquery, beyond bigint, most integer) returns setof bigint
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return query select e.position from search_entries e
       where e.tokens @@ wanted and e.position < beyond order by e.position desc limit most;
   end $$`,
  `create function search_newer(wanted tsquery, beyond bigint, most integer) returns setof bigint
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return query select e.position from search_entries e
       where e.tokens @@ wanted and e.position > beyond order by e.position limit most;
   end $$`,
  `create function search_count(wanted tsquery, most integer) returns bigint
     language plpgsql stable ${onlyByTokens} as $$
   begin
     return (select count(*) from (select 1 from search_entries e where e.tokens @@ wanted limit most) as found);
   end $$`,
];
