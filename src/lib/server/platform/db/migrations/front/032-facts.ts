import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

const columns = [
  'licence',
  'licence_number',
  'licence_holder',
  'cac_number',
  'size',
  'works_offline',
  'needs_account',
  'ads',
  'price',
  'age',
  'languages',
];

/**
 * Facts of apps, and how many apps have each. The version before writes apps without facts, and entries of the search
 * without them; the next start of this version adds those (`unindexedApps`). docs/decisions/033-facts.md.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  for (const column of columns)
    await sql.raw(`alter table apps add column ${column} text not null default ''`).execute(db);
  await db.schema
    .createTable('search_facts')
    .addColumn('app_id', key, (c) => c.notNull().references('search_entries.app_id').onDelete('cascade'))
    .addColumn('fact', key, (c) => c.notNull())
    .addColumn('value', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('search_facts_pk', ['app_id', 'fact', 'value'])
    .execute();
  await db.schema
    .createTable('fact_counts')
    .addColumn('fact', key, (c) => c.notNull())
    .addColumn('value', key, (c) => c.notNull())
    .addColumn('apps', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('fact_counts_pk', ['fact', 'value'])
    .execute();
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

const sqlite = [
  `create trigger search_facts_added after insert on search_facts begin
     insert into fact_counts (fact, value, apps) values (new.fact, new.value, 1)
       on conflict (fact, value) do update set apps = apps + 1;
   end`,
  `create trigger search_facts_gone after delete on search_facts begin
     update fact_counts set apps = apps - 1 where fact = old.fact and value = old.value;
   end`,
];

const postgres = [
  `create function count_fact() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       insert into fact_counts (fact, value, apps) values (new.fact, new.value, 1)
         on conflict (fact, value) do update set apps = fact_counts.apps + 1;
     else
       update fact_counts set apps = apps - 1 where fact = old.fact and value = old.value;
     end if;
     return null;
   end $$`,
  `create trigger search_facts_counted after insert or delete on search_facts
     for each row execute function count_fact()`,
];
