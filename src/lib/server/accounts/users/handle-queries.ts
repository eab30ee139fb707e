// Short addresses of users: the one of today, and those that a user had before and still holds.
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';

/** Whether somebody else has, or had, this handle: an old one goes on leading to its user. */
export async function isHandleTaken(trx: WriteDb, handle: string, userId: string): Promise<boolean> {
  const now = trx.selectFrom('users').select('id').where('handle', '=', handle).where('id', '!=', userId);
  const before = trx
    .selectFrom('old_handles')
    .select('user_id as id')
    .where('handle', '=', handle)
    .where('user_id', '!=', userId);
  return (await now.union(before).executeTakeFirst()) !== undefined;
}

/** Handles that the user had before and still holds, the oldest first. */
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

/** Frees handles that were given up before then. @returns whose they were */
export async function freeHandles(trx: WriteDb, before: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('old_handles')
    .where('created_at', '<=', before)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Lets the old handle redirect. A user who takes an own one back needs no redirect from it any more. */
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

/** Forgets that a user had this handle before. @returns whose it was */
export async function releaseOldHandle(trx: WriteDb, handle: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('old_handles')
    .where('handle', '=', handle)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Takes a handle from whoever has it now; it leads to nobody from then on. @returns whose it was */
export async function releaseHandle(trx: WriteDb, handle: string, now: number): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ handle: null, updated_at: now })
    .where('handle', '=', handle)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** By a handle of today, or one from before. */
export async function findUserIdOfHandle(db: ReadDb, handle: string): Promise<string | undefined> {
  const now = await db.selectFrom('users').select('id').where('handle', '=', handle).executeTakeFirst();
  if (now) return now.id;
  const before = await db
    .selectFrom('old_handles')
    .select('user_id')
    .where('handle', '=', handle)
    .executeTakeFirst();
  return before?.user_id;
}

/** Of today. */
export async function findHandleOwner(db: ReadDb, handle: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('id').where('handle', '=', handle).executeTakeFirst();
  return row?.id;
}

/** Handles that the user had before, in the order of the alphabet. */
export async function findOldHandles(db: ReadDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('old_handles')
    .select('handle')
    .where('user_id', '=', userId)
    .orderBy('handle')
    .execute();
  return rows.map(({ handle }) => handle);
}

/** Removes up to `limit` handles that the user had before. @returns how many */
export async function removeOldHandles(trx: WriteDb, userId: string, limit: number): Promise<number> {
  const some = trx.selectFrom('old_handles').select('handle').where('user_id', '=', userId).limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('old_handles')
    .where('handle', 'in', some)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
