// Releases and screenshots of apps.
import type { CreateVersion, UpdateVersion } from '../../shared/schemas/app-forms.ts';
import { firstVersion } from '../../shared/schemas/app-fields.ts';
import type { AppListing, Release, Screenshot } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { countDeleted, countUpdated, differing, sqlLiteral } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { VersionTable } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { noteDeletion, wasDeleted } from '../platform/idempotency/deletions.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { ownApp } from './find-app.ts';
import { changeOwnApp } from './holds.ts';
import { asListings, releaseOfRow } from './listings.ts';
import { belongsTo, isListed, isVisible, isVisibleApp } from './visibility.ts';
import { findAccount } from '../accounts/users.ts';
import {
  pictureColumns,
  pictureOfRow,
  type PictureSource,
  recordPicture,
  type StoredPicture,
  storePicture,
} from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { refuseRestricted } from '../rules/index.ts';

export const versions = {
  reads: { listVersions, listLatest, findVersion },
  actions: {
    ...{ addVersion, releaseVersion, requireMayChange: ownRelease, updateVersion, deleteVersion },
  },
};

/** The field whose links the rules judge. */
const judged = 'latest_feature';

interface VersionsQuery {
  /** The releases of all apps when left out. */
  appId?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Releases, newest first, counted up to `limits.counted`. @throws AppError 400 for an invalid cursor */
async function listVersions({ read: db, reads }: Reader, query: VersionsQuery): Promise<Page<Release>> {
  const { appId, cursor, limit = limits.pageSize } = query;
  if (appId !== undefined && !isId(appId)) return emptyPage();
  reads.note(appId === undefined ? dataKey.apps : dataKey.app(appId));
  // The releases of one app are read by its address, those of all apps are a list.
  const which = appId === undefined ? isListed : isVisible;
  let versions = db.selectFrom('versions').where((eb) => belongsTo(eb, which));
  if (appId !== undefined) versions = versions.where('app_id', '=', appId);
  const keyset = { cursor, limit, table: 'versions', column: 'created_at' } as const;
  const page = await keysetPage(db, versions.selectAll(), keyset);
  return { ...page, items: page.items.map(releaseOfRow) };
}

/** The newest releases of all apps, each with its app. */
async function listLatest(reader: Reader, limit: number): Promise<{ release: Release; app: AppListing }[]> {
  const { items } = await listVersions(reader, { limit });
  const apps = await asListings.find(reader, [...new Set(items.map(({ appId }) => appId))]);
  return items.flatMap((release) => {
    const app = apps.find(({ id }) => id === release.appId);
    return app ? [{ release, app }] : [];
  });
}

/** @returns null when there is no such release */
async function findVersion({ read, reads }: Reader, id: string): Promise<Release | null> {
  const visible = read.selectFrom('versions').where((eb) => belongsTo(eb, isVisible));
  const row = isId(id) && (await visible.selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) return null;
  reads.note(dataKey.app(row.app_id));
  return releaseOfRow(row);
}

/** Also one of a held or removed app. */
export const findVersionRow = (db: ReadDb, id: string): Promise<VersionTable | undefined> =>
  db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirst();

/** Without a number or a type it has those of the release before, or is 0.1.0 in development. */
export type NewRelease = {
  [Name in 'version' | 'release_type' | 'release_date' | 'latest_feature' | 'created_at']?:
    | VersionTable[Name]
    | undefined;
};

/** Stores a release as the current one of an app. */
export async function insertRelease(trx: WriteDb, appId: string, release: NewRelease, now: number) {
  const before = await trx
    .updateTable('versions')
    .set({ is_current: 0 })
    .where('app_id', '=', appId)
    .where('is_current', '=', sqlLiteral.true)
    .returningAll()
    .executeTakeFirst();
  const row: VersionTable = {
    id: newId(),
    app_id: appId,
    version: release.version || before?.version || firstVersion,
    release_type: release.release_type ?? before?.release_type ?? 'IN_DEVELOPMENT',
    release_date: release.release_date ?? null,
    latest_feature: release.latest_feature ?? '',
    is_current: 1,
    created_at: now,
    updated_at: now,
  };
  await trx.insertInto('versions').values(row).execute();
  return row;
}

/**
 * Adds a release and makes it the current one.
 * @param caller who has to be the owner; left out for the sample listings
 * @throws AppError 404 when there is no such app, 403, 400 for the number of another release
 */
async function addVersion(
  context: Context,
  { appId: id, ...release }: NewRelease & { appId: string },
  caller?: Caller,
): Promise<Release> {
  return await context.db.write((trx) =>
    changeOwnApp(context, trx, { id, caller, at: release.created_at, judged }, async (_app, now) => {
      if (release.version) await refuseTakenVersion(trx, { appId: id, version: release.version });
      return releaseOfRow(await insertRelease(trx, id, release, now));
    }),
  );
}

/** Adds a release to the caller's own app. @throws AppError 404 or 403, also for a restricted account */
async function releaseVersion(context: Context, caller: Caller, { app, ...release }: CreateVersion) {
  const { id } = await ownApp(context, caller, app);
  return await addVersion(context, { appId: id, ...release }, caller);
}

/** Refuses the number of another release of the app; one that keeps its own may. @throws AppError 400 */
export async function refuseTakenVersion(
  trx: WriteDb,
  { appId, version }: { appId: string; version: string },
  isOwn: (release: Pick<VersionTable, 'id' | 'is_current'>) => boolean = () => false,
): Promise<void> {
  const releases = await trx
    .selectFrom('versions')
    .select(['id', 'is_current', 'version'])
    .where('app_id', '=', appId)
    .execute();
  const found = releases.filter((release) => release.version === version);
  if (found.length === 0 || found.some(isOwn)) return;
  let next = version;
  do next = numberAfter(next);
  while (releases.some((release) => release.version === next));
  throw fieldError('version', messages.app.versionTaken(next));
}

/** '1.2.9' becomes '1.2.10', and 'beta' becomes 'beta 2'. */
const numberAfter = (version: string): string =>
  /\d/.test(version) ? version.replace(/\d+(?=\D*$)/, (last) => String(BigInt(last) + 1n)) : `${version} 2`;

const missing = () => new AppError(404, messages.app.releaseMissing);

/** The caller's own release; asked before the body of a change is read. @throws AppError 404 or 403 */
async function ownRelease(context: Context, caller: Caller, id: string): Promise<VersionTable> {
  const row = isId(id) ? await findVersionRow(context.read, id) : undefined;
  if (!row) throw missing();
  await ownApp(context, caller, row.app_id);
  return row;
}

export async function changeVersion(trx: WriteDb, id: string, columns: Partial<VersionTable>) {
  const release = trx.updateTable('versions').set(columns).where('id', '=', id);
  return await release.returningAll().executeTakeFirst();
}

/**
 * Changes the sent fields; without a difference nothing is written.
 * @throws AppError 404, 403, also for a restricted account, or 400 for an emptied `latest_feature` or the number of
 * another release
 */
async function updateVersion(
  context: Context,
  caller: Caller,
  id: string,
  { version, release_type, release_date, latest_feature }: UpdateVersion,
): Promise<Release> {
  const row = await ownRelease(context, caller, id);
  const columns = differing(row, { version, release_type, release_date, latest_feature });
  if (columns.latest_feature === '') throw fieldError('latest_feature', messages.appForms.featureNeeded);
  if (Object.keys(columns).length === 0) return releaseOfRow(row);
  return await context.db.write((trx) =>
    changeOwnApp(context, trx, { id: row.app_id, caller, judged }, async (app, now) => {
      if (columns.version !== undefined)
        await refuseTakenVersion(trx, { appId: app.id, version: columns.version }, (one) => one.id === id);
      const after = await changeVersion(trx, id, { ...columns, updated_at: now });
      if (!after) throw missing();
      return releaseOfRow(after);
    }),
  );
}

/**
 * Removes a release; after the current one, the newest of the others becomes current. Does nothing if the caller has
 * deleted it before.
 * @throws AppError 404, 403, or 409 for the only one of an app
 */
async function deleteVersion(context: Context, caller: Caller, id: string): Promise<void> {
  if (await wasDeleted(context, caller.userId, id)) return;
  const { app_id: appId } = await ownRelease(context, caller, id);
  // Every change of the app's releases takes the lock first.
  const change = (trx: WriteDb) =>
    changeOwnApp(context, trx, { id: appId, caller }, async () => {
      const row = await findVersionRow(trx, id);
      if (!row) return;
      const newest = await trx
        .selectFrom('versions')
        .select('id')
        .where('app_id', '=', appId)
        .where('id', '!=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (newest === undefined) throw new AppError(409, messages.app.lastRelease);
      await trx.deleteFrom('versions').where('id', '=', id).execute();
      if (row.is_current) await changeVersion(trx, newest.id, { is_current: 1 });
      await noteDeletion(context, trx, caller.userId, [id]);
    });
  await context.db.write(change);
}

// Screenshots of apps.

export const screenshots = {
  reads: { findScreenshot: findPublicScreenshot },
  actions: { requireMayChange: ownScreenshot, requireMayDelete, replaceScreenshot, deleteScreenshot },
};

export interface FoundScreenshot extends Screenshot {
  appId: string;
}

/** Also one of a held or removed app. */
export async function findScreenshot(db: ReadDb, id: string): Promise<FoundScreenshot | null> {
  const shot = db.selectFrom('screenshots').innerJoin('media', 'media.id', 'media_id');
  const found = shot.select([...pictureColumns, 'app_id']).where('screenshots.id', '=', id);
  const row = await found.executeTakeFirst();
  if (!row) return null;
  const { app_id: appId, ...picture } = row;
  return { id, appId, picture: pictureOfRow(picture) };
}

/** @returns null when there is no such screenshot */
async function findPublicScreenshot({ read, reads }: Reader, id: string): Promise<FoundScreenshot | null> {
  const screenshot = isId(id) ? await findScreenshot(read, id) : null;
  if (!screenshot || !(await isVisibleApp(read, screenshot.appId))) return null;
  reads.note(dataKey.app(screenshot.appId));
  return screenshot;
}

const shotsOf = (db: ReadDb, appId: string) =>
  db.selectFrom('screenshots').where('app_id', '=', appId).orderBy('position').orderBy('screenshots.id');

/** The screenshots of a listing in any state, in their order. */
export async function findScreenshotsOf(db: ReadDb, appId: string): Promise<Screenshot[]> {
  const shots = shotsOf(db, appId).innerJoin('media', 'media.id', 'media_id');
  const rows = await shots.select(pictureColumns).select('screenshots.id as shot').execute();
  return rows.map(({ shot, ...picture }) => ({ id: shot, picture: pictureOfRow(picture) }));
}

export const tooManyScreenshots = (): AppError =>
  fieldError('screenshots', messages.appForms.tooManyScreenshots);

/** Appends screenshots; lock an existing app first. @throws AppError 400 for too many together */
export async function insertScreenshots(
  trx: WriteDb,
  appId: string,
  pictures: readonly StoredPicture[],
  now: number,
): Promise<void> {
  if (pictures.length === 0) return;
  for (const picture of pictures) await recordPicture(trx, picture, now);
  const before = await shotsOf(trx, appId).select('position').execute();
  if (before.length + pictures.length > limits.screenshotsPerApp) throw tooManyScreenshots();
  const first = (before.at(-1)?.position ?? -1) + 1;
  const shared = { app_id: appId, created_at: now };
  const rows = pictures.map(({ id }, at) => ({ ...shared, id: newId(), media_id: id, position: first + at }));
  await trx.insertInto('screenshots').values(rows).execute();
}

/** @throws AppError 400 where these are not the screenshots that the app has now */
export async function orderScreenshots(trx: WriteDb, appId: string, wanted: readonly string[]) {
  const rows = await shotsOf(trx, appId).select('screenshots.id').execute();
  const existing = rows.map(({ id }) => id);
  if (wanted.length !== existing.length || new Set(wanted).symmetricDifference(new Set(existing)).size > 0)
    throw fieldError('screenshot_order', 'The screenshots changed meanwhile. Load the page again.');
  for (const [position, id] of wanted.entries())
    await trx.updateTable('screenshots').set({ position }).where('id', '=', id).execute();
}

/** @returns whether there was one */
export async function removeScreenshot(trx: WriteDb, id: string): Promise<boolean> {
  return (await countDeleted(trx.deleteFrom('screenshots').where('id', '=', id))) > 0;
}

const noScreenshot = () => new AppError(404, messages.app.screenshotMissing);

/** The caller's own screenshot; asked before the body of a change is read. @throws AppError 404 or 403 */
async function ownScreenshot(context: Context, caller: Caller, id: string): Promise<FoundScreenshot> {
  const screenshot = isId(id) ? await findScreenshot(context.read, id) : null;
  if (!screenshot) throw noScreenshot();
  await ownApp(context, caller, screenshot.appId);
  return screenshot;
}

/** As `ownScreenshot`, but also passes for a screenshot that the caller has deleted before. */
async function requireMayDelete(context: Context, caller: Caller, id: string): Promise<void> {
  if (!(await wasDeleted(context, caller.userId, id))) await ownScreenshot(context, caller, id);
}

/** Replaces the picture. @throws AppError 404, 403, also for a restricted account, or 400 for an invalid picture */
async function replaceScreenshot(context: Context, caller: Caller, id: string, source: PictureSource) {
  const { db, clock } = context;
  const screenshot = await ownScreenshot(context, caller, id);
  const { userId: accountId, client } = caller;
  const email = (await findAccount(db.read, accountId))?.email ?? null;
  // `judgeListing` asks the same of a listing's own fields.
  await refuseRestricted(db.read, {
    action: 'publish',
    email,
    address: client.address,
    accountId,
    now: clock(),
  });
  const picture = await storePicture(context, source, 'screenshot');
  await db.write((trx) =>
    changeOwnApp(context, trx, { id: screenshot.appId, caller }, async (_app, now) => {
      await recordPicture(trx, picture, now);
      const replaced = trx.updateTable('screenshots').set({ media_id: picture.id }).where('id', '=', id);
      if ((await countUpdated(replaced)) === 0) throw noScreenshot();
      noteChanged(dataKey.pictures);
    }),
  );
  return { ...screenshot, picture };
}

/** Does nothing if the caller has deleted it before. @throws AppError 404 or 403 */
async function deleteScreenshot(context: Context, caller: Caller, id: string): Promise<void> {
  if (await wasDeleted(context, caller.userId, id)) return;
  const { appId } = await ownScreenshot(context, caller, id);
  await context.db.write((trx) =>
    changeOwnApp(context, trx, { id: appId, caller }, async () => {
      if (!(await removeScreenshot(trx, id))) return;
      await noteDeletion(context, trx, caller.userId, [id]);
      noteChanged(dataKey.pictures);
    }),
  );
}
