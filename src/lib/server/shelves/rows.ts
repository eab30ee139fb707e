import { limits } from '../../shared/schemas/limits.ts';
import { slotNumbers } from '../../shared/schemas/moderation/shelves.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { countDeleted, countRows, countUpdated } from '../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { ShelfTable } from '../platform/db/schema.ts';

/** A later version, which may run beside this one, may have more slots. */
const knownShelves = (db: ReadDb) =>
  db.selectFrom('shelves').where('shelves.slot', 'in', Object.values(slotNumbers));

/** The shelves that are not over, the earliest first. */
export async function findOpenShelves(db: ReadDb, now: number): Promise<ShelfTable[]> {
  return await knownShelves(db)
    .selectAll()
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

/** The shelves that have begun, the latest first. */
export async function findBegunShelves(db: ReadDb, now: number, limit: number): Promise<ShelfTable[]> {
  return await knownShelves(db)
    .selectAll()
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** All shelves, those that begin last first. @throws AppError 400 for an invalid cursor */
export async function findShelfPage(db: ReadDb, cursor: string | undefined): Promise<Page<ShelfTable>> {
  const shelves = knownShelves(db);
  const count = await countRows(db, shelves.select('shelves.id').as('counted'));
  return await keysetPage(
    shelves.selectAll('shelves'),
    { cursor, limit: limits.pageSize, table: 'shelves', column: 'starts_at' },
    count,
  );
}

export async function findShelf(db: ReadDb | WriteDb, id: string): Promise<ShelfTable | undefined> {
  return await db.selectFrom('shelves').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ids of the apps on each of the shelves, in their order. */
export async function findPicks(db: ReadDb, shelfIds: string[]): Promise<Map<string, string[]>> {
  if (shelfIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shelf_apps')
    .select(['shelf_id', 'app_id'])
    .where('shelf_id', 'in', shelfIds)
    .orderBy('position')
    .execute();
  const byShelf = Map.groupBy(rows, (row) => row.shelf_id);
  return new Map(shelfIds.map((id) => [id, (byShelf.get(id) ?? []).map((row) => row.app_id)]));
}

/** Another shelf of the slot at the same time. */
export async function findOverlapping(
  trx: WriteDb,
  { id, slot, starts_at, ends_at }: Pick<ShelfTable, 'id' | 'slot' | 'starts_at' | 'ends_at'>,
): Promise<ShelfTable | undefined> {
  return await trx
    .selectFrom('shelves')
    .selectAll()
    .where('slot', '=', slot)
    .where('id', '<>', id)
    .where('starts_at', '<', ends_at)
    .where('ends_at', '>', starts_at)
    .executeTakeFirst();
}

async function insertPicks(trx: WriteDb, shelfId: string, appIds: readonly string[]): Promise<void> {
  const rows = appIds.map((app_id, position) => ({ shelf_id: shelfId, app_id, position }));
  await trx.insertInto('shelf_apps').values(rows).execute();
}

export async function insertShelf(trx: WriteDb, row: ShelfTable, appIds: readonly string[]): Promise<void> {
  await trx.insertInto('shelves').values(row).execute();
  await insertPicks(trx, row.id, appIds);
}

/** Replaces the shelf and its apps if its version is still the one that was read. @returns whether it was */
export async function replaceShelf(
  trx: WriteDb,
  { id, version, ...values }: Pick<ShelfTable, 'id' | 'version'> & Partial<ShelfTable>,
  appIds: readonly string[],
): Promise<boolean> {
  const changed = trx
    .updateTable('shelves')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version);
  if ((await countUpdated(changed)) !== 1) return false;
  await trx.deleteFrom('shelf_apps').where('shelf_id', '=', id).execute();
  await insertPicks(trx, id, appIds);
  return true;
}

/** @returns whether there was one with this version */
export async function deleteShelf(trx: WriteDb, id: string, version: number): Promise<boolean> {
  const removed = trx.deleteFrom('shelves').where('id', '=', id).where('version', '=', version);
  return (await countDeleted(removed)) === 1;
}
