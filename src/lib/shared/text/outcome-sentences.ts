// What decisions did, in the words of mails and public pages.
import type { CaseKind, DeskAction, SubjectKind, DecisionSource } from '../schemas/cases.ts';

export const outcomeSentences: Record<DeskAction, string> = {
  none: 'Nothing was changed.',
  'ask-owner': 'The owner was asked to correct it.',
  'remove-facts': 'The part that is against a policy was removed.',
  limit: 'It no longer appears in lists or in search.',
  hold: 'It is hidden until it is corrected.',
  remove: 'It was removed.',
  restore: 'It is shown again.',
  suspend: 'The account was suspended, and everything it published is hidden.',
  restrict: 'The account was restricted.',
  transfer: 'It was given to its owner, who has verified control of what it links to.',
};

/** Short names for tables. */
export const outcomeNames: Record<DeskAction, string> = {
  none: 'No action',
  'ask-owner': 'Owner asked',
  'remove-facts': 'Part removed',
  limit: 'Limited',
  hold: 'Held',
  remove: 'Removed',
  restore: 'Restored',
  suspend: 'Suspended',
  restrict: 'Restricted',
  transfer: 'Transferred',
};

/** Who decided, after 'It was decided'. */
export const sourceNames: Record<DecisionSource, string> = {
  staff: 'by staff',
  operator: 'by the operator',
  rule: 'by a rule, automatically',
};

const subjectNames: Record<SubjectKind, string> = {
  app: 'listing',
  release: 'release of a listing',
  screenshot: 'picture of a listing',
  profile: 'profile',
};

/** What was done, and to what kind of thing, for people who do not see the subject. */
export const publicOutcome = (action: DeskAction, subject: SubjectKind): string =>
  outcomeSentences[action].replace(/^It /, `A ${subjectNames[subject]} `);

/** What became of an appeal against a decision. */
export const appealSentences = {
  open: 'An appeal was sent and has not been decided yet.',
  upheld: 'An appeal was sent, and the decision was upheld.',
  reversed: 'An appeal was sent, and the decision was reversed.',
};

/** What a case was opened by. */
export const causeNames: Record<CaseKind, string> = {
  report: 'after a report',
  hold: 'after it was held by a rule',
  appeal: 'on an appeal',
};
