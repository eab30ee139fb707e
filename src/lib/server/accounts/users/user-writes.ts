import type { Engine, WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { removeFactorsOf } from '../factors/factor-writes.ts';
import { findLiveSession } from '../sessions/session-queries.ts';

/** Sets `updated_at`, which locks the row against other writers until the transaction ends. */
export async function lockUser(trx: WriteDb, id: string, now: number): Promise<UserTable | undefined> {
  return await trx
    .updateTable('users')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function changeUser(trx: WriteDb, id: string, columns: Partial<UserTable>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('users').set(columns).where('id', '=', id).execute();
}

export async function addUserViews(trx: WriteDb, id: string, views: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Closes an account for its owner: it cannot be found or used from the commit on, its address is free, and its personal
 * data is erased. Changes few rows, however much belongs to the account.
 * @param passwordHash null for an account without a password
 * @param sessionId the caller's session, where its owner closes it
 * @returns the recipient of the last mail; null when the account is closed already, its password changed, or the
 *   session ended
 */
export async function closeAccount(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  {
    id,
    passwordHash,
    sessionId,
    now,
  }: { id: string; passwordHash: string | null; sessionId?: string; now: number },
): Promise<Pick<UserTable, 'email' | 'firstname'> | null> {
  const user = await trx
    .selectFrom('users')
    .select(['email', 'firstname', 'password_hash'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    // Waits in PostgreSQL for a transaction that lists an app of this account (`lockOpenOwner`).
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (user?.password_hash !== passwordHash) return null;
  // Suspended or logged out while the password was compared.
  if (sessionId !== undefined && !(await findLiveSession(trx, sessionId, now))) return null;
  await removeFactorsOf(trx, id);
  await changeUser(trx, id, {
    closed_at: now,
    role: 'member',
    password_hash: null,
    // Unique, and no valid address.
    email_key: `closed:${id}`,
    pending_email_key: null,
    pending_until: null,
    handle: null,
    email: '',
    firstname: '',
    lastname: '',
    phone_no: '',
    address: '',
    about: '',
    tags: '[]',
    social_links: '{}',
    updated_at: now,
  });
  return { email: user.email, firstname: user.firstname };
}

/** Waits for transactions that list apps of a closed account, and locks them out until this one ends. */
export async function lockClosedUser(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<{ pictureId: string | null }> {
  const user = await trx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', id)
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return { pictureId: user?.picture_id ?? null };
}

export async function removeUser(trx: WriteDb, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
