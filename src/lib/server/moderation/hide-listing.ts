import type { PolicyId } from '../../shared/schemas/moderation/policies.ts';
import { findAnyUser } from '../accounts/index.ts';
import { isTransitionAllowed, lockListing } from '../apps/index.ts';
import type { OperatorContext } from './context.ts';
import { subjectOfListing } from './decisions/apply-decision.ts';
import { decideByCommand } from './decisions/decide-by-command.ts';
import { letters, mailTo } from './mails.ts';
import { readReason, requireListing, type ListingRow } from './subjects.ts';

interface Hidden {
  listing: ListingRow;
  /** False if it was removed before. */
  done: boolean;
}

/** Removes a listing from the public, with a public reason. @throws AppError 404, 400 */
export async function hideListing(
  context: OperatorContext,
  idOrNameId: string,
  reasonText: string,
  policy: PolicyId = 'other',
): Promise<Hidden> {
  const { audit, clock, db, publishChanges } = context;
  const reason = readReason(reasonText);
  const listing = await requireListing(db.read, idOrNameId);
  const removed = await audit.write('operator', async (trx, note) => {
    const row = await lockListing(trx, db.engine, listing.id);
    if (!row || !isTransitionAllowed(row.state, 'removed', 'staff')) return undefined;
    const subject = subjectOfListing(row);
    const { keys } = await decideByCommand(context, trx, note, { subject, action: 'remove', policy, reason });
    const owner = await findAnyUser(trx, row.owner_id);
    if (owner)
      await mailTo(trx, owner, letters.listingRemoved(row.name, reason, context.contactEmail), clock());
    return { row, keys };
  });
  if (!removed) return { listing, done: false };
  await publishChanges(removed.keys);
  return { listing: removed.row, done: true };
}
