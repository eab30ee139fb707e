import type { NewReport } from '../../../shared/schemas/moderation/reports.ts';
import { reportMessages } from '../../../shared/text/report-messages.ts';
import { findAnyUser, type Caller } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { unrecordedReader } from '../../platform/reads/reader.ts';
import { refuseRestricted } from '../../rules/index.ts';
import type { ReportsContext } from './context.ts';
import { findReportSubject } from './find-report-subject.ts';
import type { ReceivedReport } from './open-report.ts';
import { storeMemberReport } from './store-member-report.ts';

/**
 * Opens the report of a member at once. The quota was spent before.
 * @throws AppError 403 for an unverified or restricted account, 404 for a subject that visitors do not see, 409 for an
 * own subject, or for a second report of the same kind
 */
export async function reportAsMember(
  context: ReportsContext,
  { userId, isVerified, client }: Caller,
  { about, reason, message, link }: NewReport,
): Promise<ReceivedReport> {
  if (!isVerified) throw new AppError(403, reportMessages.verifyFirst);
  const { clock, db } = context;
  const email = (await findAnyUser(db.read, userId))?.email ?? null;
  const { address } = client;
  await refuseRestricted(db.read, { action: 'report', email, address, accountId: userId, now: clock() });
  const subject = await findReportSubject(unrecordedReader(db), about);
  if (!subject) throw new AppError(404, reportMessages.missing);
  const report = { subject, reason, message, link, reporterId: userId, client };
  return await db.write((trx) => storeMemberReport(context, trx, report));
}
