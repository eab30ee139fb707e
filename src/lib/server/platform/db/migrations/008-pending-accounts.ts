import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

const dayMs = 86_400_000;

/** Why these: docs/decisions/011-pending-accounts.md. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const users = () => db.schema.alterTable('users');

  await users().addColumn('pending_email_key', key).execute();
  await users().addColumn('pending_until', 'bigint').execute();
  await users().addColumn('signup_network', 'text').execute();
  await users()
    .addColumn('is_contested', 'smallint', (c) => c.notNull().defaultTo(0))
    .execute();
  // `email_key` stays unique: several accounts that wait for one address hold a placeholder there, which no address can
  // look like.
  await sql`update users set pending_email_key = email_key, email_key = 'pending:' || id, pending_until = ${Date.now() + dayMs}
    where is_verified = 0`.execute(db);
  await sql`create index users_pending_email on users (pending_email_key) where pending_email_key is not null`.execute(
    db,
  );
  await sql`create index users_pending on users (pending_until) where is_verified = 0`.execute(db);
}
