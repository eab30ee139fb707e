import type { AppListing } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import type { Caller } from '../accounts/index.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader, type Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import type { AppsContext } from './context.ts';
import { requireVerified } from './app-policy.ts';
import { createApp, type AppPictures } from './create-app.ts';
import { deleteApp } from './delete-app.ts';
import { freeNameIds } from './app-writes.ts';
import { findAppPage, type AppPageQuery } from './app-queries.ts';
import { fillSkeletons } from './names/fill-skeletons.ts';
import { findApp, requireOwnApp } from './find-app.ts';
import { listActivity } from './list-activity.ts';
import { isNameTaken } from './names/claim-name.ts';
import { findOtherApps } from './other-app-queries.ts';
import { publishApp } from './publish-app.ts';
import { sitemapApps, sitemapParts } from './sitemap-queries.ts';
import { updateApp } from './update-app.ts';

export { findAppPage, findListings } from './app-queries.ts';
export {
  releaseNames,
  releaseOldNameId,
  removeFromPublic,
  returnToPublic,
  setListed,
} from './app-state-writes.ts';
export { requireOwner, requireVerified } from './app-policy.ts';
export { addAppViews, insertRelease, lockApp, removeApp } from './app-writes.ts';
export { absentApp, appWithId, existingApp, findApp } from './find-app.ts';
export { appIdsAfter, findIndexableApps, type IndexableApp } from './indexed-app-queries.ts';
export {
  countListings,
  findListedOfBanned,
  findListingRowBy,
  findListingRowByOldNameId,
  findRemovedListings,
  findUnlistedOfOpen,
} from './moderated-app-queries.ts';
export {
  appsOfOwner,
  countAllApps,
  countAppsUpTo,
  countAppViews,
  findAppsWithPictures,
  findOwnerIds,
  ownsApps,
} from './owned-app-queries.ts';
export { isListedApp, isPictureOfListedApp } from './public-app-queries.ts';
export { releaseOfRow } from './releases/release-of-row.ts';
export {
  changeVersion,
  findLatestReleases,
  findVersionPage,
  findVersionRow,
  newestVersionBeside,
  removeVersion,
  retireCurrent,
  type VersionsQuery,
} from './releases/version-queries.ts';
export { findScreenshot, type FoundScreenshot } from './screenshots/screenshot-queries.ts';
export { removeScreenshot, setScreenshotPicture } from './screenshots/screenshot-writes.ts';
export type { AppPictures };

/** Newest first by default. @throws AppError 400 for an invalid cursor */
export async function listApps(reader: Reader, query: Partial<AppPageQuery>): Promise<Page<AppListing>> {
  const { ownerId, sort = 'newest', limit = limits.pageSize, cursor } = query;
  if (ownerId !== undefined && !isId(ownerId)) return emptyPage();
  return await findAppPage(reader, { ...query, sort, limit, cursor });
}

export function createApps(context: AppsContext) {
  const { db } = context;
  return {
    reads: {
      listApps,
      findApp,
      listOtherApps: findOtherApps,
      listActivity,
      sitemapParts,
      sitemapApps,
    },
    actions: {
      /** @param ownerId the caller, whose own similar names do not count */
      nameExists: (name: string, ownerId: string | null = null) => isNameTaken(db.read, name, ownerId),
      fillSkeletons: () => fillSkeletons(context),
      /** Removes expired old name_ids, and adds skeletons that an older version left out. */
      async sweep(): Promise<void> {
        await fillSkeletons(context);
        const before = context.clock() - limits.oldAddressDays * 24 * 3_600_000;
        const appIds = await db.write((trx) => freeNameIds(trx, before));
        if (appIds.length > 0) await context.publishChanges([...new Set(appIds)].map(dataKey.app));
      },
      /** Checked before the body of the request is read. @throws AppError 403 for an unverified caller */
      requireMayCreate: requireVerified,
      /** Checked before the body is read. @throws AppError 404, or 403 for anyone but the verified owner */
      requireMayUpdate: (caller: Caller, idOrNameId: string) =>
        requireOwnApp(unrecordedReader(db), caller, idOrNameId),
      ...bindContext(context, { publishApp, createApp, updateApp, deleteApp }),
    },
  };
}
