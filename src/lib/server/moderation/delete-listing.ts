import { findAnyUser } from '../accounts/index.ts';
import { removeApp } from '../apps/index.ts';
import { AppError } from '../platform/errors.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import { keysOfListing, readReason, requireListing, type ListingRow } from './subjects.ts';

/**
 * Deletes a listing as its owner would. Pictures that nothing else shows are not served any more, and the next sweep
 * removes them. @throws AppError 404, 400
 */
export async function deleteListing(
  context: ModerationContext,
  idOrNameId: string,
  reasonText: string,
): Promise<ListingRow> {
  const { audit, clock, db, publishChanges } = context;
  const reason = readReason(reasonText);
  const listing = await requireListing(db.read, idOrNameId);
  const now = clock();
  await audit.write('operator', async (trx, note) => {
    if (!(await removeApp(trx, listing.id, now)))
      throw new AppError(404, `The listing ${listing.name} was deleted meanwhile.`);
    const owner = await findAnyUser(trx, listing.owner_id);
    if (owner)
      await mailTo(trx, owner, letters.listingDeleted(listing.name, reason, context.contactEmail), now);
    await note('moderation.listing-deleted', listing.owner_id);
  });
  await publishChanges(keysOfListing(listing));
  return listing;
}
