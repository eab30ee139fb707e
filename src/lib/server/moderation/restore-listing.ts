import { findAnyUser } from '../accounts/index.ts';
import { isOwnerState } from '../../shared/schemas/listing-states.ts';
import { lockListing } from '../apps/index.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { AppError } from '../platform/errors.ts';
import type { OperatorContext } from './context.ts';
import { subjectOfListing } from './decisions/apply-decision.ts';
import { decideByCommand } from './decisions/decide-by-command.ts';
import { letters, mailTo } from './mails.ts';
import { keysOfListing, requireListing, type ListingRow } from './subjects.ts';

interface Restored {
  listing: ListingRow;
  /** False if it was not held, limited or removed. */
  done: boolean;
  /** Whether its owner is banned, so that it stays hidden. */
  isOwnerClosed: boolean;
}

/**
 * Makes a held, limited or removed listing public again, or unlisted if its owner had chosen that.
 * @throws AppError 404, 409 if its released name belongs to another listing now
 */
export async function restoreListing(context: OperatorContext, idOrNameId: string): Promise<Restored> {
  const { audit, clock, db, publishChanges } = context;
  const listing = await requireListing(db.read, idOrNameId);
  const work = audit.write('operator', async (trx, note) => {
    const owner = await findAnyUser(trx, listing.owner_id);
    const isOwnerClosed = owner?.banned_at !== null;
    const before = await lockListing(trx, db.engine, listing.id);
    if (!before || isOwnerState(before.state)) return { listing, done: false, isOwnerClosed };
    const subject = subjectOfListing(before);
    const decision = {
      subject,
      action: 'restore',
      policy: 'other',
      reason: 'It was looked at again.',
    } as const;
    await decideByCommand(context, trx, note, decision);
    const row = (await lockListing(trx, db.engine, listing.id)) ?? before;
    if (owner && !isOwnerClosed) await mailTo(trx, owner, letters.listingRestored(row.name), clock());
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
  await publishChanges([dataKey.moderation, ...keysOfListing(listing)]);
  return restored;
}
