// Listings: what routers and pages read and do.
import { retention } from '../platform/retention.ts';
import type { Caller } from '../accounts/sessions.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader, type Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { findApp, ownApp, requireVerified } from './find-app.ts';
import { holdReturned, releaseByProof } from './holds.ts';
import { asCards, asListings } from './listings.ts';
import {
  countSkills,
  listActivity,
  listGoneIds,
  listNamedApps,
  listOtherApps,
  listTrending,
  sitemapApps,
  sitemapParts,
} from './lists.ts';
import { freeNameIds, isNameTaken } from './names.ts';
import { findOwnApp, listOwnApps } from './owned-apps.ts';
import type { PictureContext } from './screenshots.ts';
import type { TimelineQuery } from './timeline.ts';
import { createApp, deleteApp, publishApp, updateApp } from './write-app.ts';

export type Apps = ReturnType<typeof createApps>['actions'];

export function createApps(context: PictureContext) {
  const { db } = context;
  const reader = unrecordedReader(db);
  return {
    reads: {
      /** Newest first by default. @throws AppError 400 for an invalid cursor */
      listApps: asListings.page,
      /** As `listApps`, with what cards show. */
      listCards: asCards.page,
      findApp,
      listOtherApps,
      listGoneIds,
      listNamedApps,
      listActivity: (given: Reader, query: TimelineQuery) => listActivity(asListings, given, query),
      /** For pages. */
      listCardActivity: (given: Reader, query: TimelineQuery) => listActivity(asCards, given, query),
      countSkills,
      listTrending: (given: Reader, limit: number) => listTrending(asListings, given, limit),
      sitemapParts,
      sitemapApps,
    },
    actions: {
      /** @param ownerId the caller, whose own similar names do not count */
      nameExists: (name: string, ownerId: string | null = null) => isNameTaken(db.read, name, { ownerId }),
      /** Removes expired old name_ids. */
      async sweep(): Promise<void> {
        const before = context.clock() - retention.oldAddresses;
        await db.write(async (trx) => noteChanged(...(await freeNameIds(trx, before)).map(dataKey.app)));
      },
      /** The caller's own apps in every state. @throws AppError 400 for an invalid cursor */
      listOwn: ({ userId }: Caller, cursor: string | undefined) => listOwnApps(reader, userId, cursor),
      /** One of them, by its id or current name_id; null for an app of somebody else, too. */
      findOwn: ({ userId }: Caller, idOrNameId: string) => findOwnApp(reader, userId, idOrNameId),
      /** Checked before the body of the request is read. @throws AppError 403 for an unverified caller */
      requireMayCreate: requireVerified,
      /** Checked before the body is read. @throws AppError 404, or 403 for anyone but the verified owner */
      requireMayUpdate: (caller: Caller, idOrNameId: string) => ownApp(reader, caller, idOrNameId),
      ...bindContext(context, { publishApp, createApp, updateApp, deleteApp, holdReturned, releaseByProof }),
    },
  };
}
