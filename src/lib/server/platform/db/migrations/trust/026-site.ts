import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Settings of the site that staff change, and indexes of the numbers of the desk. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema
    .createTable('site_settings')
    .addColumn('name', key, (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute();

  // Counts for the desk: sign-ups by day, listings by state. Accounts by standing are counted without an index: SQLite
  // would take it for the owners of a page of listings, and read every verified account (2.4 ms instead of 0.2 at
  // 100,000 apps).
  await sql`create index users_age on users (created_at)`.execute(db);
  await sql`create index apps_states on apps (state)`.execute(db);
}
