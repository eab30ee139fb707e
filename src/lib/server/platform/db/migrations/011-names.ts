import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Skeletons of names. '' is a row without a skeleton: an old one, or one that an older version writes beside this one.
 * Each start and each sweep computes missing ones (apps/names/fill-skeletons.ts); a later version with other rules
 * clears the column.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';

  await db.schema
    .alterTable('apps')
    .addColumn('name_skeleton', key, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('apps_skeleton').on('apps').columns(['name_skeleton', 'owner_id']).execute();

  // Empty outside of transactions: a transaction that is about to list a name locks the row of its skeleton.
  await db.schema
    .createTable('name_locks')
    .addColumn('skeleton', key, (c) => c.primaryKey().notNull())
    .execute();
}
