// Moderation: the operator's commands (`npm run moderate`), the desk of staff, reports and appeals.
import type { Context } from '../context.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';
import { bindContext } from '../platform/reads/slices.ts';
import * as accounts from './accounts.ts';
import { sendAppeal, viewAppeal } from './appeals.ts';
import * as bulk from './bulk.ts';
import { returnCases } from './cases.ts';
import { decideCase, previewDecision } from './decide.ts';
import { type NumbersContext, showNumbers } from './numbers.ts';
import * as operator from './operator.ts';
import * as answers from './owner-answers.ts';
import * as pictures from './pictures.ts';
import {
  confirmReport,
  findReportSubject,
  followReport,
  reportAsGuest,
  reportAsMember,
  sweepReports,
} from './reports.ts';
import * as queue from './show-case.ts';
import * as templates from './templates.ts';
import { readTransparency, showDecision } from './transparency.ts';
import * as work from './work-on-case.ts';

export { createOpenCase } from './cases.ts';
export { eraseAccount, findDecidedReportsOf } from './own-cases.ts';
export { reportLetter } from './reports.ts';
export type { Question } from './owner-answers.ts';

/** Public reads: what can be reported, decisions and their numbers. */
export const openness = { reads: { findReportSubject, readTransparency, showDecision }, actions: {} };

export const createModeration = (context: Context) =>
  bindContext(context, { ...accounts, ...operator, ...pictures });

export function createDesk(context: bulk.ModerationContext) {
  const { createBulkJob, ...bulkActions } = bulk;
  const cases = { decideCase, previewDecision, ...queue, ...work };
  return {
    ...bindContext(context, { ...bulkActions, ...cases, ...templates }),
    jobs: (): JobKind[] => [createBulkJob(context)],
    /** Returns cases whose owner has not answered. */
    sweep: () => returnCases(context),
  };
}

export type Reports = ReturnType<typeof createReports>;

export function createReports(context: Context) {
  const reports = { confirmReport, followReport, reportAsGuest, reportAsMember };
  return {
    ...bindContext(context, { ...answers, ...reports, sendAppeal, viewAppeal }),
    /** Removes reports whose code was not entered in time. */
    sweep: () => sweepReports(context),
  };
}

export const createNumbers = (context: NumbersContext) => bindContext(context, { showNumbers });
