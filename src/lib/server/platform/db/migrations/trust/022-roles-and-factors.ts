import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

/** Roles of staff, and second factors of logins (docs/decisions/022-second-factors.md). */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await sql`alter table users add column role text not null default 'member'`.execute(db);
  await sql`create index users_staff on users (id) where role <> 'member'`.execute(db);
  await sql`alter table sessions add column factor_at bigint`.execute(db);

  await db.schema
    .createTable('passkeys')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', key, (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('last_used_at', instant)
    .execute();
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db);

  await db.schema
    .createTable('totp_secrets')
    .addColumn('user_id', key, (c) => c.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('confirmed_at', instant)
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', instant)
    .execute();

  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', key, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('used_at', instant)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute();

  await db.schema
    .createTable('factor_challenges')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('session_id', key, (c) => c.references('sessions.id').onDelete('cascade'))
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('password_mark', 'text')
    .addColumn('challenge', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute();
  for (const column of ['user_id', 'session_id', 'expires_at'])
    await sql.raw(`create index factor_challenges_${column} on factor_challenges (${column})`).execute(db);
}
