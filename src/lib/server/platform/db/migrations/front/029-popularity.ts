import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Taps on links, the day's visits by network, and the ranks that follow from them (docs/decisions/031-popularity.md).
 * The version before neither reads nor writes the new columns: their defaults are those of an app without visits.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';

  const columns = [
    `apps add column taps bigint not null default 0`,
    `apps add column popular bigint not null default 0`,
    `apps add column trending bigint not null default 0`,
    `view_counts add column voices integer not null default 0`,
  ];
  for (const column of columns) await sql.raw(`alter table ${column}`).execute(db);
  // The owner is included, so that apps of a closed account are skipped without reading their rows.
  for (const rank of ['popular', 'trending'])
    await sql
      .raw(`create index apps_listed_${rank} on apps (${rank} desc, id desc, owner_id) where is_listed = 1`)
      .execute(db);

  await db.schema
    .createTable('view_networks')
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('subject', key, (c) => c.notNull())
    .addColumn('network', key, (c) => c.notNull())
    .addColumn('agent', key, (c) => c.notNull())
    .addColumn('visits', 'integer', (c) => c.notNull())
    .addColumn('views', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('view_networks_pk', ['day', 'subject', 'network'])
    .execute();
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

/** Counts have no foreign key, because they are of apps and of profiles. */
const remove = `delete from view_counts where subject in ('app:' || old.id, 'tap:' || old.id)`;

const sqlite = [`create trigger apps_counts_gone after delete on apps begin ${remove}; end`];

const postgres = [
  `create function remove_app_counts() returns trigger language plpgsql as $$
   begin
     ${remove};
     return null;
   end $$`,
  `create trigger apps_counts_gone after delete on apps for each row execute function remove_app_counts()`,
];
