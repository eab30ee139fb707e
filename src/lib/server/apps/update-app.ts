import { linkNames, sentColumns } from '../../shared/schemas/app-fields.ts';
import type { UpdateApp } from '../../shared/schemas/app-forms.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { collapseSpaces, nameKey } from '../../shared/text/text.ts';
import type { Caller } from '../accounts/index.ts';
import { recordPicture } from '../media/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { InTransaction } from '../platform/idempotency/kept-answers.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { transactionReader, unrecordedReader } from '../platform/reads/reader.ts';
import { requireOwner } from './app-policy.ts';
import { tooManyScreenshots } from './app-refusals.ts';
import {
  changeApp,
  insertCategories,
  insertScreenshots,
  keepOldNameId,
  lockApp,
  removeCategories,
  renameCurrentRelease,
  reorderScreenshots,
  screenshotIds,
} from './app-writes.ts';
import { storePictures, type AppPictures, type StoredPictures } from './create-app.ts';
import { existingApp } from './find-app.ts';
import type { AppsContext } from './context.ts';
import { claimName } from './names/claim-name.ts';
import { changesAnything } from './changes-anything.ts';
import { allocateNameId, nameIdBase } from './names/name-id.ts';
import { retryOnTakenSlug, writtenListing } from './publish-app.ts';

/**
 * Changes the sent fields in one transaction; without a difference nothing is written or published. A new name gives a
 * new name_id, and the old one redirects.
 * @throws AppError 404, 403 for anyone but the owner, 400 with a sentence for each field
 */
export async function updateApp(
  context: AppsContext,
  caller: Caller,
  idOrNameId: string,
  change: UpdateApp,
  pictures: AppPictures,
  keep?: InTransaction<AppListing>,
): Promise<AppListing> {
  const { db, limiter, publishChanges } = context;
  const before = await existingApp(unrecordedReader(db), idOrNameId);
  requireOwner(caller, before.owner.id);
  if (before.screenshots.length + pictures.screenshots.length > limits.screenshotsPerApp)
    throw tooManyScreenshots();
  const isRenamed = change.name !== undefined && collapseSpaces(change.name) !== before.name;
  const hasPictures = pictures.logo !== undefined || pictures.screenshots.length > 0;
  if (!hasPictures && !changesAnything(before, change)) return before;
  const stored = await storePictures(context, pictures);
  const charges = isRenamed ? [{ quota: quotas.renames }] : [];
  await limiter.charging(charges, { account: caller.userId, client: caller.client }, () =>
    write(context, before.id, { change, stored, keep }),
  );
  // The previous logo is not served any more, unless something else shows it.
  const withdrawn = stored.logo && before.logo ? [dataKey.pictures] : [];
  await publishChanges([...withdrawn, dataKey.apps, dataKey.app(before.id), dataKey.user(before.owner.id)]);
  return await writtenListing(unrecordedReader(db), before.id);
}

interface Changes {
  change: UpdateApp;
  stored: StoredPictures;
  keep: InTransaction<AppListing> | undefined;
}

async function write(
  { db, clock, reindex }: AppsContext,
  appId: string,
  { change, stored, keep }: Changes,
): Promise<void> {
  const now = clock();
  await retryOnTakenSlug(db, () =>
    db.write(async (trx) => {
      const row = await lockApp(trx, appId, now);
      if (!row) throw new AppError(404, messages.app.missing);
      await changeApp(trx, row.id, await changedColumns(trx, row, change));
      if (change.category) {
        await removeCategories(trx, row.id);
        await insertCategories(trx, row, change.category);
      }
      if (change.version !== undefined) await renameCurrentRelease(trx, row.id, change.version, now);
      await changePictures(trx, row.id, stored, now);
      if (change.screenshot_order) await orderScreenshots(trx, row.id, change.screenshot_order);
      await reindex(trx, [row.id]);
      if (keep) await keep(trx, await writtenListing(transactionReader(db, trx), row.id));
    }),
  );
}

async function changedColumns(trx: WriteDb, row: AppTable, change: UpdateApp): Promise<Partial<AppTable>> {
  const columns: Partial<AppTable> = sentColumns(change);
  if (change.name !== undefined && collapseSpaces(change.name) !== row.name) {
    const name = collapseSpaces(change.name);
    columns.name = name;
    columns.name_key = nameKey(name);
    if (skeletonsOf(name).own !== row.name_skeleton)
      columns.name_skeleton = await claimName(trx, name, row.owner_id);
    if (nameIdBase(name) !== nameIdBase(row.name)) {
      columns.name_id = await allocateNameId(trx, name, row.id);
      await keepOldNameId(trx, row, columns.name_id);
    }
  }
  if (!linkNames.some((name) => columns[name] ?? row[name])) {
    throw new AppError(400, messages.appForms.linkNeeded, { website: messages.appForms.linkNeeded });
  }
  return columns;
}

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
