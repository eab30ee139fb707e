// Appeals, by a mailed link without a login, because a suspended account has none; and what follows from a decision for
// those who reported or appealed.
import { urls } from '../../shared/addresses/urls.ts';
import type { DeskAction, AppealState } from '../../shared/schemas/cases.ts';
import {
  type PolicyId,
  policyOfReason,
  type ReportReason,
  reportReasons,
} from '../../shared/schemas/policies.ts';
import { appealDays } from '../../shared/schemas/reports.ts';
import { dayMs } from '../../shared/text/days.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import { findAccount } from '../accounts/users.ts';
import { composeMail } from '../accounts/mails.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { CaseTable, DecisionTable, Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Client } from '../platform/security/client.ts';
import { decisionOfCase, findDecisionRow } from './decisions.ts';
import { openLink, ownerAppealPath, reporterAppealPath } from './links.ts';
import { decideReports, findReport, type MailedPerson, reporterOf } from './reports.ts';
import { canBeMailed } from './subjects.ts';

const againstOwner: readonly DeskAction[] = [
  'remove-facts',
  'limit',
  'hold',
  'remove',
  'suspend',
  'restrict',
  'transfer',
];

/** Whether a decision of this kind is against the owner of its subject. Against a reporter there is only 'none'. */
const isAgainstOwner = (action: DeskAction): boolean => againstOwner.includes(action);

/** The last instant at which an appeal against a decision is accepted. */
const appealUntil = (decidedAt: number): number => decidedAt + appealDays * dayMs;

interface Party {
  kind: 'owner' | 'reporter';
  /** Id of the account or of the report. */
  key: string;
  decision: DecisionTable;
}

/** @returns null for a link that is not valid, and for a decision that is not against its holder */
async function findParty(db: ReadDb, secret: Uint8Array, token: string): Promise<Party | null> {
  const decisionId = openLink(secret, 'appeal-owner', token);
  if (decisionId !== null) {
    const decision = await findDecisionRow(db, decisionId);
    if (!decision || decision.owner_id === null || !isAgainstOwner(decision.action)) return null;
    return { kind: 'owner', key: decision.owner_id, decision };
  }
  const reportId = openLink(secret, 'appeal-reporter', token);
  const report = reportId === null ? undefined : await findReport(db, reportId);
  if (!report || report.case_id === null || report.state !== 'decided') return null;
  const decision = await decisionOfCase(db, report.case_id);
  return decision?.action === 'none' ? { kind: 'reporter', key: report.id, decision } : null;
}

/** Whom to mail about an appeal; null if the account or the address is not there any more. */
async function mailedParty(
  db: WriteDb,
  { kind, key }: Pick<Party, 'kind' | 'key'>,
): Promise<MailedPerson | null> {
  if (kind === 'reporter') {
    const report = await findReport(db, key);
    return report ? await reporterOf(db, report) : null;
  }
  // Also a suspended account: it was decided against.
  const account = await findAccount(db, key);
  return account && canBeMailed(account) ? account : null;
}

const unknown = () => new AppError(404, reportMessages.noAppeal);

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
export async function viewAppeal({ clock, db, secret }: Context, token: string) {
  const party = await findParty(db.read, secret, token);
  if (!party) throw unknown();
  const { decision, key } = party;
  const appeal = await db.read
    .selectFrom('appeals')
    .selectAll()
    .where('decision_id', '=', decision.id)
    .where('party_key', '=', key)
    .executeTakeFirst();
  const until = appealUntil(decision.at);
  const unsent: AppealState = clock() > until ? 'expired' : 'possible';
  const state: AppealState = appeal ? (appeal.outcome ?? 'open') : unsent;
  return { state, until, decision, answer: appeal?.answer ?? '' };
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
  { clock, db, limiter, openCase, secret, siteUrl }: Context,
  token: string,
  text: string,
  client: Client,
): Promise<void> {
  await limiter.spend(quotas.appeals, { account: null, client });
  await db.write(async (trx) => {
    const party = await findParty(trx, secret, token);
    if (!party) throw unknown();
    const { decision, key, kind } = party;
    const now = clock();
    if (now > appealUntil(decision.at)) throw new AppError(410, reportMessages.appealTooLate);
    if (decision.subject_id === null) throw new AppError(410, reportMessages.missing);
    const added = await trx
      .insertInto('appeals')
      .values({
        id: newId(),
        decision_id: decision.id,
        party: kind,
        party_key: key,
        text,
        state: 'open',
        answer: '',
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['decision_id', 'party_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new AppError(409, reportMessages.appealed);
    const opened = await openCase(trx, {
      kind: 'appeal',
      subject: { kind: decision.subject_kind, id: decision.subject_id },
      ownerId: decision.owner_id,
      reason: reasonOf(decision.policy),
      note: '',
      now,
      decisionId: decision.id,
    });
    await trx.updateTable('appeals').set({ case_id: opened.id }).where('id', '=', added.id).execute();
    noteChanged(dataKey.moderation);
    const person = await mailedParty(trx, party);
    const received = {
      subject: 'your appeal was received',
      body: [
        'we have received your appeal. Somebody else than before decides on it, as long as there is anybody else. Here you can follow it:',
        { link: siteUrl + urls.appeal(token) },
      ],
    };
    if (person) await enqueueMail(trx, composeMail(person, received), now);
  });
}

/** From the mildest to the harshest; others are milder. */
const harshStates = ['limited', 'held', 'removed', 'suspended'];

/** Whether a decision on an appeal gives the party what it has asked for, or a part of it. */
function isReversedFor(
  party: Row<'appeals'>['party'],
  { action, state_after, state_before }: DecisionTable,
): boolean {
  if (party === 'reporter') return isAgainstOwner(action);
  return action === 'restore' || harshStates.indexOf(state_after) < harshStates.indexOf(state_before);
}

/** Decides the reports or the appeals of a decided case, and mails those who wrote them, in its transaction. */
export async function tellParties(
  { secret, siteUrl }: Pick<Context, 'secret' | 'siteUrl'>,
  trx: WriteDb,
  { id: caseId, kind }: Pick<CaseTable, 'id' | 'kind'>,
  decision: DecisionTable,
): Promise<void> {
  if (kind !== 'appeal') {
    await decideReports({ secret, siteUrl }, trx, caseId, decision);
    return;
  }
  const { action, actor_id, at } = decision;
  const appeals = trx.selectFrom('appeals').selectAll().where('case_id', '=', caseId);
  for (const { decision_id, id, party, party_key } of await appeals.where('state', '=', 'open').execute()) {
    const isOwner = party === 'owner';
    const outcome = isReversedFor(party, decision) ? 'reversed' : 'upheld';
    const answer = (isOwner && decision.owner_reason) || decision.public_reason;
    await trx
      .updateTable('appeals')
      .set({ state: 'decided', outcome, answer, decided_by: actor_id, decided_at: at })
      .where('id', '=', id)
      .execute();
    const person = await mailedParty(trx, { kind: party, key: party_key });
    if (!person) continue;
    const upheld =
      action === 'none'
        ? 'we have looked again, and the decision stays as it was.'
        : 'your appeal was not successful. Another mail says what was decided instead.';
    const path = isOwner ? ownerAppealPath(secret, decision_id) : reporterAppealPath(secret, party_key);
    const mail = composeMail(person, {
      subject: 'your appeal was decided',
      body: [
        outcome === 'reversed' ? 'your appeal was successful: the decision was changed.' : upheld,
        `Reason: ${answer}`,
        { link: siteUrl + path },
        'This is final: a decision can be appealed against once.',
      ],
    });
    await enqueueMail(trx, mail, at);
  }
}
