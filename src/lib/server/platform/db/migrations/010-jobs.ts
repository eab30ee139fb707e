import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Why these: docs/decisions/012-jobs.md. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';

  await db.schema.alterTable('media').addColumn('dying_since', 'bigint').execute();

  // Includes the owner, so that apps of a suspended account are skipped without reading their rows.
  await sql`create index apps_newest_with_owner on apps (created_at desc, id desc, owner_id)`.execute(db);
  await db.schema.dropIndex('apps_newest').execute();
  await db.schema.createIndex('outbox_recipient').on('outbox').column('recipient').execute();

  await db.schema
    .createTable('jobs')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('lease', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('finished_at', 'bigint')
    .execute();
  await sql`create index jobs_due on jobs (due_at) where finished_at is null`.execute(db);
  await db.schema.createIndex('jobs_account').on('jobs').columns(['account_id', 'id']).execute();
}
