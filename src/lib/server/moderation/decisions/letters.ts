// Mails to the owner about decisions. composeMail makes the text and the HTML of a letter.
import { policies, type PolicyId } from '../../../shared/schemas/policies.ts';
import {
  caseLimits,
  type DeskAction,
  type SubjectKind,
  type RemovableFact,
} from '../../../shared/schemas/cases.ts';
import { appealDays } from '../../../shared/schemas/reports.ts';
import type { Letter } from '../../accounts/index.ts';

export interface Decided {
  kind: SubjectKind;
  /** Name of the listing. */
  name: string;
  action: DeskAction;
  /** What a restoration takes back, where it takes back one decision. */
  reversed: DeskAction | null;
  policy: PolicyId;
  ownerReason: string;
  /** Further text in Markdown; '' for none. */
  message: string;
  facts: readonly RemovableFact[];
  caseNumber: string | null;
  /** Address of the page to appeal on; null where there is none. */
  appealLink: string | null;
  /** Address of the page to answer a question on; null where there is none. */
  questionLink: string | null;
  contactEmail: string;
}

export const factNames: Record<RemovableFact, string> = {
  description: 'the description',
  long_description: 'the long description',
  website: 'the website link',
  playstore_link: 'the Play Store link',
  appstore_link: 'the App Store link',
  external_link: 'the external link',
  licence: 'the licence and the registration',
  logo: 'the logo',
  screenshot: 'the screenshot',
  about: 'the text about you',
  portrait: 'your picture',
  social_links: 'your social links',
};

const subjectOf = ({ kind, name }: Decided): string =>
  kind === 'profile' ? 'your profile' : `your listing ${name}`;

interface Wording {
  subject: string;
  sentence: string;
}

/** No mail tells the owner that nothing was done: the owner never learns of such a report. */
const wordings: Partial<Record<DeskAction, (decided: Decided) => Wording>> = {
  'ask-owner': (decided) => ({
    subject: 'please change something',
    sentence:
      `the staff ask you to change ${subjectOf(decided)}. Please do so within ${String(caseLimits.ownerDays.asked)} days; ` +
      'after that they decide what happens.',
  }),
  'remove-facts': (decided) => ({
    subject: 'a part of your page was removed',
    sentence: `the staff have removed ${decided.facts.map((fact) => factNames[fact]).join(', ')} from ${subjectOf(decided)}.`,
  }),
  limit: (decided) => ({
    subject: 'your listing left the lists',
    sentence: `the staff have taken ${subjectOf(decided)} out of all lists and searches. Its page can still be opened.`,
  }),
  hold: (decided) => ({
    subject: 'your listing is held',
    sentence: `the staff hold ${subjectOf(decided)}. Only you see it until they have released it.`,
  }),
  remove: (decided) => ({
    subject: 'your listing was removed',
    sentence: `the staff have removed ${subjectOf(decided)}. Its page says that it was removed, and why.`,
  }),
  restore: (decided) =>
    decided.reversed === 'transfer'
      ? {
          subject: 'a listing went back',
          sentence:
            `after an appeal the staff have given the listing ${decided.name} back to the account that you had it from. ` +
            'Your proof of it is kept, and the listing is not among yours any more.',
        }
      : decided.kind === 'profile'
        ? {
            subject: 'your account is open again',
            sentence:
              'the staff have opened your account again. Log in as before; your page and your listings are back.',
          }
        : {
            subject: 'your listing is back',
            sentence: `the staff have put ${subjectOf(decided)} back. It can be seen as before.`,
          },
  suspend: () => ({
    subject: 'your account was suspended',
    sentence:
      'the staff have suspended your account. Nobody can log in to it, and its page and its listings are not shown any more.',
  }),
  transfer: (decided) => ({
    subject: 'your listing was given to its owner',
    sentence:
      `another account has proved to control what ${subjectOf(decided)} links to, and the staff have given the listing ` +
      'to that account. It is not among yours any more.',
  }),
  restrict: () => ({
    subject: 'your account was restricted',
    sentence: 'the staff have restricted what your account may do.',
  }),
};

/** @returns null for a decision that the owner is not told of */
export function letterAbout(decided: Decided): Letter | null {
  const { action, appealLink, caseNumber, contactEmail, message, ownerReason, policy, questionLink } =
    decided;
  const wording = wordings[action]?.(decided);
  if (!wording) return null;
  const body: Letter['body'] = [wording.sentence, `Reason: ${ownerReason}`];
  if (message !== '') body.push({ markdown: message });
  if (action === 'restore') return { subject: wording.subject, body };
  const { title, text } = policies[policy];
  body.push(`Policy: ${title}. ${text}`);
  if (action === 'ask-owner' && questionLink !== null)
    body.push('This page leads to it. Tell us there when you have changed it; you need no login:', {
      link: questionLink,
    });
  if (action === 'ask-owner')
    body.push(`If something is unclear, write to ${contactEmail}${of(caseNumber)}.`);
  else if (appealLink !== null)
    body.push(`If you think that this is wrong, appeal within ${String(appealDays)} days:`, {
      link: appealLink,
    });
  else body.push(`If you think that this is wrong, write to ${contactEmail}${of(caseNumber)}.`);
  return { subject: wording.subject, body };
}

const of = (caseNumber: string | null): string => (caseNumber === null ? '' : ` and name ${caseNumber}`);
