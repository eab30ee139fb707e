import { domainToASCII } from 'node:url';
import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Why these: docs/decisions/013-codes-and-logins.md. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  for (const column of ['request_hash', 'asker', 'network'])
    await db.schema.alterTable('codes').addColumn(column, key).execute();
  await sql`create index codes_request on codes (request_hash)`.execute(db);
  await sql`create index codes_asker on codes (asker)`.execute(db);
  await sql`create index codes_expires on codes (expires_at)`.execute(db);

  await db.schema
    .createTable('code_tries')
    .addColumn('code_id', key, (c) => c.notNull().references('codes.id').onDelete('cascade'))
    .addColumn('counter', key, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('code_tries_key', ['code_id', 'counter'])
    .execute();

  await db.schema
    .createTable('known_devices')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('mark', key, (c) => c.notNull())
    .addColumn('seen_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('known_devices_key', ['user_id', 'mark'])
    .execute();
  await sql`create index known_devices_seen on known_devices (seen_at)`.execute(db);

  await normaliseAddresses(db, isPostgres === true);
}

/**
 * Gives addresses that are not plain ASCII the key of their normal form, the older account first. Where another account
 * has that key, both keep the keys that they have: nobody is merged with anybody, and the address means whoever has the
 * normal form. Of accounts that are pending, several may wait for one address.
 */
async function normaliseAddresses(db: AnyDb, isPostgres: boolean): Promise<void> {
  const odd = isPostgres ? sql`email_key ~ '[^ -~]'` : sql`email_key glob '*[^ -~]*'`;
  const { rows } = await sql<{ id: string; email_key: string }>`
    select id, email_key from users where ${odd} order by created_at, id`.execute(db);
  for (const { id, email_key } of rows) {
    const normal = normalKey(email_key);
    if (normal === null || normal === email_key) continue;
    await sql`update users set email_key = ${normal} where id = ${id}
      and not exists (select 1 from users other where other.email_key = ${normal})`.execute(db);
  }
  const oddPending = isPostgres ? sql`pending_email_key ~ '[^ -~]'` : sql`pending_email_key glob '*[^ -~]*'`;
  const pendings = await sql<{ id: string; pending_email_key: string }>`
    select id, pending_email_key from users where ${oddPending}`.execute(db);
  for (const { id, pending_email_key } of pendings.rows) {
    const normal = normalKey(pending_email_key);
    if (normal !== null)
      await sql`update users set pending_email_key = ${normal} where id = ${id}`.execute(db);
  }
}

/** The rule of this version, which stays in the migration as it was. */
function normalKey(emailKey: string): string | null {
  const text = emailKey.normalize('NFKC').toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return at < 1 || domain === '' ? null : `${text.slice(0, at)}@${domain}`;
}
