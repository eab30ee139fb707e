import type { AppListing } from '../../shared/schemas/apps.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import {
  appWithId,
  findScreenshot,
  lockOwnApp,
  removeScreenshot,
  requireMayPublish,
  requireOwner,
  setScreenshotPicture,
  type FoundScreenshot,
} from '../apps/index.ts';
import { recordPicture, type Media, type PictureSource } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';

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
