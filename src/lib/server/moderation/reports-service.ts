// Reports, answers of owners, appeals, and what everybody may read of them.
import type { JobKind } from '../platform/jobs/jobs.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { sendAppeal, viewAppeal } from './appeals/send-appeal.ts';
import { readTransparency } from './openness/transparency.ts';
import { showDecision } from './openness/show-decision.ts';
import { answerReport, viewQuestion } from './reports/answer-report.ts';
import { confirmReport } from './reports/confirm-report.ts';
import type { ReportsContext } from './reports/context.ts';
import { findReportSubject } from './reports/find-report-subject.ts';
import { followReport } from './reports/follow-report.ts';
import { listQuestions } from './reports/questions.ts';
import { reportAsGuest } from './reports/report-as-guest.ts';
import { reportAsMember } from './reports/report-as-member.ts';
import { reportLetter } from './reports/report-letter.ts';
import { sweepReports } from './reports/sweep-reports.ts';
import { createTellJob } from './reports/tell-reporters.ts';

export type Reports = ReturnType<typeof createReports>;

export function createReports(context: ReportsContext) {
  return {
    ...bindContext(context, {
      reportAsGuest,
      reportAsMember,
      reportLetter,
      confirmReport,
      followReport,
      listQuestions,
      viewQuestion,
      answerReport,
      viewAppeal,
      sendAppeal,
    }),
    jobs: (): JobKind[] => [createTellJob(context)],
    /** Removes reports whose code was not entered in time. */
    sweep: () => sweepReports(context),
  };
}

/** Public reads: what can be reported, decisions and their numbers. */
export const openness = { reads: { findReportSubject, readTransparency, showDecision }, actions: {} };
