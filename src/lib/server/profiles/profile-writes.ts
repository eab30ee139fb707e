import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';

/** Marks the user as changed, which also holds off every other change of it until the transaction ends. */
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

/** The user's apps, removed ones among them, newest first, from behind `after`. */
export async function appsOfOwner(
  db: ReadDb | WriteDb,
  userId: string,
  after: { at: number; id: string } | null,
  limit: number,
): Promise<{ id: string; at: number }[]> {
  let apps = db
    .selectFrom('apps')
    .select(['id', 'created_at as at'])
    .where('owner_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after)
    apps = apps.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)));
  return await apps.execute();
}

/** Read from an index alone: some milliseconds for 100,000. */
export async function countAppsOf(trx: WriteDb, userId: string): Promise<number> {
  const { apps } = await trx
    .selectFrom('apps')
    .select((eb) => eb.fn.countAll<number>().as('apps'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return apps;
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
