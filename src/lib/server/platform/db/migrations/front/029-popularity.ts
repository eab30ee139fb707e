import { sql, type Kysely } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Taps on links, and the ranks that follow from them (docs/decisions/031-popularity.md).
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;

  const columns = [
    `apps add column taps bigint not null default 0`,
    `apps add column popular bigint not null default 0`,
    `apps add column trending bigint not null default 0`,
  ];
  for (const column of columns) await sql.raw(`alter table ${column}`).execute(db);
  // The owner is included, so that apps of a closed account are skipped without reading their rows.
  for (const rank of ['popular', 'trending'])
    await sql
      .raw(`create index apps_listed_${rank} on apps (${rank} desc, id desc, owner_id) where is_listed = 1`)
      .execute(db);

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
