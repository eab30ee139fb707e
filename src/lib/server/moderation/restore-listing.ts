import { findAnyUser } from '../accounts/index.ts';
import { returnToPublic } from '../apps/index.ts';
import { AppError } from '../platform/errors.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import { keysOfListing, requireListing, type ListingRow } from './subjects.ts';

interface Restored {
  listing: ListingRow;
  /** False if it was public before. */
  done: boolean;
  /** Whether its owner is banned, so that it stays hidden. */
  isOwnerClosed: boolean;
}

/**
 * Makes a removed listing public again.
 * @throws AppError 404, 409 if its released name belongs to another listing now
 */
export async function restoreListing(context: ModerationContext, idOrNameId: string): Promise<Restored> {
  const { audit, clock, db, publishChanges, reindex } = context;
  const listing = await requireListing(db.read, idOrNameId);
  const work = audit.write('operator', async (trx, note) => {
    const owner = await findAnyUser(trx, listing.owner_id);
    const isOwnerClosed = owner?.banned_at !== null;
    const row = await returnToPublic(trx, listing.id, !isOwnerClosed);
    if (!row) return { listing, done: false, isOwnerClosed };
    await reindex(trx, [row.id]);
    if (owner && !isOwnerClosed) await mailTo(trx, owner, letters.listingRestored(row.name), clock());
    await note('moderation.listing-restored', row.owner_id);
    return { listing: row, done: true, isOwnerClosed };
  });
  const restored = await work.catch((error: unknown) => {
    const isTaken = error instanceof AppError && 'name' in error.fields;
    if (!isTaken && db.engine.uniqueViolation(error) === null) throw error;
    throw new AppError(
      409,
      `Another listing has taken the name ${listing.name} since it was released. Rename or remove that one first.`,
    );
  });
  await publishChanges(keysOfListing(listing));
  return restored;
}
