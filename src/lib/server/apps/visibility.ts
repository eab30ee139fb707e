// Decides which listings are in lists, and which are visible by their address. A listing leaves every list when its
// state is not 'public', and when its owner is banned. The page of an app checks its owner as well (`summaryOf`).
import { type ExpressionBuilder, sql } from 'kysely';
import { visibleStates } from '../../shared/schemas/apps.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable, Schema, UserTable } from '../platform/db/schema.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { keysetPage } from '../platform/db/keyset.ts';

type Apps = ExpressionBuilder<Schema, 'apps'>;

/** The subquery reads the index of accounts with the mark, which is mostly empty, once a statement. */
export function isOfOpenOwner(eb: Apps) {
  const banned = eb.selectFrom('users').select('users.id').where('users.banned_at', 'is not', null);
  return eb('apps.owner_id', 'not in', banned);
}

/** Whether an app is in lists. A bound value would keep both engines from using the partial indexes of these. */
export function isListed(eb: Apps) {
  return eb.and([eb('apps.state', '=', sql.lit<'public'>('public')), isOfOpenOwner(eb)]);
}

export function isOnProfile(eb: Apps) {
  return eb.and([eb('apps.state', 'in', ['public', 'limited']), isOfOpenOwner(eb)]);
}

/** Whether everybody who has its address sees an app. */
export function isVisible(eb: Apps) {
  return eb.and([eb('apps.state', 'in', visibleStates), isOfOpenOwner(eb)]);
}

/** The apps of lists, counts, feeds and sitemaps. */
export function listedApps(db: ReadDb) {
  return db.selectFrom('apps').where(isListed);
}

/** The apps on profiles: listed and limited ones. */
export function profileApps(db: ReadDb) {
  return db.selectFrom('apps').where(isOnProfile);
}

export async function isVisibleApp(db: ReadDb, id: string): Promise<boolean> {
  return await hasRow(db.selectFrom('apps').where(isVisible).select('apps.id').where('apps.id', '=', id));
}

/** Condition on a release. @param is what its app has to be: `isListed` or `isVisible` */
export const belongsTo = (eb: ExpressionBuilder<Schema, 'versions'>, is: typeof isListed) =>
  eb.exists(
    eb
      .selectFrom('apps')
      .select('apps.id')
      .where((inner) => is(inner as unknown as Apps))
      .whereRef('apps.id', '=', 'versions.app_id'),
  );

/** When a listing was last taken down. Its row, or its owner's, may be gone, and tell nobody. */
const leftSetting = 'left-lists';

/**
 * Call it where staff take a listing out of the lists, or an account with one is suspended or closed. Threat: people
 * who hold their own listings or close empty accounts keep from everybody what waits for this.
 */
export const noteLeftLists = (trx: WriteDb, now: number): Promise<void> =>
  storeSetting(trx, leftSetting, String(now));

export const hasLeftLists = async (db: ReadDb, since: number): Promise<boolean> =>
  Number((await findSetting(db, leftSetting)) ?? -1) >= since;

// Rows of apps in every state, for staff and for work on all of them.

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

export async function findListingRowBy(db: ReadDb, column: 'id' | 'name_id' | 'name_key', value: string) {
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

export async function findListingHeads(db: ReadDb, ids: readonly string[], column: 'id' | 'owner_id' = 'id') {
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
