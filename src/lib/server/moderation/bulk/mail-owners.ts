import { visibleStates } from '../../../shared/schemas/listing-states.ts';
import { maxSelection } from '../../../shared/schemas/moderation/decisions.ts';
import { findAnyUser } from '../../accounts/index.ts';
import { findListingHeads } from '../../apps/owned-apps.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { BulkActionTable, DecisionTable } from '../../platform/db/schema.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { ModerationContext } from '../context.ts';
import { findBulkDecisions } from '../decisions/decision-queries.ts';
import { mailAboutBulk } from './bulk-mail.ts';

/** Enqueues one mail to each owner, in the transaction that ends a bulk action or its undoing. */
export async function mailOwners(
  { appealPath, clock, siteUrl }: ModerationContext,
  trx: WriteDb,
  bulk: BulkActionTable,
): Promise<void> {
  const isUndone = bulk.state === 'undoing';
  const decisions = await findBulkDecisions(trx, { ...bulk, isUndoing: isUndone }, maxSelection);
  const byOwner = Map.groupBy(decisions, ({ owner_id }) => owner_id);
  for (const [ownerId, ofOwner] of byOwner) {
    const owner = ownerId === null ? undefined : await findAnyUser(trx, ownerId);
    const mail =
      owner &&
      mailAboutBulk({ ...bulk, isUndone }, owner, {
        listings: ofOwner.map(({ id, subject_name: name }) => ({
          name,
          appealLink: siteUrl + appealPath(id),
        })),
        count: bulk.account_id === null ? ofOwner.length : Math.max(bulk.done, ofOwner.length),
        areHeldAgain: await areHeldAgain(trx, ofOwner),
      });
    if (mail) await enqueueMail(trx, mail, clock());
  }
}

/** Whether a rule holds some of the listings that these decisions have brought back (`holdReturned`). */
async function areHeldAgain(trx: WriteDb, decisions: readonly DecisionTable[]): Promise<boolean> {
  const back = decisions.filter(({ state_after }) => visibleStates.some((state) => state === state_after));
  const ids = back.flatMap(({ subject_id }) => subject_id ?? []);
  return (await findListingHeads(trx, ids)).some(({ state }) => state === 'held');
}
