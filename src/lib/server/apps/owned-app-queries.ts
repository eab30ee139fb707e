// An owner's apps as rows, removed ones included, for work on all of them.
import { setImmediate } from 'node:timers/promises';
import { countRows, hasRow } from '../platform/db/count-rows.ts';
import { readingIn, type ReadDb, type WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';

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
