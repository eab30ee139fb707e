// Writes apps and the rows that belong to them.
import { sql } from 'kysely';
import type { CategoryKey } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import type { AppTable, NewAppRow, VersionTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { digestOfNameId } from './names/name-queries.ts';
import { releasedKey, releasedNameId } from './names/released-names.ts';

export async function insertApp(trx: WriteDb, row: NewAppRow): Promise<void> {
  await trx.insertInto('apps').values(row).execute();
}

export async function insertCategories(
  trx: WriteDb,
  app: Pick<AppTable, 'id' | 'created_at'>,
  categories: readonly CategoryKey[],
): Promise<void> {
  if (categories.length === 0) return;
  await trx
    .insertInto('app_categories')
    .values(
      categories.map((category, position) => ({
        app_id: app.id,
        category,
        position,
        app_created_at: app.created_at,
      })),
    )
    .execute();
}

/** Appends screenshots; lock an existing app first. */
export async function insertScreenshots(
  trx: WriteDb,
  appId: string,
  mediaIds: string[],
  now: number,
): Promise<void> {
  if (mediaIds.length === 0) return;
  const { last } = await trx
    .selectFrom('screenshots')
    .select((eb) => eb.fn.max<number | null>('position').as('last'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  const first = last === null ? 0 : last + 1;
  await trx
    .insertInto('screenshots')
    .values(
      mediaIds.map((mediaId, index) => ({
        id: newId(),
        app_id: appId,
        media_id: mediaId,
        position: first + index,
        created_at: now,
      })),
    )
    .execute();
}

export async function insertRelease(trx: WriteDb, row: VersionTable): Promise<void> {
  await trx.insertInto('versions').values(row).execute();
}

/** The name_ids from `base`, `base-2`, `base-3` … that other apps have, or had before a renaming. */
export async function takenNameIds(trx: WriteDb, base: string, appId: string): Promise<Set<string>> {
  const now = trx
    .selectFrom('apps')
    .select('name_id')
    .where('id', '!=', appId)
    .where('name_key', '!=', sql<string>`${releasedKey('')} || id`);
  const before = trx.selectFrom('app_name_ids').select('name_id').where('app_id', '!=', appId);
  // A range, for which both engines use the index (name_ids compare bytewise): '.' follows '-', and all other
  // characters of a slug follow '.'. LIKE would scan the table of SQLite.
  const end = `${base}.`;
  const rows = await now
    .where('name_id', '>=', base)
    .where('name_id', '<', end)
    .union(before.where('name_id', '>=', base).where('name_id', '<', end))
    .execute();
  return new Set(rows.map((row) => row.name_id));
}

/** Takes an address from a removed listing whose name was released. */
export async function takeReleasedNameId(trx: WriteDb, nameId: string, appId: string): Promise<void> {
  await trx
    .updateTable('apps')
    .set({ name_id: sql<string>`${releasedNameId('')} || id` })
    .where('name_id', '=', nameId)
    .where('id', '!=', appId)
    .where('name_key', '=', sql<string>`${releasedKey('')} || id`)
    .execute();
}

/**
 * Sets `updated_at`, which locks the row against other writers until the transaction ends. It is later than the
 * decision that holds or limits the listing, also where the request began before: a change after it is told by that
 * (`holdReturned`).
 */
export async function lockApp(trx: WriteDb, id: string, now: number): Promise<AppTable | undefined> {
  return await trx
    .updateTable('apps')
    .set({ updated_at: sql<number>`case when state_at >= ${now} then state_at + 1 else ${now} end` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function addAppViews(trx: WriteDb, id: string, views: number): Promise<void> {
  await trx
    .updateTable('apps')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute();
}

export async function addAppTaps(trx: WriteDb, id: string, taps: number): Promise<void> {
  await trx
    .updateTable('apps')
    .set((eb) => ({ taps: eb('taps', '+', taps) }))
    .where('id', '=', id)
    .execute();
}

export async function changeApp(trx: WriteDb, id: string, columns: Partial<AppTable>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('apps').set(columns).where('id', '=', id).execute();
}

/** Keeps the app's name_id as an old one that redirects, evicts the oldest ones, and drops `nameId` from them. */
export async function keepOldNameId(
  trx: WriteDb,
  old: AppTable,
  { nameId, keepsAddress }: { nameId: string; keepsAddress: boolean },
): Promise<void> {
  if (old.name_id === nameId) return;
  await trx.deleteFrom('app_name_ids').where('name_id', '=', nameId).where('app_id', '=', old.id).execute();
  if (!keepsAddress) return;
  await trx
    .insertInto('app_name_ids')
    .values({ name_id: old.name_id, app_id: old.id, created_at: old.updated_at })
    .execute();
  const kept = await trx
    .selectFrom('app_name_ids')
    .select('name_id')
    .where('app_id', '=', old.id)
    .orderBy('created_at', 'desc')
    .orderBy('name_id')
    .execute();
  const surplus = kept.slice(limits.oldAddresses).map((row) => row.name_id);
  if (surplus.length > 0) await trx.deleteFrom('app_name_ids').where('name_id', 'in', surplus).execute();
}

/** Removes old name_ids given up before the instant. @returns ids of their apps */
export async function freeNameIds(trx: WriteDb, before: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('app_name_ids')
    .where('created_at', '<=', before)
    .returning('app_id')
    .execute();
  return rows.map((row) => row.app_id);
}

/** Removes the app and leaves tombstones of its current and old name_ids. @returns whether it existed */
export async function removeApp(trx: WriteDb, id: string, now: number): Promise<boolean> {
  if (!(await lockApp(trx, id, now))) return false;
  const current = trx.selectFrom('apps').select('name_id').where('id', '=', id);
  const before = trx.selectFrom('app_name_ids').select('name_id').where('app_id', '=', id);
  const rows = await current.union(before).execute();
  await trx
    .insertInto('gone_name_ids')
    .values(rows.map(({ name_id }) => ({ digest: digestOfNameId(name_id), created_at: now })))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
  await trx.deleteFrom('apps').where('id', '=', id).execute();
  return true;
}

export async function removeCategories(trx: WriteDb, appId: string): Promise<void> {
  await trx.deleteFrom('app_categories').where('app_id', '=', appId).execute();
}

export async function renameCurrentRelease(
  trx: WriteDb,
  appId: string,
  version: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('versions')
    .set({ version, updated_at: now })
    .where('app_id', '=', appId)
    .where('is_current', '=', sqlLiteral.true)
    .execute();
}

/** Ids in order. */
export async function screenshotIds(trx: WriteDb, appId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('screenshots')
    .select('id')
    .where('app_id', '=', appId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function reorderScreenshots(trx: WriteDb, ids: string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await trx.updateTable('screenshots').set({ position }).where('id', '=', id).execute();
  }
}
