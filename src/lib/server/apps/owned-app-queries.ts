// An owner's apps as rows, for work on all of them: removed ones among them.
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

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

/** How many apps the user has, counted up to `most`. */
export async function countAppsUpTo(db: ReadDb, userId: string, most: number): Promise<number> {
  const apps = db.selectFrom('apps').select('id').where('owner_id', '=', userId).limit(most);
  const { count } = await db
    .selectFrom(apps.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function ownsApps(trx: WriteDb, userId: string): Promise<boolean> {
  const app = await trx.selectFrom('apps').select('id').where('owner_id', '=', userId).executeTakeFirst();
  return app !== undefined;
}

/** Some of the user's apps, newest first, and the pictures that they show. */
export async function findAppsWithPictures(
  trx: WriteDb,
  userId: string,
  limit: number,
): Promise<{ appIds: string[]; pictureIds: string[] }> {
  const apps = await trx
    .selectFrom('apps')
    .select(['id', 'logo_id'])
    .where('owner_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
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

/** The owner of each of these apps that is there. */
export async function findOwnerIds(trx: WriteDb, appIds: readonly string[]): Promise<Map<string, string>> {
  if (appIds.length === 0) return new Map();
  const rows = await trx.selectFrom('apps').select(['id', 'owner_id']).where('id', 'in', appIds).execute();
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]));
}

export async function countAppViews(db: ReadDb, id: string): Promise<number> {
  const row = await db.selectFrom('apps').select('views').where('id', '=', id).executeTakeFirst();
  return row?.views ?? 0;
}
