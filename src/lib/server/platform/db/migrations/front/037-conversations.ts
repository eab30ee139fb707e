import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Conversations of employers with developers, without their texts. docs/decisions/036-letters.md. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  await db.schema
    .createTable('conversations')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('developer_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sender_id', key, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('sender_key', key, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('state', key, (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('code_hash', key)
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('opened_at', 'bigint')
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const columns of ['developer_id, opened_at', 'sender_key, opened_at', 'sender_id', 'state, last_at'])
    await sql
      .raw(`create index conversations_${columns.replace(/, /g, '_')} on conversations (${columns})`)
      .execute(db);
}
