// What follows from a decision for those who reported or appealed, in the transaction of the decision.
import type { WriteDb } from '../platform/db/database.ts';
import type { AppealTable, CaseTable, DecisionTable } from '../platform/db/schema.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { isAgainstOwner, ownerAppealPath, reporterAppealPath } from './appeals/appeal-links.ts';
import { changeAppeal, findOpenAppeals } from './appeals/appeal-writes.ts';
import { mailedParty } from './appeals/find-party.ts';
import { createReportMails } from './reports/mails.ts';
import { tellReporters } from './reports/tell-reporters.ts';

/**
 * Called in the transaction of a decision, once its case is decided. The caller wakes the mail and the jobs, and
 * publishes `moderation` after the commit.
 */
export type AfterDecision = (
  trx: WriteDb,
  decided: Pick<CaseTable, 'id' | 'kind'>,
  decision: DecisionTable,
) => Promise<void>;

/** From the mildest to the harshest; others are milder. */
const harshStates = ['limited', 'held', 'removed', 'suspended'];

/** Whether a decision on an appeal gives the party what it has asked for, or a part of it. */
function isReversedFor(
  party: AppealTable['party'],
  { action, state_after, state_before }: DecisionTable,
): boolean {
  if (party === 'reporter') return isAgainstOwner(action);
  return action === 'restore' || harshStates.indexOf(state_after) < harshStates.indexOf(state_before);
}

/** @returns a function that decides the reports or the appeals of a case, and mails those who wrote them */
export function createAfterDecision({
  secret,
  siteUrl,
}: {
  secret: Uint8Array;
  siteUrl: string;
}): AfterDecision {
  const mails = createReportMails(siteUrl);

  async function tellAppellants(trx: WriteDb, caseId: string, decision: DecisionTable): Promise<void> {
    const { action, actor_id, at } = decision;
    for (const { decision_id, id, party, party_key } of await findOpenAppeals(trx, caseId)) {
      const isOwner = party === 'owner';
      const outcome = isReversedFor(party, decision) ? 'reversed' : 'upheld';
      const reason = (isOwner && decision.owner_reason) || decision.public_reason;
      const columns = {
        state: 'decided',
        outcome,
        answer: reason,
        decided_by: actor_id,
        decided_at: at,
      } as const;
      await changeAppeal(trx, id, columns);
      const person = await mailedParty(trx, { kind: party, key: party_key });
      if (!person) continue;
      const path = isOwner ? ownerAppealPath(secret, decision_id) : reporterAppealPath(secret, party_key);
      const told = { outcome, isOther: action !== 'none', reason, path } as const;
      await enqueueMail(trx, mails.appealDecided(person, told), at);
    }
  }

  return async (trx, decided, decision) => {
    if (decision.action === 'ask-owner') return;
    if (decided.kind === 'appeal') await tellAppellants(trx, decided.id, decision);
    else await tellReporters({ secret, siteUrl }, trx, decided.id, decision);
  };
}
