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
import { findApp, requireOwnApp, requireVerified } from './find-app.ts';
import { holdReturned, releaseByProof } from './holds.ts';
import {
  type AppPageQuery,
  asCards,
  asListings,
  asOwnedCards,
  type ListedAs,
  type ListedCard,
  type OwnedCard,
} from './listings.ts';
import {
  countSkills,
  findOtherApps,
  listActivity,
  listGoneIds,
  listNamedActivity,
  listNamedApps,
  listTrending,
  sitemapApps,
  sitemapParts,
} from './lists.ts';
import { findByAddress, freeNameIds, isNameTaken, type ListedAddress } from './names.ts';
import { findAnyListing, findOwnListings } from './owned-apps.ts';
import { type AppPictures, createApp, deleteApp, publishApp, updateApp } from './write-app.ts';

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
      findByAddress: (caller: Caller, address: ListedAddress) => findByAddress(db, caller, address),
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
