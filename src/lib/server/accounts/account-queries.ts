import { normalAddress } from '../../shared/text/email-address.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { NewUserRow, UserTable } from '../platform/db/schema.ts';

/** Addresses are compared like this. One from before the normal form that has none keeps the key that it has. */
export function emailKey(email: string): string {
  return (normalAddress(email) ?? email).toLowerCase();
}

// An account that its owner has deleted is gone for all of these, though its row stands until what belongs to it is
// removed.

/** The columns of an account that is not pending. */
export const neverPending = {
  pending_email_key: null,
  pending_until: null,
  signup_network: null,
  is_contested: 0,
} as const satisfies Partial<UserTable>;

/** The verified account of the address: there is one at most. Pending accounts are found by `pending-queries.ts`. */
export async function findAccountByEmail(
  db: ReadDb | WriteDb,
  email: string,
): Promise<UserTable | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('is_verified', '=', 1)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/**
 * All accounts of the address that a login may mean: the verified one first, then the pending ones, newest first. A row
 * with the plain key and without verification was written by a node of the version before.
 */
export async function findAccountsOfAddress(db: ReadDb | WriteDb, email: string): Promise<UserTable[]> {
  const key = emailKey(email);
  return await db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email_key', '=', key), eb('pending_email_key', '=', key)]))
    .where('closed_at', 'is', null)
    .orderBy('is_verified', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findAccount(db: ReadDb | WriteDb, id: string): Promise<UserTable | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The account as it is, and stays until the transaction ends. SQLite has one writer at a time; PostgreSQL locks the
 * row.
 */
export async function lockAccount(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<UserTable | undefined> {
  return await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .$if(engine.name === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

export async function insertAccount(trx: WriteDb, row: NewUserRow): Promise<void> {
  await trx.insertInto('users').values(row).execute();
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
