import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Proofs of owners (docs/decisions/035-proofs.md). The listing has a copy of what its page shows. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl === true;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema
    .alterTable('apps')
    .addColumn('proof_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('apps').addColumn('proof_checked_at', instant).execute();
  // 'yes' or '': a filter of lists, as the facts are.
  await db.schema
    .alterTable('apps')
    .addColumn('proved', 'text', (c) => c.notNull().defaultTo(''))
    .execute();

  await db.schema
    .createTable('proofs')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('address_mark', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('code_until', instant)
    .addColumn('code_tries', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('case_number', 'text')
    .addColumn('checked_at', instant)
    .addColumn('due_at', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await sql`create unique index proofs_of_app on proofs (app_id, user_id)`.execute(db);
  await sql`create index proofs_of_user on proofs (user_id)`.execute(db);
  await sql`create index proofs_due on proofs (due_at) where due_at is not null`.execute(db);
}
