import type { AppListing, SortOrder } from '../../shared/schemas/apps.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import type { Caller } from '../accounts/index.ts';
import { walkParts } from '../platform/db/id-parts.ts';
import { isId } from '../platform/ids.ts';
import { tagOf } from '../platform/tags.ts';
import type { TimelineQuery } from '../timeline/index.ts';
import type { AppsContext } from './context.ts';
import { requireVerified } from './app-policy.ts';
import { createApp, type AppPictures } from './create-app.ts';
import { deleteApp } from './delete-app.ts';
import { freeNameIds } from './app-writes.ts';
import { findAppPage, findOtherApps } from './app-queries.ts';
import { fillSkeletons } from './names/fill-skeletons.ts';
import { findApp, requireOwnApp } from './find-app.ts';
import { listActivity } from './list-activity.ts';
import { isNameTaken } from './names/is-name-taken.ts';
import { publishApp, type NewApp } from './publish-app.ts';
import { findSitemapApps, findSitemapPart } from './sitemap-queries.ts';
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
export { addAppViews, insertRelease, lockApp, removeApp, touchApp } from './app-writes.ts';
export { absentApp, appWithId, existingApp } from './find-app.ts';
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
  countAppsOf,
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
export type { AppPictures, NewApp };
export type Apps = ReturnType<typeof createApps>;

export interface AppsQuery {
  cursor?: string | undefined;
  category?: CategoryName | undefined;
  /** Newest first when left out. */
  sort?: SortOrder | undefined;
  ownerId?: string | undefined;
  limit?: number | undefined;
  /** Also those that the operator has removed: for their owner alone. */
  withRemoved?: boolean;
}

/** Bound to their context, the use cases take what is left of their parameters. */
type Rest<Case> = Case extends (context: AppsContext, ...rest: infer Rest) => unknown ? Rest : never;

export function createApps(context: AppsContext) {
  const { db } = context;
  return {
    /** @throws AppError 400 for a cursor that is not one of this list */
    async listApps({
      cursor,
      category,
      sort,
      ownerId,
      limit,
      withRemoved = false,
    }: AppsQuery): Promise<Page<AppListing>> {
      if (ownerId !== undefined && !isId(ownerId)) return emptyPage();
      return await findAppPage(db.read, {
        cursor,
        category,
        ownerId,
        withRemoved,
        sort: sort ?? 'newest',
        limit: limit ?? limits.pageSize,
      });
    },
    findApp: (idOrNameId: string) => findApp(db.read, idOrNameId),
    listOtherApps: (app: AppListing, limit: number) => findOtherApps(db.read, app, limit),
    listActivity: (query: TimelineQuery) => listActivity(db.read, query),
    /** @param ownerId whoever asks, and may have names that look alike; null where that is not known */
    nameExists: (name: string, ownerId: string | null = null) => isNameTaken(db.read, name, ownerId),
    fillSkeletons: () => fillSkeletons(context),
    /** Frees addresses that apps gave up long ago, and makes skeletons that an older version left out. */
    async sweep(): Promise<void> {
      await fillSkeletons(context);
      const before = context.clock() - limits.oldAddressDays * 24 * 3_600_000;
      const appIds = await db.write((trx) => freeNameIds(trx, before));
      if (appIds.length > 0) await context.publishTags([...new Set(appIds)].map(tagOf.app));
    },
    sitemapParts: () => walkParts((after) => findSitemapPart(db.read, after)),
    sitemapApps: (after: string) => findSitemapApps(db.read, after),
    publishApp: (app: NewApp) => publishApp(context, app),
    /** What can be said before the body of the request is read. @throws AppError 403 for an unverified caller */
    requireMayCreate: (caller: Caller): void => requireVerified(caller),
    /** As `requireMayCreate`. @throws AppError 404, or 403 for anyone but the verified owner */
    requireMayUpdate: (caller: Caller, idOrNameId: string) => requireOwnApp(db.read, caller, idOrNameId),
    createApp: (...rest: Rest<typeof createApp>) => createApp(context, ...rest),
    updateApp: (...rest: Rest<typeof updateApp>) => updateApp(context, ...rest),
    deleteApp: (...rest: Rest<typeof deleteApp>) => deleteApp(context, ...rest),
  };
}
