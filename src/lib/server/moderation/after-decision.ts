// What follows from a decision for those who reported or appealed, in the transaction of the decision.
import type { WriteDb } from '../platform/db/database.ts';
import type { CaseTable, DecisionTable } from '../platform/db/schema.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { ownerAppealPath, reporterAppealPath } from './appeals/appeal-links.ts';
import { decideAppealsOfCase, setAnswer } from './appeals/appeal-writes.ts';
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
    const isReversed = decision.action !== 'none';
    const appeals = await decideAppealsOfCase(trx, caseId, {
      outcome: isReversed ? 'reversed' : 'upheld',
      decidedBy: decision.actor_id,
      now: decision.at,
    });
    for (const appeal of appeals) {
      const isOwner = appeal.party === 'owner';
      const reason = (isOwner && decision.owner_reason) || decision.public_reason;
      await setAnswer(trx, appeal.id, reason);
      const person = await mailedParty(trx, { kind: appeal.party, key: appeal.party_key });
      if (!person) continue;
      const path = isOwner
        ? ownerAppealPath(secret, appeal.decision_id)
        : reporterAppealPath(secret, appeal.party_key);
      await enqueueMail(trx, mails.appealDecided(person, { isReversed, reason, path }), decision.at);
    }
  }

  return async (trx, decided, decision) => {
    if (decision.action === 'ask-owner') return;
    if (decided.kind === 'appeal') await tellAppellants(trx, decided.id, decision);
    else await tellReporters({ secret, siteUrl }, trx, decided.id, decision);
  };
}
