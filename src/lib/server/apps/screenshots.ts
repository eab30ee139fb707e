// Screenshots of apps.
import type { Screenshot } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import { findAccount } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import {
  pictureColumns,
  pictureOfRow,
  recordPicture,
  storePicture,
  type PictureSource,
  type StoredPicture,
} from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { countDeleted, countUpdated } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { noteDeletion, wasDeleted } from '../platform/idempotency/deletions.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader, type Reader } from '../platform/reads/reader.ts';
import { ownApp } from './find-app.ts';
import { changeOwnApp } from './holds.ts';
import { refuseRestricted } from '../rules/index.ts';
import { isVisibleApp } from './visibility.ts';

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
export async function orderScreenshots(
  trx: WriteDb,
  appId: string,
  wanted: readonly string[],
): Promise<void> {
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

const missing = () => new AppError(404, messages.app.screenshotMissing);

/** The caller's own screenshot; asked before the body of a change is read. @throws AppError 404 or 403 */
async function ownScreenshot({ db }: Context, caller: Caller, id: string): Promise<FoundScreenshot> {
  const screenshot = isId(id) ? await findScreenshot(db.read, id) : null;
  if (!screenshot) throw missing();
  await ownApp(unrecordedReader(db), caller, screenshot.appId);
  return screenshot;
}

/** As `ownScreenshot`, but also passes for a screenshot that the caller has deleted before. */
async function requireMayDelete(context: Context, caller: Caller, id: string): Promise<void> {
  if (!(await wasDeleted(context, caller.userId, id))) await ownScreenshot(context, caller, id);
}

/** Replaces the picture. @throws AppError 404, 403, also for a restricted account, or 400 for an invalid picture */
async function replaceScreenshot(
  context: Context,
  caller: Caller,
  id: string,
  source: PictureSource,
): Promise<FoundScreenshot> {
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
      if ((await countUpdated(replaced)) === 0) throw missing();
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
