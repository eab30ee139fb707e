import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { findLiveSession } from '../sessions/session-queries.ts';

/** Sets `updated_at`, which locks the row against other writers until the transaction ends. */
export async function lockUser(trx: WriteDb, id: string, now: number): Promise<UserTable | undefined> {
  return await trx
    .updateTable('users')
    .set({ updated_at: now })
    .where('id', '=', id)
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
 * Locks an account that its owner deletes.
 * @param sessionId the caller's session
 * @returns null when the account is gone, its password changed, or the session ended while the password was compared
 */
export async function endAccount(
  trx: WriteDb,
  {
    id,
    passwordHash,
    sessionId,
    now,
  }: { id: string; passwordHash: string | null; sessionId: string; now: number },
): Promise<UserTable | null> {
  // Waits in PostgreSQL for a transaction that lists an app of this account (`lockOpenOwner`).
  const user = await lockUser(trx, id, now);
  if (user?.password_hash !== passwordHash || !(await findLiveSession(trx, sessionId, now))) return null;
  return user;
}

export async function removeUser(trx: WriteDb, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
