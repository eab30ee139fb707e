import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** The apps that people save. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema
    .createTable('saved_apps')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('app_id', key, (c) => c.notNull())
    .addColumn('clock', 'bigint', (c) => c.notNull())
    .addColumn('is_saved', 'integer', (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_apps_key', ['user_id', 'app_id'])
    .execute();
}
