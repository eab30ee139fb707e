import { normalAddress } from '../../shared/text/email-address.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { NewUserRow, UserTable } from '../platform/db/schema.ts';

/** Key by which addresses are compared. Old addresses without a normal form keep the key that they have. */
export function emailKey(email: string): string {
  return (normalAddress(email) ?? email).toLowerCase();
}

// The queries below do not find deleted accounts, whose rows stay until everything that belongs to them is removed.

/** The columns of a profile without any entries. Who sees them is a choice that stays when they are emptied. */
export const emptyProfile = {
  phone_no: '',
  address: '',
  about: '',
  tags: '[]',
  social_links: '{}',
  picture_id: null,
  handle: null,
} as const satisfies Partial<UserTable>;

/** The columns of an account that is not pending. */
export const neverPending = {
  pending_email_key: null,
  pending_until: null,
  signup_network: null,
  is_contested: 0,
} as const satisfies Partial<UserTable>;

/** The verified account of the address; there is at most one. */
export async function findAccountByEmail(
  db: ReadDb | WriteDb,
  email: string,
): Promise<UserTable | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('is_verified', '=', 1)
    .executeTakeFirst();
}

/**
 * The accounts of the address that a login may mean: the verified one, then the pending ones, newest first. Nodes of
 * the previous version write pending accounts with the plain `email_key`.
 */
export async function findAccountsOfAddress(db: ReadDb | WriteDb, email: string): Promise<UserTable[]> {
  const key = emailKey(email);
  return await db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email_key', '=', key), eb('pending_email_key', '=', key)]))
    .orderBy('is_verified', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findAccount(db: ReadDb | WriteDb, id: string): Promise<UserTable | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** As `findAccount`; PostgreSQL keeps other writers from the row until the transaction ends. */
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
