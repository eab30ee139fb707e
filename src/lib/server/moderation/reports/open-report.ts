import { ownerAnswerDays } from '../../../shared/schemas/reports.ts';
import { ownerFirstReasons, policies, policyOfReason } from '../../../shared/schemas/policies.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { dayMs } from '../../../shared/text/days.ts';
import { reportMessages } from '../../../shared/text/report-messages.ts';
import { findAnyUser } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { ReportTable } from '../../platform/db/schema.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { transactionReader } from '../../platform/reads/reader.ts';
import { changeCase, insertCaseEvent } from '../cases/case-writes.ts';
import { dueMs } from '../cases/due.ts';
import { followKey, hashFollowKey } from '../links.ts';
import type { ReportsContext } from './context.ts';
import { findReportSubject, type FoundSubject } from './find-report-subject.ts';
import { createReportMails } from './mails.ts';
import { questionPath } from './questions.ts';
import { findAnsweredCase, findSameReport } from './report-queries.ts';
import { reporterOf } from './reporter.ts';
import { changeReport } from './report-writes.ts';

export interface ReceivedReport {
  number: string;
  /** Of the follow-up page. */
  key: string;
}

/** How long an owner's answer counts: another report of the same kind goes to staff at once. */
const answerCountsMs = 60 * dayMs;

/**
 * Opens a stored report: its case, its follow-up page and the mails.
 * @throws AppError 404 when the subject is not shown any more, 409 for an own subject, or when the reporter has an open
 * report of this kind. The transaction is rolled back then
 */
export async function openReport(
  context: ReportsContext,
  trx: WriteDb,
  report: ReportTable,
): Promise<ReceivedReport> {
  const { clock, db, openCase, secret, siteUrl } = context;
  const now = clock();
  const about = `${report.subject_kind}:${report.subject_id}`;
  const subject = await findReportSubject(transactionReader(db, trx), about);
  if (!subject) throw new AppError(404, reportMessages.missing);
  if (subject.ownerId === report.reporter_id) throw new AppError(409, reportMessages.ownSubject);
  // Looked up before this report's case could be the answered one.
  const answered = await findAnsweredCase(trx, report, now - answerCountsMs);
  const opened = await openCase(trx, {
    kind: 'report',
    subject: { kind: subject.kind, id: subject.id },
    ownerId: subject.ownerId,
    reason: report.reason,
    note: '',
    now,
  });
  // The case is locked now, so that of two equal reports the second one sees the first.
  const same = await findSameReport(trx, report);
  if (same) throw new AppError(409, reportMessages.twice(same.number));
  const key = followKey(secret, report.id);
  const { reporter_id, reporter_key } = report;
  const row = await changeReport(trx, report.id, {
    state: 'open',
    case_id: opened.id,
    reporter_id,
    reporter_key,
    follow_hash: hashFollowKey(key),
    opened_at: now,
    ...(reporter_id !== null && { name: '', email: '' }),
  });
  if (ownerFirstReasons.includes(report.reason) && !opened.isJoined)
    await askOwner(context, trx, { row, subject, caseId: opened.id, isAnswered: answered !== undefined });
  const reporter = await reporterOf(trx, row);
  const path = urls.followReport(row.number, key);
  if (reporter) await enqueueMail(trx, createReportMails(siteUrl).received(reporter, row.number, path), now);
  return { number: row.number, key };
}

interface Asked {
  row: ReportTable;
  subject: FoundSubject;
  caseId: string;
  /** Whether the owner has answered such a report not long ago. */
  isAnswered: boolean;
}

/** Mails the text to the owner, never the reporter. Without an owner who reads mails the case goes to staff at once. */
async function askOwner(
  { clock, secret, siteUrl }: ReportsContext,
  trx: WriteDb,
  { row, subject, caseId, isAnswered }: Asked,
): Promise<void> {
  const now = clock();
  const owner = await findAnyUser(trx, subject.ownerId);
  const reads = owner?.is_verified === 1 && owner.password_hash !== null && owner.banned_at === null;
  if (isAnswered || !owner || !reads) {
    await changeCase(trx, caseId, { state: 'open', waits_until: null, due_at: now + dueMs(row.reason) });
    const text = isAnswered ? 'The owner has answered such a report before.' : 'The owner reads no mail.';
    await insertCaseEvent(trx, { caseId, at: now, event: 'returned', actorId: null, text });
    return;
  }
  const mail = createReportMails(siteUrl).askOwner(owner, {
    name: subject.phrase,
    reason: policies[policyOfReason[row.reason]].title.toLowerCase(),
    message: row.message,
    path: questionPath(secret, caseId, owner.id),
    days: ownerAnswerDays,
  });
  await enqueueMail(trx, mail, now);
}
