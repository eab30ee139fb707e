// Handles of users: the current one, and old ones that redirect for a while.
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

/** Removes an old handle. @returns the id of its user */
export async function releaseOldHandle(trx: WriteDb, handle: string): Promise<string | undefined> {
  const old = trx.deleteFrom('old_handles').where('handle', '=', handle).returning('user_id');
  return (await old.executeTakeFirst())?.user_id;
}

/** Takes a handle from its user, without a redirect. @returns the id of the user */
export async function releaseHandle(trx: WriteDb, handle: string, now: number): Promise<string | undefined> {
  const user = trx.updateTable('users').set({ handle: null, updated_at: now }).where('handle', '=', handle);
  return (await user.returning('id').executeTakeFirst())?.id;
}

/** By a current handle or an old one. */
export async function findUserIdOfHandle(db: ReadDb, handle: string): Promise<string | undefined> {
  const current = await findHandleOwner(db, handle);
  if (current !== undefined) return current;
  const old = db.selectFrom('old_handles').select('user_id').where('handle', '=', handle);
  return (await old.executeTakeFirst())?.user_id;
}

/** By a current handle. */
export async function findHandleOwner(db: ReadDb, handle: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('id').where('handle', '=', handle).executeTakeFirst();
  return row?.id;
}
