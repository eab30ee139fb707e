import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * What names look like. '' is a row whose skeleton is still to be made: those of before, and those that an older
 * version writes beside this one. Each start, and each sweep, makes what is missing (apps/names/fill-skeletons.ts); a
 * later version with other rules empties the column.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';

  await db.schema
    .alterTable('apps')
    .addColumn('name_skeleton', key, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('apps_skeleton').on('apps').columns(['name_skeleton', 'owner_id']).execute();

  // Empty but within transactions: whoever is about to list a name holds the row of its skeleton.
  await db.schema
    .createTable('name_locks')
    .addColumn('skeleton', key, (c) => c.primaryKey().notNull())
    .execute();
}
