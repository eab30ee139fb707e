// The answer of an owner to a report of wrong facts or a broken link, by the mailed link, without a login.
import { urls } from '../../../shared/addresses/urls.ts';
import { ownerFirstReasons, policyOfReason } from '../../../shared/schemas/moderation/policies.ts';
import type { OwnerAnswer } from '../../../shared/schemas/moderation/reports.ts';
import type { ReportReason } from '../../../shared/schemas/moderation/policies.ts';
import { reportMessages } from '../../../shared/text/report-messages.ts';
import { AppError } from '../../platform/errors.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { readingIn } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { unrecordedReader } from '../../platform/reads/reader.ts';
import type { Client } from '../../platform/security/client.ts';
import { createAfterDecision } from '../after-decision.ts';
import { changeCase, insertCaseEvent, lockCase } from '../cases/case-writes.ts';
import { dueMs } from '../cases/due.ts';
import { findSubject } from '../cases/find-subject.ts';
import { findReportsOfCase } from '../cases/report-queries.ts';
import { findAskedReasons } from '../decisions/decision-queries.ts';
import { insertDecision } from '../decisions/decision-writes.ts';
import type { ReportsContext } from './context.ts';
import { findReportSubject } from './find-report-subject.ts';
import { findAskedCase } from './questions.ts';
import { wasAskedByStaff } from './report-queries.ts';

/** Texts that an owner sees at once. */
const maxTexts = 20;

export interface AskedOwner {
  /** '' where the subject is not shown any more. */
  name: string;
  path: string;
  /** The name within a sentence. */
  phrase: string;
  /** What staff ask to change; '' where only reports do. */
  staffText: string;
  /** False once it was answered or decided. */
  isWaiting: boolean;
  /** What was reported; nothing about the reporters. Empty once it is answered. */
  texts: { reason: ReportReason; message: string; link: string }[];
}

const unknown = () => new AppError(404, reportMessages.noAnswer);

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
export async function viewQuestion(
  { db, secret }: Pick<ReportsContext, 'db' | 'secret'>,
  token: string,
): Promise<AskedOwner> {
  const asked = await findAskedCase(db.read, secret, token);
  if (!asked) throw unknown();
  const subject = await findReportSubject(unrecordedReader(db), `${asked.subject_kind}:${asked.subject_id}`);
  const isWaiting = asked.state === 'waiting';
  const reports = isWaiting ? await findReportsOfCase(db.read, asked.id, maxTexts) : [];
  const reasons =
    isWaiting && asked.owner_id !== null
      ? await findAskedReasons(db.read, asked.owner_id, [asked.id])
      : new Map<string, string>();
  return {
    name: subject?.name ?? '',
    path: subject?.path ?? urls.home(),
    phrase: subject?.phrase ?? '',
    staffText: reasons.get(asked.id) ?? '',
    isWaiting,
    texts: reports
      .filter(({ reason, state }) => state === 'open' && ownerFirstReasons.includes(reason))
      .map(({ reason, message, link }) => ({ reason, message, link })),
  };
}

/**
 * 'mended' closes the case, and the reporters are told; they can report again, which staff see at once. 'right', and
 * any answer to a question of staff, returns it to staff.
 * @throws AppError 404 for a link that is not valid, 409 when the case does not wait for the owner any more, 429
 */
export async function answerReport(
  context: ReportsContext,
  token: string,
  answer: OwnerAnswer,
  client: Client,
): Promise<void> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.appeals, { account: null, client });
  await db.write(async (trx) => {
    const found = await findAskedCase(readingIn(trx), secret, token);
    const asked = found && (await lockCase(trx, db.engine, found.number));
    // The listing may have got another owner before the case was locked.
    if (!asked || asked.owner_id !== found.owner_id) throw unknown();
    if (asked.state !== 'waiting') throw new AppError(409, reportMessages.answered);
    const isFinal = answer === 'mended' && !(await wasAskedByStaff(trx, asked.id));
    if (isFinal) await close(context, trx, asked);
    else await returnToStaff(trx, asked, { answer, now: clock() });
  });
}

async function returnToStaff(
  trx: WriteDb,
  { id, reason }: CaseTable,
  { answer, now }: { answer: OwnerAnswer; now: number },
): Promise<void> {
  await changeCase(trx, id, { state: 'open', waits_until: null, due_at: now + dueMs(reason) });
  const text =
    answer === 'mended' ? 'The owner says that it is corrected.' : 'The owner says that it is right.';
  await insertCaseEvent(trx, { caseId: id, at: now, event: 'returned', actorId: null, text });
}

/** Decides the case by rule: the owner has corrected it. */
async function close(
  { clock, secret, siteUrl }: ReportsContext,
  trx: WriteDb,
  asked: CaseTable,
): Promise<void> {
  const now = clock();
  const subject = await findSubject(readingIn(trx), { kind: asked.subject_kind, id: asked.subject_id });
  const state = subject?.app?.state ?? (subject?.user?.banned_at ? 'suspended' : 'open');
  const reason = 'The owner has corrected it.';
  const decision = await insertDecision(trx, {
    id: asked.id,
    number: asked.number,
    case_id: asked.id,
    bulk_id: null,
    reverses_id: null,
    at: now,
    source: 'rule',
    actor_id: null,
    action: 'none',
    policy: policyOfReason[asked.reason],
    public_reason: reason,
    owner_reason: reason,
    subject_kind: asked.subject_kind,
    subject_id: asked.subject_id,
    subject_name: asked.subject_name,
    owner_id: asked.owner_id,
    state_before: state,
    state_after: state,
  });
  await changeCase(trx, asked.id, { state: 'decided', waits_until: null, decided_at: now });
  await insertCaseEvent(trx, { caseId: asked.id, at: now, event: 'decided', actorId: null, text: reason });
  await createAfterDecision({ secret, siteUrl })(trx, asked, decision);
}
