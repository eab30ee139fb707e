// Moderation: the operator's commands (`npm run moderate`), the desk of staff, reports and appeals.
import type { Context } from '../context.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { describeAccount, findAccounts } from './accounts.ts';
import { sendAppeal, viewAppeal } from './appeals.ts';
import {
  beginBulk,
  createBulkJob,
  listBulk,
  type ModerationContext,
  previewBulk,
  showBulk,
  undoBulk,
} from './bulk.ts';
import { returnCases } from './cases.ts';
import { decideCase, previewDecision } from './decide.ts';
import { type NumbersContext, showNumbers } from './numbers.ts';
import { deleteListing, releaseName } from './operator.ts';
import { eraseAccount, findOwnAppeals, findOwnDecisions, findOwnReports } from './own-cases.ts';
import { answerReport, listQuestions, viewQuestion } from './owner-answers.ts';
import { isPicturePublic, mayReadPicture } from './pictures.ts';
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
export { openLink, sealLink } from './links.ts';
export { findDecidedReportsOf } from './own-cases.ts';
export { guestCodeMail, reportLetter } from './reports.ts';
export type { Question } from './owner-answers.ts';

export const ownCases = {
  reports: findOwnReports,
  appeals: findOwnAppeals,
  decisions: findOwnDecisions,
  erase: eraseAccount,
};

/** Public reads: what can be reported, decisions and their numbers. */
export const openness = { reads: { findReportSubject, readTransparency, showDecision }, actions: {} };

export type Moderation = ReturnType<typeof createModeration>;

/** The operator's commands, accounts, and who sees a picture. */
export function createModeration(context: Context) {
  return bindContext(context, {
    deleteListing,
    describeAccount,
    findAccounts,
    isPicturePublic,
    mayReadPicture,
    releaseName,
  });
}

export type Desk = ReturnType<typeof createDesk>;

/** What staff do with cases, decisions and bulk actions. */
export function createDesk(context: ModerationContext) {
  return {
    ...bindContext(context, {
      beginBulk,
      decideCase,
      listBulk,
      previewBulk,
      previewDecision,
      showBulk,
      undoBulk,
      ...queue,
      ...templates,
      ...work,
    }),
    jobs: (): JobKind[] => [createBulkJob(context)],
    /** Returns cases whose owner has not answered. */
    sweep: () => returnCases(context),
  };
}

export type Reports = ReturnType<typeof createReports>;

/** Reports, answers of owners, and appeals. */
export function createReports(context: Context) {
  return {
    ...bindContext(context, {
      answerReport,
      confirmReport,
      followReport,
      listQuestions,
      reportAsGuest,
      reportAsMember,
      sendAppeal,
      viewAppeal,
      viewQuestion,
    }),
    /** Removes reports whose code was not entered in time. */
    sweep: () => sweepReports(context),
  };
}

export type Numbers = ReturnType<typeof createNumbers>;

/** What staff see of the directory as a whole. */
export const createNumbers = (context: NumbersContext) => bindContext(context, { showNumbers });
