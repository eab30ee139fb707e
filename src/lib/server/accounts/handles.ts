// Handles of users: the current one, and old ones that redirect for a while.
import { hasRow } from '../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';

/** Whether another user has this handle, or an old one that still redirects. */
export async function isHandleTaken(trx: WriteDb, handle: string, userId: string): Promise<boolean> {
  const now = trx.selectFrom('users').select('id').where('handle', '=', handle).where('id', '!=', userId);
  const before = trx
    .selectFrom('old_handles')
    .select('user_id as id')
    .where('handle', '=', handle)
    .where('user_id', '!=', userId);
  return await hasRow(now.union(before));
}

/** Old handles of the user that still redirect, oldest first. */
export async function heldHandles(
  trx: WriteDb,
  userId: string,
): Promise<{ handle: string; created_at: number }[]> {
  return await trx
    .selectFrom('old_handles')
    .select(['handle', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** Removes old handles given up before the instant. @returns ids of their users */
export async function freeHandles(trx: WriteDb, before: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('old_handles')
    .where('created_at', '<=', before)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Keeps the user's current handle as an old one that redirects, and `handle` no longer as one. */
export async function keepOldHandle(
  trx: WriteDb,
  user: UserTable,
  handle: string | null,
  now: number,
): Promise<void> {
  if (handle !== null) await trx.deleteFrom('old_handles').where('handle', '=', handle).execute();
  if (user.handle === null || user.handle === handle) return;
  await trx
    .insertInto('old_handles')
    .values({ handle: user.handle, user_id: user.id, created_at: now })
    .execute();
}

/** Removes an old handle. @returns the id of its user */
export async function releaseOldHandle(trx: WriteDb, handle: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('old_handles')
    .where('handle', '=', handle)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Takes a handle from its user, without a redirect. @returns the id of the user */
export async function releaseHandle(trx: WriteDb, handle: string, now: number): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ handle: null, updated_at: now })
    .where('handle', '=', handle)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
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

/** Old handles of the user, in alphabetical order. */
export async function findOldHandles(db: ReadDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('old_handles')
    .select('handle')
    .where('user_id', '=', userId)
    .orderBy('handle')
    .execute();
  return rows.map(({ handle }) => handle);
}
