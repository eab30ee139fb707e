import type { AppListing, Screenshot } from '../../shared/schemas/apps.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { findPictures, type Media, type PictureSource, recordPicture } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { hasRow } from '../platform/db/count-rows.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { type Reader, unrecordedReader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { appWithId, lockOwnApp, requireMayPublish, requireOwner } from './find-app.ts';
import { belongsTo } from './visibility.ts';

export interface ScreenshotsContext {
  db: Database;
  clock: Clock;
  media: Media;
  deletions: Deletions;
}

const missing = () => new AppError(404, messages.app.screenshotMissing);

/** The caller's own screenshot and its app. @throws AppError 404 or 403 */
async function ownScreenshot({ db }: ScreenshotsContext, caller: Caller, id: string) {
  const screenshot = isId(id) ? await findScreenshot(db.read, id, { ofAnyApp: true }) : null;
  if (!screenshot) throw missing();
  const app = await appWithId(unrecordedReader(db), caller, screenshot.appId);
  requireOwner(caller, app.owner.id);
  return { app, screenshot };
}

/** Checked before the body of a change is read. @throws AppError 404 or 403 */
export async function requireMayChange(
  context: ScreenshotsContext,
  caller: Caller,
  id: string,
): Promise<void> {
  await ownScreenshot(context, caller, id);
}

/** As `requireMayChange`, but also passes for a screenshot that the caller has deleted before. */
export async function requireMayDelete(
  context: ScreenshotsContext,
  caller: Caller,
  id: string,
): Promise<void> {
  if (!(await context.deletions.wasDeleted(caller.userId, id))) await ownScreenshot(context, caller, id);
}

const noteScreenshots = ({ id, owner }: AppListing): void =>
  noteChanged(dataKey.pictures, dataKey.apps, dataKey.app(id), dataKey.user(owner.id));

/** Replaces the picture. @throws AppError 404, 403, also for a restricted account, or 400 for an invalid picture */
export async function replaceScreenshot(
  context: ScreenshotsContext,
  caller: Caller,
  id: string,
  source: PictureSource,
): Promise<FoundScreenshot> {
  const { db, clock, media } = context;
  const { app, screenshot } = await ownScreenshot(context, caller, id);
  await requireMayPublish(db.read, caller, clock());
  const picture = await media.storePicture(source, 'screenshot');
  const now = clock();
  await db.write(async (trx) => {
    await lockOwnApp(trx, caller, app.id, now);
    await recordPicture(trx, picture, now);
    if (!(await setScreenshotPicture(trx, id, picture.id))) throw missing();
    noteScreenshots(app);
  });
  return { ...screenshot, picture };
}

/** Does nothing if the caller has deleted it before. @throws AppError 404 or 403 */
export async function deleteScreenshot(
  context: ScreenshotsContext,
  caller: Caller,
  id: string,
): Promise<void> {
  const { db, clock, deletions } = context;
  if (await deletions.wasDeleted(caller.userId, id)) return;
  const { app } = await ownScreenshot(context, caller, id);
  await db.write(async (trx) => {
    await lockOwnApp(trx, caller, app.id, clock());
    if (await removeScreenshot(trx, id)) await deletions.note(trx, caller.userId, [id]);
    noteScreenshots(app);
  });
}

/** @returns null when there is no such screenshot */
async function findPublicScreenshot({ read, reads }: Reader, id: string): Promise<FoundScreenshot | null> {
  const screenshot = isId(id) ? await findScreenshot(read, id) : null;
  if (screenshot) reads.note(dataKey.app(screenshot.appId));
  return screenshot;
}

export function createScreenshots(context: ScreenshotsContext) {
  return {
    reads: { findScreenshot: findPublicScreenshot },
    actions: bindContext(context, {
      requireMayChange,
      requireMayDelete,
      replaceScreenshot,
      deleteScreenshot,
    }),
  };
}

export interface FoundScreenshot extends Screenshot {
  appId: string;
}

/** @param ofAnyApp includes screenshots of held and removed apps */
export async function findScreenshot(
  db: ReadDb,
  id: string,
  { ofAnyApp = false } = {},
): Promise<FoundScreenshot | null> {
  const row = await db
    .selectFrom('screenshots')
    .selectAll()
    .where('id', '=', id)
    .$if(!ofAnyApp, (query) => query.where((eb) => belongsTo(eb, 'screenshots', 'visible')))
    .executeTakeFirst();
  if (!row) return null;
  const picture = (await findPictures(db, [row.media_id])).get(row.media_id);
  return picture ? { id: row.id, appId: row.app_id, picture } : null;
}

/** The screenshots of a listing in any state, in their order. */
export async function findScreenshotsOf(db: ReadDb, appId: string): Promise<Screenshot[]> {
  const rows = await db
    .selectFrom('screenshots')
    .select(['id', 'media_id'])
    .where('app_id', '=', appId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const pictures = await findPictures(
    db,
    rows.map(({ media_id }) => media_id),
  );
  return rows.flatMap(({ id, media_id }) => {
    const picture = pictures.get(media_id);
    return picture ? [{ id, picture }] : [];
  });
}

export async function setScreenshotPicture(trx: WriteDb, id: string, mediaId: string): Promise<boolean> {
  return await hasRow(
    trx.updateTable('screenshots').set({ media_id: mediaId }).where('id', '=', id).returning('id'),
  );
}

export async function removeScreenshot(trx: WriteDb, id: string): Promise<boolean> {
  return await hasRow(trx.deleteFrom('screenshots').where('id', '=', id).returning('id'));
}

/** Appends screenshots; lock an existing app first. */
export async function insertScreenshots(
  trx: WriteDb,
  appId: string,
  mediaIds: string[],
  now: number,
): Promise<void> {
  if (mediaIds.length === 0) return;
  const { last } = await trx
    .selectFrom('screenshots')
    .select((eb) => eb.fn.max<number | null>('position').as('last'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  const first = last === null ? 0 : last + 1;
  await trx
    .insertInto('screenshots')
    .values(
      mediaIds.map((mediaId, index) => ({
        id: newId(),
        app_id: appId,
        media_id: mediaId,
        position: first + index,
        created_at: now,
      })),
    )
    .execute();
}

/** Ids in order. */
export async function screenshotIds(trx: WriteDb, appId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('screenshots')
    .select('id')
    .where('app_id', '=', appId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function reorderScreenshots(trx: WriteDb, ids: string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await trx.updateTable('screenshots').set({ position }).where('id', '=', id).execute();
  }
}

export function tooManyScreenshots(): AppError {
  const sentence = messages.appForms.tooManyScreenshots;
  return new AppError(400, sentence, { screenshots: sentence });
}
