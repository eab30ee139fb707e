// Listings: what routers and pages read and do.
import { type AppListing, listingStates } from '../../shared/schemas/apps.ts';
import { retention } from '../platform/retention.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findApp, ownApp, requireApp } from './find-app.ts';
import {
  asCards,
  asListings,
  countSkills,
  findListing,
  listActivity,
  listGoneIds,
  listNamedApps,
  listOtherApps,
  listTrending,
  sitemapApps,
  sitemapParts,
  type TimelineQuery,
} from './listings.ts';
import { isNameTaken } from './names.ts';
import { createApp, deleteApp, publishApp, updateApp } from './write-app.ts';

export const apps = {
  reads: {
    /** Newest first by default. @throws AppError 400 for an invalid cursor */
    listApps: asListings.page,
    /** As `listApps`, with what cards show. */
    listCards: asCards.page,
    ...{ findApp, requireApp, listOtherApps, listGoneIds, listNamedApps },
    listActivity: (reader: Reader, query: TimelineQuery) => listActivity(asListings, reader, query),
    /** For pages. */
    listCardActivity: (reader: Reader, query: TimelineQuery) => listActivity(asCards, reader, query),
    listTrending: (reader: Reader, limit: number) => listTrending(asListings, reader, limit),
    ...{ countSkills, sitemapParts, sitemapApps },
  },
  actions: {
    ...{ publishApp, createApp, updateApp, deleteApp },
    /** @param ownerId the caller, whose own similar names do not count */
    nameExists: ({ read }: Context, name: string, ownerId: string | null = null) =>
      isNameTaken(read, name, { ownerId }),
    /** The caller's own apps in every state. @throws AppError 400 for an invalid cursor */
    listOwn: (context: Context, { userId }: Caller, cursor: string | undefined) =>
      asListings.page(context, { ownerId: userId, cursor, inAnyState: true }),
    /** One of them, by its id or current name_id; null for an app of somebody else, too. */
    async findOwn(context: Context, { userId }: Caller, idOrNameId: string): Promise<AppListing | null> {
      const app = await findListing(context, isId(idOrNameId) ? 'id' : 'name_id', idOrNameId, listingStates);
      return app?.owner.id === userId ? app : null;
    },
    /** Checked before the body is read. @throws AppError 404, or 403 for anyone but the verified owner */
    requireMayUpdate: ownApp,
    /** Removes expired old name_ids. */
    async sweep({ clock, db }: Context): Promise<void> {
      const before = clock() - retention.oldAddresses;
      await db.write(async (trx) => {
        const old = trx.deleteFrom('app_name_ids').where('created_at', '<=', before);
        const rows = await old.returning('app_id').execute();
        noteChanged(...rows.map((row) => dataKey.app(row.app_id)));
      });
    },
  },
};
