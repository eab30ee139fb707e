import { countDeleted, countUpdated } from '../platform/db/count-rows.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { ShelfTable } from '../platform/db/schema.ts';

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
