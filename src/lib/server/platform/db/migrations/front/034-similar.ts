import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * The apps that each app is like, which a job keeps (docs/similar.md). It begins with every app at the first start.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  await db.schema
    .createTable('similar_apps')
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('similar_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('score', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('similar_apps_pk', ['app_id', 'similar_id'])
    .execute();
  await db.schema.createIndex('similar_apps_of').on('similar_apps').column('similar_id').execute();
}
