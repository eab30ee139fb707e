// Moderation: the operator's commands (`npm run moderate`), the desk of staff, reports and appeals.
import { describeAccount, findAccounts, listDeskListings, listQueue, showCase, showNumbers } from './desk.ts';
import { sendAppeal, viewAppeal } from './appeals.ts';
import { beginBulk, listBulk, previewBulk, showBulk, undoBulk } from './bulk.ts';
import { returnCases } from './cases.ts';
import { decideCase, previewDecision } from './decide.ts';
import { deleteListing, releaseName } from './operator.ts';
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
import {
  addNote,
  claimCase,
  deleteTemplate,
  handOverCase,
  listTemplates,
  releaseCase,
  saveTemplate,
  sendMessage,
} from './work-on-case.ts';
import { readTransparency, showDecision } from './decisions.ts';

/** Public reads: what can be reported, decisions and their numbers. */
export const openness = { reads: { findReportSubject, readTransparency, showDecision } };

export const moderation = {
  actions: { describeAccount, findAccounts, deleteListing, releaseName, isPicturePublic, mayReadPicture },
};

export const desk = {
  actions: {
    ...{ beginBulk, listBulk, previewBulk, showBulk, undoBulk },
    ...{ decideCase, previewDecision, showNumbers },
    ...{ listDeskListings, listQueue, showCase },
    ...{ addNote, claimCase, handOverCase, releaseCase, sendMessage },
    ...{ deleteTemplate, listTemplates, saveTemplate },
    /** Returns cases whose owner has not answered. */
    sweep: returnCases,
  },
};

export const reports = {
  actions: {
    ...{ confirmReport, followReport, reportAsGuest, reportAsMember, sendAppeal, viewAppeal },
    ...{ answerReport, listQuestions, viewQuestion },
    /** Removes reports whose code was not entered in time. */
    sweep: sweepReports,
  },
};
