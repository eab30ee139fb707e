// An owner's apps as rows, removed ones included, for work on all of them.
import { setImmediate } from 'node:timers/promises';
import { linkNames } from '../../shared/schemas/app-fields.ts';
import type { AppListing, OwnListing, StateDetails } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { type ListingState, listingStates } from '../../shared/schemas/listing-states.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { countRows, hasRow } from '../platform/db/count-rows.ts';
import { type Engine, type ReadDb, readingIn, type WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { type CountedDay, lagosDayOf } from '../platform/db/statements/lagos-day.ts';
import { isId } from '../platform/ids.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findAppPage, findListing } from './listings.ts';

interface Place {
  at: number;
  id: string;
}

/** Newest first, after `after`. */
function ownApps(db: ReadDb | WriteDb, userId: string, after: Place | null) {
  const apps = (db as ReadDb)
    .selectFrom('apps')
    .select(['created_at as at', 'id'])
    .where('owner_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (!after) return apps;
  return apps.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)));
}

export async function appsOfOwner(
  db: ReadDb | WriteDb,
  userId: string,
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  return await ownApps(db, userId, after).limit(limit).execute();
}

/** Counts the user's apps, up to `most`. */
export async function countAppsUpTo(
  db: ReadDb,
  userId: string,
  most: number,
  after: Place | null = null,
): Promise<number> {
  return await countRows(db, ownApps(db, userId, after).limit(most).as('counted'));
}

/**
 * Counts all of the user's apps, `part` at a time, and yields in between: SQLite counts on the main thread, and 100,000
 * at once block it for a tenth of a second.
 */
export async function countAllApps(db: ReadDb, userId: string, part = 5_000): Promise<number> {
  let after: Place | null = null;
  for (let counted = 0; ; counted += part) {
    const last: Place | undefined = await ownApps(db, userId, after)
      .limit(1)
      .offset(part - 1)
      .executeTakeFirst();
    if (!last) return counted + (await countAppsUpTo(db, userId, part, after));
    after = last;
    await setImmediate();
  }
}

/** Whether an account may have another app. */
export async function hasRoom(
  trx: WriteDb,
  { id, app_limit: limit }: Pick<UserTable, 'id' | 'app_limit'>,
): Promise<boolean> {
  return (await countAppsUpTo(readingIn(trx), id, limit)) < limit;
}

/** The user's apps and their pictures. */
export async function findAppsWithPictures(
  trx: WriteDb,
  userId: string,
): Promise<{ appIds: string[]; pictureIds: string[] }> {
  const apps = await trx
    .selectFrom('apps')
    .select(['id', 'logo_id'])
    .where('owner_id', '=', userId)
    .execute();
  if (apps.length === 0) return { appIds: [], pictureIds: [] };
  const appIds = apps.map((app) => app.id);
  const shots = await trx
    .selectFrom('screenshots')
    .select('media_id')
    .where('app_id', 'in', appIds)
    .execute();
  const logoIds = apps.flatMap(({ logo_id }) => logo_id ?? []);
  return { appIds, pictureIds: [...logoIds, ...shots.map(({ media_id }) => media_id)] };
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

export async function countAppViews(db: ReadDb, id: string): Promise<number> {
  const row = await db.selectFrom('apps').select('views').where('id', '=', id).executeTakeFirst();
  return row?.views ?? 0;
}

export async function countAppTaps(db: ReadDb, id: string): Promise<number> {
  const row = await db.selectFrom('apps').select('taps').where('id', '=', id).executeTakeFirst();
  return row?.taps ?? 0;
}

/** Whether an app in any state shows the picture. @param ownerId of the app; undefined for any */
export async function isPictureOfApp(
  db: ReadDb,
  mediaId: string,
  ownerId: string | undefined,
): Promise<boolean> {
  const logos = db
    .selectFrom('apps')
    .select('id')
    .where('logo_id', '=', mediaId)
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? ''));
  if (await hasRow(logos.limit(1))) return true;
  const screenshots = db
    .selectFrom('screenshots')
    .innerJoin('apps', 'apps.id', 'screenshots.app_id')
    .select('apps.id')
    .where('screenshots.media_id', '=', mediaId)
    .$if(ownerId !== undefined, (query) => query.where('apps.owner_id', '=', ownerId ?? ''));
  return await hasRow(screenshots.limit(1));
}

// Listings for the operator, public or not.

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

/** What staff see of a listing in a list. */
export type ListingHead = Pick<AppTable, 'id' | 'name' | 'name_id' | 'state' | 'owner_id' | 'created_at'>;

const headColumns = ['id', 'name', 'name_id', 'state', 'owner_id', 'created_at'] as const;

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
  const listings = db
    .selectFrom('apps')
    .where('name_key', '>=', prefix)
    .where('name_key', '<', `${prefix}\u{10ffff}`);
  const count = await countRows(db, listings.select('apps.id').limit(limits.counted).as('counted'));
  const keyset = {
    cursor,
    limit,
    table: 'apps',
    column: 'name_key',
    keyType: 'string',
    direction: 'asc',
  } as const;
  return await keysetPage(listings.select([...headColumns, 'name_key']), keyset, count);
}

/** Ids of an account's listings in any state, in their order, after one of them. */
export async function findListingIdsAfter(
  db: ReadDb | WriteDb,
  { ownerId, after }: { ownerId: string; after: string },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('apps')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a listing until the transaction ends. SQLite has one writer at a time. */
export async function lockListing(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<AppTable | undefined> {
  return await trx
    .selectFrom('apps')
    .selectAll()
    .where('id', '=', id)
    .$if(engine.name === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

// Listings in every state, for their owner and staff.

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
export async function findOwnListings(
  reader: Reader,
  ownerId: string,
  cursor: string | undefined,
): Promise<Page<OwnListing>> {
  const query = { ownerId, cursor, sort: 'newest', limit: limits.pageSize, inAnyState: true } as const;
  const page = await findAppPage(reader, query);
  return { ...page, items: await withDetails(reader, page.items) };
}

/** An app in any state, by its id or current name_id; null if there is none, or its owner has no open account. */
export async function findAnyListing(reader: Reader, idOrNameId: string): Promise<OwnListing | null> {
  const by = isId(idOrNameId) ? 'id' : 'name_id';
  const app = await findListing(reader, by, idOrNameId, listingStates);
  const [found] = app ? await withDetails(reader, [app]) : [];
  return found ?? null;
}

/** Reads the index apps_states only. */
export async function countListingsByState(db: ReadDb): Promise<{ state: ListingState; count: number }[]> {
  return await db
    .selectFrom('apps')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
}

/** Listings or releases that still exist, by the day on which they were made. */
export async function countMadeSince(
  db: ReadDb,
  table: 'apps' | 'versions',
  since: number,
): Promise<CountedDay[]> {
  return await db
    .selectFrom(table)
    .select(({ fn }) => [lagosDayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .groupBy('day')
    .execute();
}

export type LinkedApp = Pick<AppTable, 'id' | 'link_health' | 'has_dead_link' | (typeof linkNames)[number]>;

/** These apps with the addresses that they link to. */
export async function findLinkedApps(db: ReadDb | WriteDb, ids: readonly string[]): Promise<LinkedApp[]> {
  if (ids.length === 0) return [];
  return await (db as ReadDb)
    .selectFrom('apps')
    .select(['id', 'link_health', 'has_dead_link', ...linkNames])
    .where('id', 'in', ids)
    .execute();
}

/** Up to `limit` apps that say something of their links. */
export async function findAppsWithHealth(db: ReadDb, limit: number): Promise<LinkedApp[]> {
  return await db
    .selectFrom('apps')
    .select(['id', 'link_health', 'has_dead_link', ...linkNames])
    .where('link_health', '!=', '')
    .limit(limit)
    .execute();
}
