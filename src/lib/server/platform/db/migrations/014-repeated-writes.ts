import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * Answers of writes that carried an Idempotency-Key, and what accounts have deleted: both for a day, so that a request
 * whose answer was lost can be sent again.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('kept_answers')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('account_id', key, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('kept_answers_age').on('kept_answers').column('created_at').execute();
  await db.schema
    .createIndex('kept_answers_account')
    .on('kept_answers')
    .columns(['account_id', 'created_at'])
    .execute();

  await db.schema
    .createTable('deletions')
    .addColumn('digest', key, (c) => c.primaryKey().notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('deletions_age').on('deletions').column('created_at').execute();
}
