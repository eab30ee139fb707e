import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** The keys under which the names of apps with a proof are found (docs/decisions/019-rules.md). */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl === true;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  await db.schema
    .createTable('proved_name_keys')
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('proved_name_keys_pk', ['key', 'app_id'])
    .execute();
  await sql`create index proved_name_keys_of_app on proved_name_keys (app_id)`.execute(db);
}
