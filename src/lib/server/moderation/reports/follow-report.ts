import { reportMessages } from '../../../shared/text/report-messages.ts';
import type { SubjectKind } from '../../../shared/schemas/cases.ts';
import type { ReportReason } from '../../../shared/schemas/policies.ts';
import { AppError } from '../../platform/errors.ts';
import type { DecisionTable } from '../../platform/db/schema.ts';
import { unrecordedReader } from '../../platform/reads/reader.ts';
import { decisionOfCase, findCaseState } from '../openness/decision-queries.ts';
import { hashFollowKey } from '../links.ts';
import type { ReportsContext } from './context.ts';
import { findReportSubject } from './find-report-subject.ts';
import { findReportByNumber } from './report-queries.ts';

export interface FollowedReport {
  number: string;
  /** The name is empty and the path null where the subject is not shown any more. */
  about: { kind: SubjectKind; name: string; path: string | null };
  reason: ReportReason;
  state: 'with-owner' | 'open' | 'decided';
  receivedAt: number;
  outcome: DecisionTable | null;
}

/**
 * What a reporter is told: the own report and its outcome, nothing of other reports of the same case.
 * @throws AppError 404 for a wrong key as for a number that does not exist
 */
export async function followReport(
  { db }: Pick<ReportsContext, 'db'>,
  number: string,
  key: string,
): Promise<FollowedReport> {
  const report = await findReportByNumber(db.read, number);
  if (!report || report.state === 'pending-code' || report.follow_hash !== hashFollowKey(key))
    throw new AppError(404, reportMessages.noFollowUp);
  const { case_id: caseId, subject_kind: kind, subject_id: id } = report;
  const [subject, state, decision] = await Promise.all([
    findReportSubject(unrecordedReader(db), `${kind}:${id}`),
    caseId === null ? undefined : findCaseState(db.read, caseId),
    caseId === null || report.state === 'open' ? undefined : decisionOfCase(db.read, caseId),
  ]);
  return {
    number,
    about: { kind, name: subject?.name ?? '', path: subject?.path ?? null },
    reason: report.reason,
    state: report.state === 'decided' ? 'decided' : state === 'waiting' ? 'with-owner' : 'open',
    receivedAt: report.opened_at ?? report.created_at,
    outcome: decision ?? null,
  };
}
