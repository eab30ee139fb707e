// Rows of apps in every state, for staff and for work on all of them.
import type { Page } from '../../shared/schemas/paging.ts';
import { type ReadDb, type WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { isListed } from './visibility.ts';

export async function countListings(db: ReadDb, ownerId: string): Promise<{ all: number; listed: number }> {
  return await db
    .selectFrom('apps')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere(isListed(eb)).as('listed'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
}

/** Whether an account may have another app. */
export const hasRoom = async (trx: WriteDb, { id, app_limit }: UserTable): Promise<boolean> =>
  (await countListings(trx, id)).all < app_limit;

/** Owner ids by app id; apps that do not exist are left out. */
export async function findOwnerIds(db: ReadDb, appIds: readonly string[]): Promise<Map<string, string>> {
  if (appIds.length === 0) return new Map();
  const rows = await db.selectFrom('apps').select(['id', 'owner_id']).where('id', 'in', appIds).execute();
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]));
}

export async function findListingRowBy(
  db: ReadDb,
  column: 'id' | 'name_id' | 'name_key',
  value: string,
): Promise<AppTable | undefined> {
  return await db.selectFrom('apps').selectAll().where(column, '=', value).executeTakeFirst();
}

/** The listing that had this name_id before. */
export async function findListingRowByOldNameId(db: ReadDb, nameId: string): Promise<AppTable | undefined> {
  return await db
    .selectFrom('app_name_ids')
    .innerJoin('apps', 'apps.id', 'app_name_ids.app_id')
    .selectAll('apps')
    .where('app_name_ids.name_id', '=', nameId)
    .executeTakeFirst();
}

const names = ['name', 'name_id', 'name_key', 'name_skeleton'] as const;
export const headColumns = ['id', ...names, 'state', 'owner_id', 'created_at'] as const;

/** What staff see of a listing in a list. */
export type ListingHead = Pick<AppTable, (typeof headColumns)[number]>;

export async function findListingHeads(
  db: ReadDb,
  ids: readonly string[],
  column: 'id' | 'owner_id' = 'id',
): Promise<ListingHead[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('apps').select(headColumns).where(column, 'in', ids).execute();
}

/** Listings of an account in any state, newest first. @throws AppError 400 for an invalid cursor */
export async function findListingHeadsOf(
  db: ReadDb,
  { ownerId, cursor, limit }: { ownerId: string; cursor: string | undefined; limit: number },
): Promise<Page<ListingHead>> {
  const listings = db.selectFrom('apps').where('owner_id', '=', ownerId);
  const keyset = { cursor, limit, table: 'apps', column: 'created_at' } as const;
  return await keysetPage(db, listings.select(headColumns), keyset);
}
