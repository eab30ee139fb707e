import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema.alterTable('users').addColumn('handle', key).execute();
  await db.schema
    .alterTable('users')
    .addColumn('views', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('users_handle').on('users').column('handle').unique().execute();

  await db.schema
    .createTable('old_handles')
    .addColumn('handle', key, (c) => c.primaryKey().notNull())
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('old_handles_user').on('old_handles').column('user_id').execute();

  await db.schema
    .createTable('view_counts')
    .addColumn('subject', key, (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('views', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('view_counts_pk', ['subject', 'day'])
    .execute();
  await db.schema.createIndex('view_counts_day').on('view_counts').column('day').execute();

  await db.schema
    .createTable('view_marks')
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('mark', key, (c) => c.notNull())
    .addColumn('network', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('view_marks_pk', ['day', 'mark'])
    .execute();
  await db.schema.createIndex('view_marks_network').on('view_marks').column('network').execute();
}
