import type { AppListing, OwnListing } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import type { Caller } from '../accounts/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader, type Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { retention } from '../platform/retention.ts';
import type { AppsContext } from './context.ts';
import { requireVerified } from './app-policy.ts';
import { createApp, type AppPictures } from './create-app.ts';
import { deleteApp } from './delete-app.ts';
import { freeNameIds } from './app-writes.ts';
import type { ListedCard, OwnedCard } from './cards/card-queries.ts';
import type { AppPageQuery } from './lists/filtered-app-queries.ts';
import { asCards, asListings, asOwnedCards, type ListedAs } from './lists/listed-as.ts';
import { findApp, requireOwnApp } from './find-app.ts';
import { listActivity, listNamedActivity } from './list-activity.ts';
import { listGoneIds, listNamedApps } from './names/named-app-queries.ts';
import { isNameTaken } from './names/claim-name.ts';
import { findOtherApps } from './other-app-queries.ts';
import { publishApp } from './publish-app.ts';
import { listTrending } from './ranks/list-trending.ts';
import { holdReturned } from './states/hold-returned.ts';
import { releaseByProof } from './states/release-by-proof.ts';
import { findAnyListing, findOwnListings } from './states/own-listing-queries.ts';
import { countSkills } from './skills/skill-queries.ts';
import { sitemapApps, sitemapParts } from './sitemap-queries.ts';
import { updateApp } from './update-app.ts';

export { findListings } from './app-queries.ts';
export { findByAddress } from './names/address-queries.ts';
export type { ListedCard, OwnedCard } from './cards/card-queries.ts';
export { asCards, asListings, asOwnedCards, inOrder, type ListedAs } from './lists/listed-as.ts';
export {
  canHaveName,
  changeListingState,
  releaseNames,
  releaseOldNameId,
  settleListings,
} from './states/state-writes.ts';
export { changeOwner } from './states/owner-writes.ts';
export { isTransitionAllowed } from './states/listing-transitions.ts';
export { lockOwnApp } from './states/lock-own-app.ts';
export { requireMayPublish } from './states/require-may-publish.ts';
export { requireOwner, requireVerified } from './app-policy.ts';
export { addAppTaps, addAppViews, changeApp, insertRelease, lockApp, removeApp } from './app-writes.ts';
export {
  findCategoryList,
  findCategoryRows,
  findFormerNames,
  lockCategories,
} from './categories/category-queries.ts';
export {
  changeCategory,
  deleteCategory,
  dropFormerName,
  insertCategory,
  keepFormerName,
  moveFormerNames,
} from './categories/category-writes.ts';
export { countByCategory, countWithBoth, lockAppsInCategory } from './categories/category-app-queries.ts';
export { moveCategory } from './categories/category-app-writes.ts';
export { absentApp, appWithId, existingApp, findApp } from './find-app.ts';
export { appIdsAfter, findIndexableApps, type IndexableApp } from './indexed-app-queries.ts';
export {
  countListings,
  findListingHeads,
  findListingHeadsByName,
  findListingHeadsOf,
  findListingIdsAfter,
  findListingRowBy,
  findListingRowByOldNameId,
  lockListing,
  type ListingHead,
} from './moderated-app-queries.ts';
export {
  appsOfOwner,
  countAllApps,
  countAppsUpTo,
  countAppTaps,
  countAppViews,
  findAppsWithPictures,
  findOwnerIds,
  hasRoom,
  isPictureOfApp,
} from './owned-app-queries.ts';
export { findRanksAfter } from './ranks/rank-queries.ts';
export { storeRanks } from './ranks/rank-writes.ts';
export { columnsOfHealth } from './links/link-health.ts';
export { findAppsWithHealth, findLinkedApps, type LinkedApp } from './links/linked-app-queries.ts';
export { hasLeftLists, isPictureOfVisibleApp, isVisibleApp, noteLeftLists } from './public-app-queries.ts';
export { listedIdsAfter } from './sitemap-queries.ts';
export { noBadge } from './states/no-badge.ts';
export { countListingsByState, countMadeSince } from './states/listing-count-queries.ts';
export { findStateDetails } from './states/own-listing-queries.ts';
export { findAppNews, findReleaseNews, type AppNews, type NewsWindow } from './releases/news-queries.ts';
export { releaseOfRow } from './releases/release-of-row.ts';
export {
  changeVersion,
  findLatestReleases,
  findVersionPage,
  findVersionRow,
  newestVersionBeside,
  refuseTakenVersion,
  removeVersion,
  retireCurrent,
  type VersionsQuery,
} from './releases/version-queries.ts';
export { findScreenshot, findScreenshotsOf, type FoundScreenshot } from './screenshots/screenshot-queries.ts';
export { removeScreenshot, setScreenshotPicture } from './screenshots/screenshot-writes.ts';
export type { AppPictures };
export type Apps = ReturnType<typeof createApps>['actions'];

async function listAs<Item>(
  { findPage }: ListedAs<Item>,
  reader: Reader,
  query: Partial<AppPageQuery>,
): Promise<Page<Item>> {
  const { ownerId, sort = 'newest', limit = limits.pageSize, cursor } = query;
  if (ownerId !== undefined && !isId(ownerId)) return emptyPage();
  return await findPage(reader, { ...query, sort, limit, cursor });
}

/** Newest first by default. @throws AppError 400 for an invalid cursor */
export const listApps = (reader: Reader, query: Partial<AppPageQuery>): Promise<Page<AppListing>> =>
  listAs(asListings, reader, query);

/** As `listApps`, with what cards of an owner's own page show. */
export const listCards = (reader: Reader, query: Partial<AppPageQuery>): Promise<Page<ListedCard>> =>
  listAs(asCards, reader, query);

export function createApps(context: AppsContext) {
  const { db } = context;
  return {
    reads: {
      listApps,
      listCards,
      listOwnedCards: (reader: Reader, query: Partial<AppPageQuery>): Promise<Page<OwnedCard>> =>
        listAs(asOwnedCards, reader, query),
      findApp,
      listOtherApps: findOtherApps,
      listGoneIds,
      listNamedApps,
      listActivity,
      listNamedActivity,
      countSkills,
      listTrending: (reader: Reader, limit: number) => listTrending(asListings, reader, limit),
      trendingCards: (reader: Reader, limit: number) => listTrending(asCards, reader, limit),
      sitemapParts,
      sitemapApps,
    },
    actions: {
      /** @param ownerId the caller, whose own similar names do not count */
      nameExists: (name: string, ownerId: string | null = null) => isNameTaken(db.read, name, ownerId),
      /** The listing that has an address already; null if the caller sees none. */
      /** Removes expired old name_ids. */
      async sweep(): Promise<void> {
        const before = context.clock() - retention.oldAddresses;
        await db.write(async (trx) => noteChanged(...(await freeNameIds(trx, before)).map(dataKey.app)));
      },
      /** The caller's own apps in every state. @throws AppError 400 for an invalid cursor */
      listOwn: ({ userId }: Caller, cursor: string | undefined) =>
        findOwnListings(unrecordedReader(db), userId, cursor),
      /** One of them, by its id or current name_id; null for an app of somebody else, too. */
      async findOwn({ userId }: Caller, idOrNameId: string): Promise<OwnListing | null> {
        const found = await findAnyListing(unrecordedReader(db), idOrNameId);
        return found?.app.owner.id === userId ? found : null;
      },
      /** Checked before the body of the request is read. @throws AppError 403 for an unverified caller */
      requireMayCreate: requireVerified,
      /** Checked before the body is read. @throws AppError 404, or 403 for anyone but the verified owner */
      requireMayUpdate: (caller: Caller, idOrNameId: string) =>
        requireOwnApp(unrecordedReader(db), caller, idOrNameId),
      ...bindContext(context, { publishApp, createApp, updateApp, deleteApp, holdReturned, releaseByProof }),
    },
  };
}
