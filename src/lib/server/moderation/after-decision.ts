// What follows from a decision for those who reported or appealed.
import { urls } from '../../shared/addresses/urls.ts';
import { outcomeSentences } from '../../shared/text/outcome-sentences.ts';
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppealTable, CaseTable, DecisionTable } from '../platform/db/schema.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { isAgainstOwner, mailedParty } from './appeals.ts';
import { followKey, hashFollowKey, ownerAppealPath, reporterAppealPath } from './links.ts';
import { createReportMails, reporterOf } from './report-mails.ts';
import { changeReport } from './reports.ts';

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

/** Decides the reports or the appeals of a decided case, and mails those who wrote them, in its transaction. */
export async function tellParties(
  context: Pick<Context, 'secret' | 'siteUrl'>,
  trx: WriteDb,
  { id, kind }: Pick<CaseTable, 'id' | 'kind'>,
  decision: DecisionTable,
): Promise<void> {
  if (kind === 'appeal') await tellAppellants(context, trx, id, decision);
  else await tellReporters(context, trx, id, decision);
}

async function tellAppellants(
  { secret, siteUrl }: Pick<Context, 'secret' | 'siteUrl'>,
  trx: WriteDb,
  caseId: string,
  decision: DecisionTable,
): Promise<void> {
  const { action, actor_id, at } = decision;
  const open = trx
    .selectFrom('appeals')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('state', '=', 'open');
  for (const { decision_id, id, party, party_key } of await open.orderBy('id').execute()) {
    const isOwner = party === 'owner';
    const outcome = isReversedFor(party, decision) ? 'reversed' : 'upheld';
    const reason = (isOwner && decision.owner_reason) || decision.public_reason;
    await trx
      .updateTable('appeals')
      .set({ state: 'decided', outcome, answer: reason, decided_by: actor_id, decided_at: at })
      .where('id', '=', id)
      .execute();
    const person = await mailedParty(trx, { kind: party, key: party_key });
    if (!person) continue;
    const path = isOwner ? ownerAppealPath(secret, decision_id) : reporterAppealPath(secret, party_key);
    const told = { outcome, isOther: action !== 'none', reason, path } as const;
    await enqueueMail(trx, createReportMails(siteUrl).appealDecided(person, told), at);
  }
}

/** Decides the reports of a case and tells those who wrote them. */
async function tellReporters(
  { secret, siteUrl }: Pick<Context, 'secret' | 'siteUrl'>,
  trx: WriteDb,
  caseId: string,
  decision: DecisionTable,
): Promise<void> {
  const reports = await trx
    .updateTable('reports')
    .set({ state: 'decided', decided_at: decision.at })
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .returningAll()
    .execute();
  for (const report of reports) {
    const key = followKey(secret, report.id);
    // The secret of the server may have changed since the first mail.
    if (report.follow_hash !== hashFollowKey(key))
      await changeReport(trx, report.id, { follow_hash: hashFollowKey(key) });
    const reporter = await reporterOf(trx, report);
    if (!reporter) continue;
    const mail = createReportMails(siteUrl).decided(reporter, {
      number: report.number,
      path: urls.followReport(report.number, key),
      // Whoever reports a letter does not learn what its sender is called here.
      name: decision.subject_kind === 'profile' ? '' : decision.subject_name,
      outcome: {
        sentence: outcomeSentences[decision.action],
        publicReason: decision.public_reason,
        path: urls.decision(decision.number),
      },
      appeal: decision.action === 'none' ? reporterAppealPath(secret, report.id) : null,
    });
    await enqueueMail(trx, mail, decision.at);
  }
}
