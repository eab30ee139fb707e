import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('gone_name_ids')
    .addColumn('digest', key, (c) => c.primaryKey().notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('share_cards')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('app_id', key, (c) => c.references('apps.id').onDelete('cascade'))
    .addColumn('user_id', key, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('share_cards_app').on('share_cards').column('app_id').execute();
  await db.schema.createIndex('share_cards_user').on('share_cards').column('user_id').execute();

  // Holds all that a sitemap tells, so that the rows themselves need not be read.
  await db.schema.createIndex('apps_sitemap').on('apps').columns(['id', 'updated_at', 'name_id']).execute();
}
