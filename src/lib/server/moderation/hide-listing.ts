import { findAnyUser } from '../accounts/index.ts';
import { removeFromPublic } from '../apps/index.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import { keysOfListing, readReason, requireListing, type ListingRow } from './subjects.ts';

interface Hidden {
  listing: ListingRow;
  /** False if it was removed before. */
  done: boolean;
}

/** Removes a listing from the public, with a public reason. @throws AppError 404, 400 */
export async function hideListing(
  context: ModerationContext,
  idOrNameId: string,
  reasonText: string,
): Promise<Hidden> {
  const { audit, clock, db, publishChanges, reindex } = context;
  const reason = readReason(reasonText);
  const listing = await requireListing(db.read, idOrNameId);
  const now = clock();
  const removed = await audit.write('operator', async (trx, note) => {
    const row = await removeFromPublic(trx, { id: listing.id, reason, now });
    if (!row) return undefined;
    await reindex(trx, [row.id]);
    const owner = await findAnyUser(trx, row.owner_id);
    if (owner) await mailTo(trx, owner, letters.listingRemoved(row.name, reason, context.contactEmail), now);
    await note('moderation.listing-removed', row.owner_id);
    return row;
  });
  if (!removed) return { listing, done: false };
  await publishChanges(keysOfListing(removed));
  return { listing: removed, done: true };
}
