import type { Page } from '../../shared/schemas/paging.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { slotNumbers } from '../../shared/schemas/shelves.ts';
import { countRows } from '../platform/db/count-rows.ts';
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
