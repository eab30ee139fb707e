import type { PolicyId } from '../../shared/schemas/moderation/policies.ts';
import { findAnyUser } from '../accounts/index.ts';
import { lockListing } from '../apps/find-app.ts';
import { removeApp } from '../apps/states.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ModerationContext } from './context.ts';
import { freeNumber, insertDecision, insertStrike } from './decisions/decision-writes.ts';
import { letters, mailTo } from './mails.ts';
import { noteListing, readReason, requireListing, type ListingRow } from './subjects.ts';

/**
 * Deletes a listing as its owner would, and leaves a decision under a policy. Pictures that nothing else shows are not
 * served any more, and the next sweep removes them. @throws AppError 404, 400
 */
export async function deleteListing(
  context: ModerationContext,
  idOrNameId: string,
  reasonText: string,
  policy: PolicyId = 'other',
): Promise<ListingRow> {
  const { audit, clock, db } = context;
  const reason = readReason(reasonText);
  const listing = await requireListing(db.read, idOrNameId);
  const now = clock();
  await audit.write('operator', async (trx, note) => {
    const row = await lockListing(trx, db.engine, listing.id);
    if (!row || !(await removeApp(trx, row.id, now)))
      throw new AppError(404, `The listing ${listing.name} was deleted meanwhile.`);
    const { id: decisionId } = await insertDecision(trx, {
      id: newId(),
      number: await freeNumber(trx, now),
      case_id: null,
      bulk_id: null,
      reverses_id: null,
      at: now,
      source: 'operator',
      actor_id: null,
      action: 'remove',
      policy,
      public_reason: reason,
      owner_reason: reason,
      subject_kind: 'app',
      subject_id: row.id,
      subject_name: row.name,
      owner_id: row.owner_id,
      state_before: row.state,
      state_after: 'gone',
    });
    // A listing that was removed before has its strike already.
    if (row.state !== 'removed') await insertStrike(trx, { userId: row.owner_id, decisionId, policy, now });
    const owner = await findAnyUser(trx, row.owner_id);
    if (owner) await mailTo(trx, owner, letters.listingDeleted(row.name, reason, context.contactEmail), now);
    await note('moderation.listing-deleted', row.owner_id);
    noteListing(row);
  });
  return listing;
}
