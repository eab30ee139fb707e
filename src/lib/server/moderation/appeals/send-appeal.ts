import type { AppealState } from '../../../shared/schemas/moderation/openness.ts';
import { policyOfReason, reportReasons } from '../../../shared/schemas/moderation/policies.ts';
import type { PolicyId, ReportReason } from '../../../shared/schemas/moderation/policies.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { reportMessages } from '../../../shared/text/report-messages.ts';
import { AppError } from '../../platform/errors.ts';
import type { AppealTable, DecisionTable } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import type { Client } from '../../platform/security/client.ts';
import type { ReportsContext } from '../reports/context.ts';
import { createReportMails } from '../reports/mails.ts';
import { appealUntil } from './appeal-links.ts';
import { findAppeal } from './appeal-queries.ts';
import { changeAppeal, insertAppeal } from './appeal-writes.ts';
import { findParty, mailedParty } from './find-party.ts';

export interface ViewedAppeal {
  state: AppealState;
  until: number;
  decision: DecisionTable;
  /** What was decided on the appeal; '' until then. */
  answer: string;
}

function stateOf(appeal: AppealTable | undefined, decidedAt: number, now: number): AppealState {
  if (appeal) return appeal.outcome ?? 'open';
  return now > appealUntil(decidedAt) ? 'expired' : 'possible';
}

const unknown = () => new AppError(404, reportMessages.noAppeal);

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
export async function viewAppeal(
  { clock, db, secret }: ReportsContext,
  token: string,
): Promise<ViewedAppeal> {
  const party = await findParty(db.read, secret, token);
  if (!party) throw unknown();
  const appeal = await findAppeal(db.read, party.decision.id, party.key);
  const { decision } = party;
  return {
    state: stateOf(appeal, decision.at, clock()),
    until: appealUntil(decision.at),
    decision,
    answer: appeal?.answer ?? '',
  };
}

/** A report of this reason is about the policy. */
const reasonOf = (policy: PolicyId): ReportReason =>
  reportReasons.find((reason) => policyOfReason[reason] === policy) ?? 'other';

/**
 * Opens a case about a decision, once for each party.
 * @throws AppError 404 for a link that is not valid, 409 for a second appeal, 410 when it is too late or the subject is
 * gone, 429
 */
export async function sendAppeal(
  context: ReportsContext,
  token: string,
  text: string,
  client: Client,
): Promise<void> {
  const { clock, db, limiter, openCase, secret, siteUrl } = context;
  await limiter.spend(quotas.appeals, { account: null, client });
  await db.write(async (trx) => {
    const party = await findParty(trx, secret, token);
    if (!party) throw unknown();
    const { decision } = party;
    const now = clock();
    if (now > appealUntil(decision.at)) throw new AppError(410, reportMessages.appealTooLate);
    if (decision.subject_id === null) throw new AppError(410, reportMessages.missing);
    const id = newId();
    const isAdded = await insertAppeal(trx, {
      id,
      decision_id: decision.id,
      case_id: null,
      party: party.kind,
      party_key: party.key,
      text,
      state: 'open',
      outcome: null,
      answer: '',
      decided_by: null,
      created_at: now,
      decided_at: null,
    });
    if (!isAdded) throw new AppError(409, reportMessages.appealed);
    const opened = await openCase(trx, {
      kind: 'appeal',
      subject: { kind: decision.subject_kind, id: decision.subject_id },
      ownerId: decision.owner_id,
      reason: reasonOf(decision.policy),
      note: '',
      now,
      decisionId: decision.id,
    });
    await changeAppeal(trx, id, { case_id: opened.id });
    const person = await mailedParty(trx, party);
    if (person)
      await enqueueMail(trx, createReportMails(siteUrl).appealReceived(person, urls.appeal(token)), now);
  });
}
