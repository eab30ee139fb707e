// Moderation: the operator's commands (`npm run moderate`), the desk of staff, reports and appeals.
import type { Caller } from '../accounts/index.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { describeAccount, findAccounts } from './accounts/describe-account.ts';
import type { ModerationContext } from './context.ts';
import { deleteListing } from './delete-listing.ts';
import { isPicturePublic, mayReadPicture } from './public-pictures.ts';
import { eraseAccount, findOwnAppeals, findOwnDecisions, findOwnReports } from './cases/own-case-writes.ts';
import { releaseName } from './release-name.ts';
import { createAfterDecision } from './after-decision.ts';
import { ownerAppealPath } from './appeals/appeal-links.ts';
import { createDesk } from './desk.ts';
import type { ReportsContext } from './reports/context.ts';
import { questionPath } from './reports/questions.ts';
import { showNumbers, type NumbersContext } from './numbers/show-numbers.ts';
import { createReports } from './reports-service.ts';

export { findDecidedReportsOf } from './cases/reporter-news-queries.ts';
export const ownCases = {
  reports: findOwnReports,
  appeals: findOwnAppeals,
  decisions: findOwnDecisions,
  erase: eraseAccount,
};
export { openLink, sealLink, type LinkPurpose } from './links.ts';
export type { Desk } from './desk.ts';
export { createOpenCase } from './cases/open-case.ts';
export { openness, type Reports } from './reports-service.ts';
export type { Question } from './reports/questions.ts';
export type Moderation = ReturnType<typeof createModeration>;

function createModeration(context: ModerationContext) {
  return {
    ...bindContext(context, {
      deleteListing,
      describeAccount,
      findAccounts,
      releaseName,
    }),
    /** Whether something public shows the picture or share card. */
    isPicturePublic: (id: string) => isPicturePublic(context.db.read, id),
    /** Whether this caller sees a picture that is not public. */
    mayReadPicture: (caller: Caller, id: string) =>
      mayReadPicture(context.db.read, caller, { id, now: context.clock() }),
  };
}

type Options = Omit<ModerationContext, 'appealPath' | 'contactEmail' | 'onDecided' | 'questionPath'> &
  ReportsContext & {
    /** Staff may change the contact address at any time, so it is read when a text is made. */
    operator: { readonly contactEmail: string };
  };

/** The parts of this slice, which share one context. */
export function createModerationSlices(options: Options) {
  const { secret } = options;
  const context: ModerationContext = {
    ...options,
    get contactEmail() {
      return options.operator.contactEmail;
    },
    onDecided: createAfterDecision(options),
    appealPath: (decisionId) => ownerAppealPath(secret, decisionId),
    questionPath: (caseId, ownerId) => questionPath(secret, caseId, ownerId),
  };
  return {
    moderation: createModeration(context),
    desk: createDesk(context),
    reports: createReports(options),
  };
}

export type Numbers = ReturnType<typeof createNumbers>;

/** What staff see of the directory as a whole. */
export function createNumbers(context: NumbersContext) {
  return bindContext(context, { showNumbers });
}
