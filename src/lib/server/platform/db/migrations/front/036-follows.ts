import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Followed apps and developers, and mails about them. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema
    .createTable('follows')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('subject', key, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('follows_key', ['user_id', 'subject'])
    .execute();
  // The job that mails the followers of a subject goes through them in this order.
  await sql`create index follows_of_subject on follows (subject, user_id)`.execute(db);

  await db.schema
    .createTable('notice_settings')
    .addColumn('user_id', key, (c) => c.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', instant, (c) => c.notNull())
    .addColumn('release_mail', 'text', (c) => c.notNull())
    .addColumn('app_mail', 'text', (c) => c.notNull())
    .execute();

  // When a mail server refused the address for good; a new verification clears it.
  await sql`alter table users add column mail_refused_at bigint`.execute(db);
  // Names a mail that must not be written twice, and the address that takes the person off its list.
  await sql`alter table outbox add column once_key text`.execute(db);
  await sql`alter table outbox add column unsubscribe_url text`.execute(db);
  await sql`create unique index outbox_once on outbox (once_key) where once_key is not null`.execute(db);
}
