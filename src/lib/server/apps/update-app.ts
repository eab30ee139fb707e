import { linkNames, sentColumns } from '../../shared/schemas/app-fields.ts';
import type { UpdateApp } from '../../shared/schemas/app-forms.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { collapseSpaces, nameKey } from '../../shared/text/text.ts';
import type { Caller } from '../accounts/index.ts';
import { recordPicture } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { transactionReader, unrecordedReader } from '../platform/reads/reader.ts';
import { keepProvedName } from '../rules/index.ts';
import { requireOwner } from './app-policy.ts';
import { tooManyScreenshots } from './app-refusals.ts';
import {
  changeApp,
  insertCategories,
  insertScreenshots,
  keepOldNameId,
  removeCategories,
  renameCurrentRelease,
  reorderScreenshots,
  screenshotIds,
} from './app-writes.ts';
import { refuseTakenVersion } from './releases/version-queries.ts';
import { storePictures, type AppPictures, type StoredPictures } from './create-app.ts';
import { existingApp } from './find-app.ts';
import type { AppsContext } from './context.ts';
import { settleCategories } from './categories/settle-categories.ts';
import { claimName } from './names/claim-name.ts';
import { changesAnything } from './changes-anything.ts';
import { allocateNameId, nameIdBase } from './names/name-id.ts';
import { applyVerdict, judgeChange, type Verdict } from './states/hold-listing.ts';
import { noBadge } from './states/no-badge.ts';
import { changeChoices } from './states/owner-choices.ts';
import { lockOwnApp } from './states/lock-own-app.ts';
import { readSuccessor } from './states/successor-address.ts';
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
