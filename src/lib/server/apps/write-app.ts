// Lists, changes and deletes an app, each in one transaction.
import { linkNames } from '../../shared/addresses/links.ts';
import { type AppColumns, columnsOf, type Platform, sentColumns } from '../../shared/schemas/app-fields.ts';
import type { CreateApp, UpdateApp } from '../../shared/schemas/app-forms.ts';
import { type AppListing, isOwnerState, listingStates } from '../../shared/schemas/apps.ts';
import type { CategoryKey, CategoryName } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import type { Caller } from '../accounts/sessions.ts';
import { lockAccount } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { recordPicture, storePicture, type PictureSource, type StoredPicture } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { noteDeletion, wasDeleted } from '../platform/idempotency/deletions.ts';
import { newId } from '../platform/ids.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { transactionReader, type Reader } from '../platform/reads/reader.ts';
import { findResembled } from '../rules/names.ts';
import { settleCategories } from './categories.ts';
import { lockOwnApp, ownApp, requireApp, requireOwner, requireVerified } from './find-app.ts';
import { changeOwnApp, judgeWritten } from './holds.ts';
import { findListing, recordEvent } from './listings.ts';
import { allocateNameId, claimName, isNameTaken, keepOldNameId, nameIdBase, nameTaken } from './names.ts';
import { hasRoom } from './visibility.ts';
import {
  insertRelease,
  insertScreenshots,
  type NewRelease,
  orderScreenshots,
  refuseTakenVersion,
  tooManyScreenshots,
} from './releases.ts';
import { changeApp, chooseState, lifecycleColumns, noBadge, readSuccessor, removeApp } from './states.ts';

export interface AppPictures {
  logo: PictureSource | undefined;
  screenshots: PictureSource[];
}

interface StoredPictures {
  logo: StoredPicture | null;
  screenshots: StoredPicture[];
}

/** Stores files before the transaction that refers to them; a sweep removes those without a reference. */
async function storePictures(context: Context, { logo, screenshots }: AppPictures): Promise<StoredPictures> {
  const [storedLogo, storedScreenshots] = await Promise.all([
    logo ? storePicture(context, logo, 'logo') : null,
    Promise.all(screenshots.map((screenshot) => storePicture(context, screenshot, 'screenshot'))),
  ]);
  return { logo: storedLogo, screenshots: storedScreenshots };
}

async function insertCategories(
  trx: WriteDb,
  app: Pick<AppTable, 'id' | 'created_at'>,
  categories: readonly CategoryKey[],
): Promise<void> {
  if (categories.length === 0) return;
  const { id: app_id, created_at: app_created_at } = app;
  const rows = categories.map((category, position) => ({ app_id, category, position, app_created_at }));
  await trx.insertInto('app_categories').values(rows).execute();
}

/** The listing after a write. @throws AppError 404 if it has been deleted since */
async function writtenListing(reader: Reader, id: string): Promise<AppListing> {
  const listing = await findListing(reader, 'id', id, listingStates);
  if (!listing) throw new AppError(404, 'This app was deleted meanwhile.');
  return listing;
}

/** Guesses the platform from the links. */
export function platformOf(app: {
  playstore_link?: string | undefined;
  appstore_link?: string | undefined;
}): Platform {
  return app.playstore_link || app.appstore_link ? 'mobile' : 'web';
}

/** @throws AppError 403 for an unverified caller, 400 for a taken name, too many screenshots or an invalid picture */
export async function createApp(
  context: Context,
  caller: Caller,
  app: CreateApp,
  pictures: AppPictures,
): Promise<AppListing> {
  requireVerified(caller);
  if (pictures.screenshots.length > limits.screenshotsPerApp) throw tooManyScreenshots();
  // The transaction checks again; this avoids encoding pictures for nothing.
  if (await isNameTaken(context.db.read, app.name, { ownerId: caller.userId })) throw nameTaken();
  const listing: NewApp = {
    ownerId: caller.userId,
    name: app.name,
    ...columnsOf({ ...app, platform: app.platform ?? platformOf(app) }),
    categories: app.category ?? [],
    firstRelease: { version: app.version, release_type: app.release_type },
    ...(await storePictures(context, pictures)),
  };
  return await publishApp(context, listing, caller);
}

interface NewApp extends Partial<AppColumns>, StoredPictures {
  ownerId: string;
  name: string;
  platform: Platform;
  categories: CategoryName[];
  /** Milliseconds since 1970; now when left out. */
  createdAt?: number;
  firstRelease?: NewRelease;
}

/**
 * Lists an app: its row, categories, screenshots, first release and timeline event.
 * @param caller who lists it, by whom the rules judge it; left out for what comes with the directory
 * @throws AppError 400 when another app has this name, or one of another owner a similar name; 403 for too many apps
 */
export async function publishApp(context: Context, app: NewApp, caller?: Caller): Promise<AppListing> {
  const { db, clock, reindex } = context;
  const { ownerId, logo, screenshots } = app;
  const now = app.createdAt ?? clock();
  const id = newId();
  const release = app.firstRelease ?? {};
  return await db.write(async (trx) => {
    // Banned or deleted since the request was authorized.
    const owner = await lockAccount(trx, ownerId);
    if (!owner || owner.banned_at !== null) throw new AppError(401, messages.errors.login);
    if (!(await hasRoom(trx, owner))) throw new AppError(403, messages.policy.full(owner.app_limit));
    const name = visibleLine(app.name);
    const categories = await settleCategories(trx, app.categories);
    if (logo) await recordPicture(trx, logo, now);
    const columns = {
      id,
      owner_id: ownerId,
      ...(await claimName(trx, name, { ownerId })),
      name_id: await allocateNameId(trx, name, id),
      ...columnsOf(app),
      logo_id: logo?.id ?? null,
      views: 0,
      created_at: now,
      updated_at: now,
    };
    const row = await trx.insertInto('apps').values(columns).returningAll().executeTakeFirstOrThrow();
    await insertCategories(trx, row, categories);
    await insertScreenshots(trx, id, screenshots, now);
    await insertRelease(trx, id, release, release.created_at ?? now);
    await recordEvent(trx, { user_id: ownerId, category: 'LIST_APP', app_id: id, created_at: now });
    if (caller) await judgeWritten(context, trx, caller, row, null);
    await reindex(trx, [id]);
    noteChanged(dataKey.apps, dataKey.app(id), dataKey.user(ownerId));
    // Read here, because the account may be suspended between the commit and the answer.
    return await writtenListing(transactionReader(db, trx), id);
  });
}

/** Whether a sent field differs from the app's. */
function changesAnything(app: AppListing, change: UpdateApp): boolean {
  const current: Required<{ [Name in keyof UpdateApp]: string }> = {
    ...app,
    version: app.currentVersion.version,
    category: app.categories.join(),
    screenshot_order: app.screenshots.map(({ id }) => id).join(),
    state: app.state,
    lifecycle: app.lifecycle,
    replaced_by: app.successor?.nameId ?? '',
  };
  // Another app may still be stored as its successor, which is not listed now.
  if (change.replaced_by === '' && app.lifecycle === 'discontinued') return true;
  const names = Object.keys(current) as (keyof UpdateApp)[];
  return names.some((name) => change[name] !== undefined && String(change[name]) !== current[name]);
}

/**
 * Changes the sent fields in one transaction; without a difference nothing is written or published. A new name gives a
 * new name_id, and the old one redirects.
 * @throws AppError 404, 403 for anyone but the owner, 400 with a sentence for each field
 */
export async function updateApp(
  context: Context,
  caller: Caller,
  idOrNameId: string,
  sent: UpdateApp,
  pictures: AppPictures,
): Promise<AppListing> {
  const { db, limiter, siteUrl } = context;
  const before = await ownApp(context, caller, idOrNameId);
  if (before.screenshots.length + pictures.screenshots.length > limits.screenshotsPerApp)
    throw tooManyScreenshots();
  const change: UpdateApp = {
    ...sent,
    ...(sent.replaced_by !== undefined && { replaced_by: readSuccessor(sent.replaced_by, siteUrl) }),
  };
  const hasPictures = pictures.logo !== undefined || pictures.screenshots.length > 0;
  if (!hasPictures && !changesAnything(before, change)) return before;
  const { logo, screenshots } = await storePictures(context, pictures);
  const isRenamed = change.name !== undefined && change.name !== before.name;
  const charges = isRenamed ? [{ quota: quotas.renames }] : [];
  const spender = { account: caller.userId, client: caller.client };
  const { id } = before;
  const work = async (trx: WriteDb): Promise<AppListing> => {
    const reader = transactionReader(db, trx);
    // Before the app, as whoever merges categories locks them.
    const categories = change.category && (await settleCategories(trx, change.category));
    await changeOwnApp(context, trx, { id, caller, judged: 'website' }, async (row, now) => {
      if (logo) await recordPicture(trx, logo, now);
      await changeApp(trx, id, {
        ...(await changedColumns(trx, row, change, now)),
        ...((change.lifecycle !== undefined || change.replaced_by !== undefined) &&
          (await lifecycleColumns(reader, row, change, now))),
        ...(logo && { logo_id: logo.id }),
      });
      await chooseState(trx, row, change.state, now);
      if (categories) {
        await trx.deleteFrom('app_categories').where('app_id', '=', id).execute();
        await insertCategories(trx, row, categories);
      }
      if (change.version !== undefined) await renameRelease(trx, id, change.version, now);
      // Counted again under the lock, because another request may have added some.
      await insertScreenshots(trx, id, screenshots, now);
      if (change.screenshot_order) await orderScreenshots(trx, id, change.screenshot_order);
      // The previous logo is not served any more, unless something else shows it.
      if (logo && row.logo_id !== null) noteChanged(dataKey.pictures);
    });
    // Read here, because the account may be suspended between the commit and the answer.
    return await writtenListing(reader, id);
  };
  return await limiter.charging(charges, spender, () => db.write(work));
}

async function changedColumns(trx: WriteDb, row: AppTable, change: UpdateApp, now: number) {
  const columns: Partial<AppTable> = sentColumns(change);
  if (change.name !== undefined && change.name !== row.name) {
    Object.assign(columns, await claimName(trx, change.name, { ownerId: row.owner_id, app: row }));
    if (nameIdBase(change.name) !== nameIdBase(row.name)) {
      columns.name_id = await allocateNameId(trx, change.name, row.id);
      // Otherwise an imitation that was held would be found at the address of the name that it imitates.
      const imitated =
        row.state === 'held' && (await findResembled(trx, { name: row.name, userId: row.owner_id }));
      await keepOldNameId(trx, row, { nameId: columns.name_id, keepsAddress: !imitated, now });
    }
  }
  if (isOtherSite(row, columns)) Object.assign(columns, noBadge);
  if (!linkNames.some((name) => columns[name] ?? row[name]))
    throw fieldError('website', messages.appForms.linkNeeded);
  return columns;
}

/** Whether the links change so that the badge would stand beside a site that it does not speak of. */
function isOtherSite(row: AppTable, columns: Partial<AppTable>): boolean {
  return (['website', 'playstore_link'] as const).some(
    (name) => columns[name] !== undefined && siteOf(columns[name]) !== siteOf(row[name]),
  );
}

const siteOf = (link: string): string => {
  const url = URL.parse(link);
  return url === null ? '' : url.hostname + (url.searchParams.get('id') ?? '');
};

/** Gives the current release another number. @throws AppError 400 for that of another release */
async function renameRelease(trx: WriteDb, appId: string, version: string, now: number): Promise<void> {
  await refuseTakenVersion(trx, { appId, version }, ({ is_current }) => is_current === 1);
  await trx
    .updateTable('versions')
    .set({ version, updated_at: now })
    .where('app_id', '=', appId)
    .where('is_current', '=', sqlLiteral.true)
    .execute();
}

/**
 * Removes the app with everything that belongs to it; a sweep removes its pictures. Does nothing if the caller has
 * deleted it before, because the first answer may have been lost.
 * @throws AppError 404, 403, also for a listing that is held, limited or removed
 */
export async function deleteApp(context: Context, caller: Caller, idOrNameId: string): Promise<void> {
  const { db, clock } = context;
  const app = await findUnlessDeleted(context, caller, idOrNameId);
  if (!app) return;
  const { id, nameId, owner } = app;
  requireOwner(caller, owner.id, id);
  const removed = await db.write(async (trx) => {
    const row = await lockOwnApp(trx, caller, id);
    // Otherwise an owner could delete a listing that staff or a rule has decided on, and list it again.
    if (row && !isOwnerState(row.state)) throw new AppError(403, messages.app.decidedStays);
    if (!(await removeApp(trx, id, clock()))) return false;
    await noteDeletion(context, trx, caller.userId, [id, nameId, idOrNameId]);
    noteChanged(dataKey.pictures, dataKey.apps, dataKey.app(id), dataKey.user(owner.id));
    return true;
  });
  // Another request was faster: throws unless it was the caller's own.
  if (!removed) await findUnlessDeleted(context, caller, id);
}

/** @returns null if the caller has deleted the app before. @throws AppError 404 if there was none, 403 */
async function findUnlessDeleted(context: Context, caller: Caller, idOrNameId: string) {
  try {
    return await requireApp(context, idOrNameId, caller);
  } catch (error) {
    const isMissing = error instanceof AppError && error.status === 404;
    if (isMissing && (await wasDeleted(context, caller.userId, idOrNameId))) return null;
    throw error;
  }
}
