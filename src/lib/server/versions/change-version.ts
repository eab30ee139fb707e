import type { UpdateVersion } from '../../shared/schemas/app-forms.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Release } from '../../shared/schemas/versions.ts';
import type { Caller } from '../accounts/index.ts';
import {
  appWithId,
  changeVersion,
  findVersionRow,
  lockOwnApp,
  newestVersionBeside,
  refuseTakenVersion,
  releaseOfRow,
  removeVersion,
  requireMayPublish,
  requireOwner,
} from '../apps/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { readingIn } from '../platform/db/database.ts';
import type { VersionTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import type { VersionsContext } from './add-version.ts';

const missing = () => new AppError(404, messages.app.releaseMissing);

/** The caller's own release. @throws AppError 404 or 403 */
async function ownVersion({ db }: VersionsContext, caller: Caller, id: string): Promise<VersionTable> {
  const row = isId(id) ? await findVersionRow(db.read, id, { ofAnyApp: true }) : undefined;
  if (!row) throw missing();
  requireOwner(caller, (await appWithId(unrecordedReader(db), caller, row.app_id)).owner.id);
  return row;
}

/** Checked before the body of a change is read. @throws AppError 404 or 403 */
export async function requireMayChange(context: VersionsContext, caller: Caller, id: string): Promise<void> {
  await ownVersion(context, caller, id);
}

/** The sent columns that differ from the row. */
function changedColumns(row: VersionTable, change: UpdateVersion): Partial<VersionTable> {
  const wanted: Partial<VersionTable> = {
    ...(change.version !== undefined && { version: change.version }),
    ...(change.release_type !== undefined && { release_type: change.release_type }),
    ...(change.release_date !== undefined && { release_date: change.release_date }),
    ...(change.latest_feature !== undefined && { latest_feature: change.latest_feature }),
  };
  const names = Object.keys(wanted) as (keyof VersionTable)[];
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== row[name]).map((name) => [name, wanted[name]]),
  );
}

/**
 * Changes the sent fields; without a difference nothing is written.
 * @throws AppError 404, 403, also for a restricted account, or 400 for an emptied `latest_feature` or the number of
 * another release
 */
export async function updateVersion(
  context: VersionsContext,
  caller: Caller,
  id: string,
  change: UpdateVersion,
): Promise<Release> {
  const { db, clock, reindex } = context;
  const row = await ownVersion(context, caller, id);
  const columns = changedColumns(row, change);
  if (columns.latest_feature === '') {
    const sentence = messages.appForms.featureNeeded;
    throw new AppError(400, sentence, { latest_feature: sentence });
  }
  if (Object.keys(columns).length === 0) return releaseOfRow(row);
  return await db.write(async (trx) => {
    const now = clock();
    if (!(await lockOwnApp(trx, caller, row.app_id, now))) throw missing();
    await requireMayPublish(readingIn(trx), caller, now);
    const { version } = columns;
    if (version !== undefined)
      await refuseTakenVersion(trx, { appId: row.app_id, version }, (one) => one.id === id);
    const after = await changeVersion(trx, id, { ...columns, updated_at: now });
    if (!after) throw missing();
    await reindex(trx, [row.app_id]);
    noteChanged(dataKey.apps, dataKey.app(row.app_id), dataKey.user(caller.userId));
    return releaseOfRow(after);
  });
}

/**
 * Removes a release; after the current one, the newest of the others becomes current. Does nothing if the caller has
 * deleted it before.
 * @throws AppError 404, 403, or 409 for the only one of an app
 */
export async function deleteVersion(context: VersionsContext, caller: Caller, id: string): Promise<void> {
  const { db, clock, deletions, reindex } = context;
  if (await deletions.wasDeleted(caller.userId, id)) return;
  const { app_id: appId } = await ownVersion(context, caller, id);
  await db.write(async (trx) => {
    const now = clock();
    // Every change of the app's releases takes this lock first.
    await lockOwnApp(trx, caller, appId, now);
    const row = await findVersionRow(trx, id, { ofAnyApp: true });
    if (row) {
      const newest = await newestVersionBeside(trx, row);
      if (newest === undefined) throw new AppError(409, messages.app.lastRelease);
      await removeVersion(trx, id);
      if (row.is_current) await changeVersion(trx, newest, { is_current: 1 });
      await reindex(trx, [appId]);
      noteChanged(dataKey.apps, dataKey.app(appId), dataKey.user(caller.userId));
      await deletions.note(trx, caller.userId, [id]);
    }
  });
}
