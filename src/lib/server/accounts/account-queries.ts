import { normalAddress } from '../../shared/email-address.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { NewUserRow, UserTable } from '../platform/db/schema.ts';

/** Addresses are compared like this. One from before the normal form that has none keeps the key that it has. */
export function emailKey(email: string): string {
  return (normalAddress(email) ?? email).toLowerCase();
}

export async function findAccountByEmail(
  db: ReadDb | WriteDb,
  email: string,
): Promise<UserTable | undefined> {
  return await db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

export async function findAccount(db: ReadDb | WriteDb, id: string): Promise<UserTable | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The account as it is, and stays until the transaction ends. SQLite has one writer at a time; PostgreSQL locks the row. */
export async function lockAccount(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<UserTable | undefined> {
  return await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(engine.name === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

export async function insertAccount(trx: WriteDb, row: NewUserRow): Promise<void> {
  await trx.insertInto('users').values(row).execute();
}

/** @returns whether it was unverified until now */
export async function markVerified(trx: WriteDb, userId: string, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ is_verified: 1, updated_at: now })
    .where('id', '=', userId)
    .where('is_verified', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function storePasswordHash(
  trx: WriteDb,
  userId: string,
  hash: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: hash, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
