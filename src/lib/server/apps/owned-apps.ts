// Apps in every state, for their owners, for staff, and for work on all of them.
import {
  type AppListing,
  type OwnListing,
  type StateDetails,
  listingStates,
} from '../../shared/schemas/apps.ts';
import { linkNames } from '../../shared/schemas/app-fields.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { countRows, sqlLiteral } from '../platform/db/statements.ts';
import { readingIn, type ReadDb, type WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { isId } from '../platform/ids.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { asListings, findListing } from './listings.ts';

interface Place {
  at: number;
  id: string;
}

/** An owner's apps, newest first, after one of them. */
export async function appsOfOwner(
  db: ReadDb | WriteDb,
  userId: string,
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  let apps = (db as ReadDb).selectFrom('apps').select(['created_at as at', 'id']);
  if (after)
    apps = apps.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)));
  const newest = apps.where('owner_id', '=', userId).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return await newest.limit(limit).execute();
}

export async function countListings(db: ReadDb, ownerId: string): Promise<{ all: number; listed: number }> {
  return await db
    .selectFrom('apps')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere(eb('is_listed', '=', sqlLiteral.true))
        .as('listed'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
}

/** Whether an account may have another app. */
export async function hasRoom(
  trx: WriteDb,
  { id, app_limit: limit }: Pick<UserTable, 'id' | 'app_limit'>,
): Promise<boolean> {
  return (await countListings(readingIn(trx), id)).all < limit;
}

/** The user's apps and their pictures. */
export async function findAppsWithPictures(
  trx: WriteDb,
  userId: string,
): Promise<{ appIds: string[]; pictureIds: string[] }> {
  const apps = trx.selectFrom('apps').where('owner_id', '=', userId);
  const rows = await apps.select(['id', 'logo_id']).execute();
  const shots = await apps
    .innerJoin('screenshots', 'screenshots.app_id', 'apps.id')
    .select('screenshots.media_id')
    .execute();
  const logoIds = rows.flatMap(({ logo_id }) => logo_id ?? []);
  return {
    appIds: rows.map(({ id }) => id),
    pictureIds: [...logoIds, ...shots.map(({ media_id }) => media_id)],
  };
}

/** Owner ids by app id; apps that do not exist are left out. */
export async function findOwnerIds(
  db: ReadDb | WriteDb,
  appIds: readonly string[],
): Promise<Map<string, string>> {
  if (appIds.length === 0) return new Map();
  const rows = await db.selectFrom('apps').select(['id', 'owner_id']).where('id', 'in', appIds).execute();
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]));
}

const unknown: StateDetails = { at: null, reason: '', clears: '', policy: '', decision: null };

/** Why these apps have their states. */
export async function findStateDetails(
  db: ReadDb,
  appIds: readonly string[],
): Promise<(appId: string) => StateDetails> {
  if (appIds.length === 0) return () => unknown;
  const rows = await db
    .selectFrom('apps')
    .select([
      'id',
      'state_at as at',
      'state_reason as reason',
      'state_clears as clears',
      'state_policy as policy',
      'state_decision as decision',
    ])
    .where('id', 'in', appIds)
    .execute();
  const detailsOf = new Map(rows.map(({ id, ...details }) => [id, details]));
  return (appId) => detailsOf.get(appId) ?? unknown;
}

async function withDetails({ read }: Reader, apps: AppListing[]): Promise<OwnListing[]> {
  const detailsOf = await findStateDetails(
    read,
    apps.map(({ id }) => id),
  );
  return apps.map((app) => ({ app, details: detailsOf(app.id) }));
}

/** The owner's apps in every state, newest first. @throws AppError 400 for an invalid cursor */
export async function listOwnApps(
  reader: Reader,
  ownerId: string,
  cursor: string | undefined,
): Promise<Page<OwnListing>> {
  const page = await asListings.page(reader, { ownerId, cursor, inAnyState: true });
  return { ...page, items: await withDetails(reader, page.items) };
}

/** An app of the owner in any state, by its id or current name_id; null for one of somebody else, too. */
export async function findOwnApp(
  reader: Reader,
  ownerId: string,
  idOrNameId: string,
): Promise<OwnListing | null> {
  const app = await findListing(reader, isId(idOrNameId) ? 'id' : 'name_id', idOrNameId, listingStates);
  const [found] = app?.owner.id === ownerId ? await withDetails(reader, [app]) : [];
  return found ?? null;
}

// For staff.

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

const headColumns = ['id', 'name', 'name_id', 'state', 'owner_id', 'created_at', 'name_key'] as const;

/** What staff see of a listing in a list. */
export type ListingHead = Pick<AppTable, (typeof headColumns)[number]>;

export async function findListingHeads(db: ReadDb | WriteDb, ids: readonly string[]): Promise<ListingHead[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('apps').select(headColumns).where('id', 'in', ids).execute();
}

/** Listings of an account in any state, newest first. @throws AppError 400 for an invalid cursor */
export async function findListingHeadsOf(
  db: ReadDb,
  { ownerId, cursor, limit }: { ownerId: string; cursor: string | undefined; limit: number },
): Promise<Page<ListingHead>> {
  const listings = db.selectFrom('apps').where('owner_id', '=', ownerId);
  const count = await countRows(db, listings.select('apps.id').limit(limits.counted).as('counted'));
  const keyset = { cursor, limit, table: 'apps', column: 'created_at' } as const;
  return await keysetPage(listings.select(headColumns), keyset, count);
}

/** Listings whose name begins with a text, by name. @throws AppError 400 for an invalid cursor */
export async function findListingHeadsByName(
  db: ReadDb,
  { prefix, cursor, limit }: { prefix: string; cursor: string | undefined; limit: number },
): Promise<Page<ListingHead>> {
  const all = db.selectFrom('apps').where('name_key', '>=', prefix);
  const listings = all.where('name_key', '<', `${prefix}\u{10ffff}`);
  const count = await countRows(db, listings.select('apps.id').limit(limits.counted).as('counted'));
  const order = { column: 'name_key', keyType: 'string', direction: 'asc' } as const;
  return await keysetPage(listings.select(headColumns), { cursor, limit, table: 'apps', ...order }, count);
}

/** Ids of an account's listings in any state, in their order, after one of them. */
export async function findListingIdsAfter(
  db: ReadDb | WriteDb,
  { ownerId, after }: { ownerId: string; after: string },
  limit: number,
): Promise<string[]> {
  const apps = (db as ReadDb).selectFrom('apps').select('id').where('owner_id', '=', ownerId);
  const rows = await apps.where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

const linkedColumns = ['id', 'link_health', 'has_dead_link', ...linkNames] as const;

export type LinkedApp = Pick<AppTable, (typeof linkedColumns)[number]>;

/** These apps with the addresses that they link to. */
export async function findLinkedApps(db: ReadDb | WriteDb, ids: readonly string[]): Promise<LinkedApp[]> {
  if (ids.length === 0) return [];
  return await (db as ReadDb).selectFrom('apps').select(linkedColumns).where('id', 'in', ids).execute();
}

/** Up to `limit` apps that say something of their links. */
export async function findAppsWithHealth(db: ReadDb, limit: number): Promise<LinkedApp[]> {
  const apps = db.selectFrom('apps').select(linkedColumns).where('link_health', '!=', '');
  return await apps.limit(limit).execute();
}
