import {
  type AppValues,
  columnsOfValues,
  linkNames,
  sentColumns,
  valuesOfColumns,
} from '../../shared/schemas/app-fields.ts';
import type { CreateApp, UpdateApp } from '../../shared/schemas/app-forms.ts';
import type { AppListing, Platform } from '../../shared/schemas/apps.ts';
import type { CategoryKey, CategoryName } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { isOwnerState, listingStates } from '../../shared/schemas/listing-states.ts';
import { firstVersion, type ReleaseType } from '../../shared/schemas/versions.ts';
import { messages } from '../../shared/text/messages.ts';
import { collapseSpaces, nameKey } from '../../shared/text/text.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { type Caller, lockAccount } from '../accounts/index.ts';
import { type PictureSource, recordPicture, type StoredPicture } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { AppTable, NewAppRow } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { type Reader, transactionReader, unrecordedReader } from '../platform/reads/reader.ts';
import { keepProvedName } from '../rules/index.ts';
import { settleCategories } from './categories.ts';
import type { AppsContext } from './context.ts';
import { existingApp, lockOwnApp, requireOwner, requireVerified } from './find-app.ts';
import { applyVerdict, holdListing, judgeChange, judgeNew, type Verdict } from './holds.ts';
import { findListing } from './listings.ts';
import { allocateNameId, claimName, isNameTaken, keepOldNameId, nameIdBase, nameTaken } from './names.ts';
import { hasRoom } from './owned-apps.ts';
import { insertRelease, refuseTakenVersion, renameCurrentRelease } from './releases.ts';
import { insertScreenshots, reorderScreenshots, screenshotIds, tooManyScreenshots } from './screenshots.ts';
import { changeApp, changeChoices, noBadge, readSuccessor, removeApp } from './states.ts';
import { recordEvent } from './timeline.ts';

export interface AppPictures {
  logo: PictureSource | undefined;
  screenshots: PictureSource[];
}

/** Guesses the platform from the links. */
export function platformOf(app: {
  playstore_link?: string | undefined;
  appstore_link?: string | undefined;
}): Platform {
  return app.playstore_link || app.appstore_link ? 'mobile' : 'web';
}

/**
 * Lists an app for the caller.
 * @throws AppError 403 for an unverified caller, 400 for a taken name, too many screenshots or an invalid picture
 */
export async function createApp(
  context: AppsContext,
  caller: Caller,
  app: CreateApp,
  pictures: AppPictures,
): Promise<AppListing> {
  requireVerified(caller);
  if (pictures.screenshots.length > limits.screenshotsPerApp) throw tooManyScreenshots();
  // The transaction checks again; this avoids encoding pictures for nothing.
  if (await isNameTaken(context.db.read, app.name, caller.userId)) throw nameTaken();
  const { logo, screenshots } = await storePictures(context, pictures);
  const listing: NewApp = {
    ownerId: caller.userId,
    name: app.name,
    ...valuesOfColumns({ ...app, platform: app.platform ?? platformOf(app) }),
    categories: app.category ?? [],
    logo,
    screenshots,
  };
  return await publishApp(context, listing, caller);
}

export interface StoredPictures {
  logo: StoredPicture | null;
  screenshots: StoredPicture[];
}

/** Stores files before the transaction that refers to them; a sweep removes those without a reference. */
export async function storePictures(
  { media }: AppsContext,
  { logo, screenshots }: AppPictures,
): Promise<StoredPictures> {
  const [storedLogo, storedScreenshots] = await Promise.all([
    logo ? media.storePicture(logo, 'logo') : null,
    Promise.all(screenshots.map((screenshot) => media.storePicture(screenshot, 'screenshot'))),
  ]);
  return { logo: storedLogo, screenshots: storedScreenshots };
}

export interface NewApp extends Partial<AppValues> {
  ownerId: string;
  name: string;
  platform: Platform;
  categories: CategoryName[];
  logo: StoredPicture | null;
  screenshots: StoredPicture[];
  /** Milliseconds since 1970; now when left out. */
  createdAt?: number;
  /** Default: 0.1.0, in development, without a feature text. */
  firstRelease?: {
    version: string;
    releaseType: ReleaseType;
    releaseDate: number | null;
    latestFeature: string;
    createdAt: number;
  };
}

/**
 * Lists an app: its row, categories, screenshots, first release and timeline event, in one transaction.
 * @param caller who lists it, by whom the rules judge it; left out for what comes with the directory
 * @throws AppError 400 when another app has this name, or one of another owner a similar name; 403 for too many apps
 */
export async function publishApp(context: AppsContext, app: NewApp, caller?: Caller): Promise<AppListing> {
  const { db, clock, reindex } = context;
  const now = app.createdAt ?? clock();
  const id = newId();
  const name = visibleLine(app.name);
  const release = app.firstRelease ?? {
    version: firstVersion,
    releaseType: 'IN_DEVELOPMENT' as const,
    releaseDate: null,
    latestFeature: '',
    createdAt: now,
  };
  const insert = () =>
    db.write(async (trx) => {
      // Banned or deleted since the request was authorized.
      const owner = await lockAccount(trx, db.engine, app.ownerId);
      if (!owner || owner.banned_at !== null) throw new AppError(401, messages.errors.login);
      if (!(await hasRoom(trx, owner))) throw new AppError(403, messages.policy.full(owner.app_limit));
      const categories = await settleCategories(db.engine, trx, app.categories);
      const hold = caller ? await judgeNew(context, trx, caller, { ...app, name, categories }) : null;
      for (const picture of [app.logo, ...app.screenshots])
        if (picture) await recordPicture(trx, picture, now);
      await insertApp(trx, {
        id,
        owner_id: app.ownerId,
        name,
        name_key: nameKey(name),
        name_skeleton: await claimName(trx, name, { ownerId: app.ownerId }),
        name_id: await allocateNameId(trx, name, id),
        ...columnsOfValues(app),
        logo_id: app.logo?.id ?? null,
        views: 0,
        created_at: now,
        updated_at: now,
      });
      await insertCategories(trx, { id, created_at: now }, categories);
      const pictureIds = app.screenshots.map((screenshot) => screenshot.id);
      await insertScreenshots(trx, id, pictureIds, now);
      await insertRelease(trx, {
        id: newId(),
        app_id: id,
        version: release.version,
        release_type: release.releaseType,
        release_date: release.releaseDate,
        latest_feature: release.latestFeature,
        is_current: 1,
        created_at: release.createdAt,
        updated_at: release.createdAt,
      });
      await recordEvent(trx, { userId: app.ownerId, category: 'LIST_APP', appId: id, at: now });
      if (hold) await holdListing(context, trx, { id, ownerId: app.ownerId, hold });
      await reindex(trx, [id]);
      noteChanged(dataKey.apps, dataKey.app(id), dataKey.user(app.ownerId));
      // Read here, because the account may be suspended between the commit and the answer.
      return await writtenListing(transactionReader(db, trx), id);
    });
  return await retryOnTakenSlug(db, insert);
}

/** The listing after a write. @throws AppError 404 if it has been deleted since */
export async function writtenListing(reader: Reader, id: string): Promise<AppListing> {
  const listing = await findListing(reader, 'id', id, listingStates);
  if (!listing) throw new AppError(404, 'This app was deleted meanwhile.');
  return listing;
}

/** Of as many writers that want one name_id at the same moment each gets another one. */
const mostTries = 20;

/** Retries when a concurrent writer (PostgreSQL) took the same free name_id. @throws AppError 400 for a taken name */
export async function retryOnTakenSlug<Result>(db: Database, insert: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await insert();
    } catch (error) {
      const column = db.engine.uniqueViolation(error);
      if (column === 'name_id' && tries < mostTries) continue;
      if (column === 'name_key') throw nameTaken();
      throw error;
    }
  }
}

/**
 * Changes the sent fields in one transaction; without a difference nothing is written or published. A new name gives a
 * new name_id, and the old one redirects.
 * @throws AppError 404, 403 for anyone but the owner, 400 with a sentence for each field
 */
export async function updateApp(
  context: AppsContext,
  caller: Caller,
  idOrNameId: string,
  sent: UpdateApp,
  pictures: AppPictures,
): Promise<AppListing> {
  const { db, limiter, siteUrl } = context;
  const before = await existingApp(unrecordedReader(db), caller, idOrNameId);
  requireOwner(caller, before.owner.id);
  if (before.screenshots.length + pictures.screenshots.length > limits.screenshotsPerApp)
    throw tooManyScreenshots();
  const change =
    sent.replaced_by === undefined
      ? sent
      : { ...sent, replaced_by: readSuccessor(sent.replaced_by, siteUrl) };
  const isRenamed = change.name !== undefined && collapseSpaces(change.name) !== before.name;
  const hasPictures = pictures.logo !== undefined || pictures.screenshots.length > 0;
  if (!hasPictures && !changesAnything(before, change)) return before;
  const stored = await storePictures(context, pictures);
  const charges = isRenamed ? [{ quota: quotas.renames }] : [];
  const spender = { account: caller.userId, client: caller.client };
  return await limiter.charging(charges, spender, () =>
    write(context, before.id, { caller, change, stored }),
  );
}

interface Changes {
  caller: Caller;
  change: UpdateApp;
  stored: StoredPictures;
}

async function write(
  context: AppsContext,
  appId: string,
  { caller, change, stored }: Changes,
): Promise<AppListing> {
  const { db, clock, reindex } = context;
  const now = clock();
  return await retryOnTakenSlug(db, () =>
    db.write(async (trx) => {
      // Before the app, as whoever merges categories locks them.
      const categories = change.category && (await settleCategories(db.engine, trx, change.category));
      const row = await lockOwnApp(trx, caller, appId, now);
      // Removed, or deleted, since the request was authorized.
      if (!row || row.state === 'removed') throw new AppError(404, messages.app.missing);
      const verdict = await judgeChange(context, trx, caller, { row, change, categories });
      await changeApp(trx, row.id, await changedColumns(trx, row, change, verdict));
      if (change.name !== undefined && row.proved === 'yes')
        await keepProvedName(trx, { ...row, name: collapseSpaces(change.name) });
      await changeChoices({ engine: db.engine, trx, now }, row, change);
      if (categories) {
        await removeCategories(trx, row.id);
        await insertCategories(trx, row, categories);
      }
      if (change.version !== undefined) {
        const { version } = change;
        await refuseTakenVersion(trx, { appId: row.id, version }, ({ is_current }) => is_current === 1);
        await renameCurrentRelease(trx, row.id, version, now);
      }
      await changePictures(trx, row.id, stored, now);
      if (change.screenshot_order) await orderScreenshots(trx, row.id, change.screenshot_order);
      const changesState = await applyVerdict(context, trx, row, verdict);
      await reindex(trx, [row.id]);
      noteChanged(dataKey.apps, dataKey.app(row.id), dataKey.user(row.owner_id));
      // The previous logo is not served any more, unless something else shows it, nor are pictures of a held app.
      if (changesState || (stored.logo && row.logo_id !== null)) noteChanged(dataKey.pictures);
      // Read here, because the account may be suspended between the commit and the answer.
      return await writtenListing(transactionReader(db, trx), row.id);
    }),
  );
}

async function changedColumns(
  trx: WriteDb,
  row: AppTable,
  change: UpdateApp,
  { keepsAddress }: Pick<Verdict, 'keepsAddress'>,
): Promise<Partial<AppTable>> {
  const columns: Partial<AppTable> = sentColumns(change);
  if (change.name !== undefined && collapseSpaces(change.name) !== row.name) {
    const name = collapseSpaces(change.name);
    columns.name = name;
    columns.name_key = nameKey(name);
    if (skeletonsOf(name).own !== row.name_skeleton)
      columns.name_skeleton = await claimName(trx, name, { ownerId: row.owner_id, appId: row.id });
    if (nameIdBase(name) !== nameIdBase(row.name)) {
      columns.name_id = await allocateNameId(trx, name, row.id);
      await keepOldNameId(trx, row, { nameId: columns.name_id, keepsAddress });
    }
  }
  if (isOtherSite(row, columns)) Object.assign(columns, noBadge);
  if (!linkNames.some((name) => columns[name] ?? row[name])) {
    throw new AppError(400, messages.appForms.linkNeeded, { website: messages.appForms.linkNeeded });
  }
  return columns;
}

/** Whether the links change so that the badge would stand beside a site that it does not speak of. */
function isOtherSite(row: AppTable, columns: Partial<AppTable>): boolean {
  return (['website', 'playstore_link'] as const).some(
    (name) => columns[name] !== undefined && hostOf(columns[name]) !== hostOf(row[name]),
  );
}

const hostOf = (link: string): string => {
  const url = URL.parse(link);
  return url === null ? '' : url.hostname + (url.searchParams.get('id') ?? '');
};

async function changePictures(
  trx: WriteDb,
  appId: string,
  { logo, screenshots }: StoredPictures,
  now: number,
): Promise<void> {
  for (const picture of [logo, ...screenshots]) if (picture) await recordPicture(trx, picture, now);
  if (logo) await changeApp(trx, appId, { logo_id: logo.id });
  if (screenshots.length === 0) return;
  const existing = await screenshotIds(trx, appId);
  // Checked again under the lock, because another request may have added some.
  if (existing.length + screenshots.length > limits.screenshotsPerApp) throw tooManyScreenshots();
  const pictureIds = screenshots.map((screenshot) => screenshot.id);
  await insertScreenshots(trx, appId, pictureIds, now);
}

async function orderScreenshots(trx: WriteDb, appId: string, wanted: string[]): Promise<void> {
  const existing = await screenshotIds(trx, appId);
  if (
    new Set(wanted).size !== wanted.length ||
    existing.length !== wanted.length ||
    !existing.every((id) => wanted.includes(id))
  ) {
    const sentence = 'The screenshots changed meanwhile. Load the page again.';
    throw new AppError(400, sentence, { screenshot_order: sentence });
  }
  await reorderScreenshots(trx, wanted);
}

/** Whether a sent field differs from the app's. */
export function changesAnything(app: AppListing, change: UpdateApp): boolean {
  const current: Required<{ [Name in keyof UpdateApp]: string }> = {
    name: app.name,
    ...columnsOfValues(app),
    version: app.currentVersion.version,
    category: app.categories.join(),
    screenshot_order: app.screenshots.map(({ id }) => id).join(),
    state: app.state,
    lifecycle: app.lifecycle,
    replaced_by: app.successor?.nameId ?? '',
  };
  // Another app may still be stored as its successor, which is not listed now.
  if (change.replaced_by === '' && app.lifecycle === 'discontinued') return true;
  const wanted = { ...change, ...(change.name !== undefined && { name: collapseSpaces(change.name) }) };
  const names = Object.keys(current) as (keyof UpdateApp)[];
  return names.some((name) => wanted[name] !== undefined && String(wanted[name]) !== current[name]);
}

/**
 * Removes the app with everything that belongs to it; a sweep removes its pictures. Does nothing if the caller has
 * deleted it before, because the first answer may have been lost.
 * @throws AppError 404, 403, also for a listing that is held, limited or removed
 */
export async function deleteApp(context: AppsContext, caller: Caller, idOrNameId: string): Promise<void> {
  const { db, clock, deletions } = context;
  const app = await findUnlessDeleted(context, caller, idOrNameId);
  if (!app) return;
  const { id, nameId, owner } = app;
  requireOwner(caller, owner.id);
  const removed = await db.write(async (trx) => {
    const row = await lockOwnApp(trx, caller, id, clock());
    // Otherwise an owner could delete a listing that staff or a rule has decided on, and list it again.
    if (row && !isOwnerState(row.state)) throw new AppError(403, messages.app.decidedStays);
    if (!(await removeApp(trx, id, clock()))) return false;
    await deletions.note(trx, caller.userId, [id, nameId, idOrNameId]);
    noteChanged(dataKey.pictures, dataKey.apps, dataKey.app(id), dataKey.user(owner.id));
    return true;
  });
  // Another request was faster: throws unless it was the caller's own.
  if (!removed) await findUnlessDeleted(context, caller, id);
}

/** @returns null if the caller has deleted the app before. @throws AppError 404 if there was none, 403 */
async function findUnlessDeleted({ db, deletions }: AppsContext, caller: Caller, idOrNameId: string) {
  try {
    return await existingApp(unrecordedReader(db), caller, idOrNameId);
  } catch (error) {
    const isMissing = error instanceof AppError && error.status === 404;
    if (isMissing && (await deletions.wasDeleted(caller.userId, idOrNameId))) return null;
    throw error;
  }
}

// Writes apps and the rows that belong to them.

export async function insertApp(trx: WriteDb, row: NewAppRow): Promise<void> {
  await trx.insertInto('apps').values(row).execute();
}

export async function insertCategories(
  trx: WriteDb,
  app: Pick<AppTable, 'id' | 'created_at'>,
  categories: readonly CategoryKey[],
): Promise<void> {
  if (categories.length === 0) return;
  await trx
    .insertInto('app_categories')
    .values(
      categories.map((category, position) => ({
        app_id: app.id,
        category,
        position,
        app_created_at: app.created_at,
      })),
    )
    .execute();
}

export async function removeCategories(trx: WriteDb, appId: string): Promise<void> {
  await trx.deleteFrom('app_categories').where('app_id', '=', appId).execute();
}
