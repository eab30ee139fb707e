// Mails about decisions: to the owner, to those who claim a listing, and about a bulk action.
import { urls } from '../../shared/addresses/urls.ts';
import {
  caseLimits,
  type DecideForm,
  type DeskAction,
  type BulkActionName,
  type RemovableFact,
} from '../../shared/schemas/cases.ts';
import { policies } from '../../shared/schemas/policies.ts';
import { appealDays } from '../../shared/schemas/reports.ts';
import { outcomeSentences } from '../../shared/text/outcome-sentences.ts';
import { composeMail, type Letter } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { type WriteDb } from '../platform/db/database.ts';
import type {
  AppTable,
  BulkActionTable,
  CaseTable,
  DecisionTable,
  ProofTable,
  UserTable,
} from '../platform/db/schema.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { questionPath } from './links.ts';
import { canBeMailed, type Subject } from './subjects.ts';

export interface ToldDecision extends Pick<
  DecideForm,
  'action' | 'facts' | 'message' | 'owner_reason' | 'policy'
> {
  subject: Subject;
  caseOf?: CaseTable;
  /** A decision that this one takes back. */
  reverses?: DecisionTable | undefined;
}

const factNames: Record<RemovableFact, string> = {
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

interface Wording {
  subject: string;
  sentence: string;
}

/** @param listing such as 'your listing Zebra Ledger'. No mail tells the owner that nothing was done. */
const wordings: Partial<Record<DeskAction, (listing: string, told: ToldDecision) => Wording>> = {
  'ask-owner': (listing) => ({
    subject: 'please change something',
    sentence:
      `the staff ask you to change ${listing}. Please do so within ${String(caseLimits.ownerDays.asked)} days; ` +
      'after that they decide what happens.',
  }),
  'remove-facts': (listing, { facts }) => ({
    subject: 'a part of your page was removed',
    sentence: `the staff have removed ${facts.map((fact) => factNames[fact]).join(', ')} from ${listing}.`,
  }),
  limit: (listing) => ({
    subject: 'your listing left the lists',
    sentence: `the staff have taken ${listing} out of all lists and searches. Its page can still be opened.`,
  }),
  hold: (listing) => ({
    subject: 'your listing is held',
    sentence: `the staff hold ${listing}. Only you see it until they have released it.`,
  }),
  remove: (listing) => ({
    subject: 'your listing was removed',
    sentence: `the staff have removed ${listing}. Its page says that it was removed, and why.`,
  }),
  restore(listing, { reverses, subject: { kind, name } }) {
    if (reverses?.action === 'transfer')
      return {
        subject: 'a listing went back',
        sentence:
          `after an appeal the staff have given the listing ${name} back to the account that you had it from. ` +
          'Your proof of it is kept, and the listing is not among yours any more.',
      };
    if (kind === 'profile')
      return {
        subject: 'your account is open again',
        sentence:
          'the staff have opened your account again. Log in as before; your page and your listings are back.',
      };
    return {
      subject: 'your listing is back',
      sentence: `the staff have put ${listing} back. It can be seen as before.`,
    };
  },
  suspend: () => ({
    subject: 'your account was suspended',
    sentence:
      'the staff have suspended your account. Nobody can log in to it, and its page and its listings are not shown any more.',
  }),
  transfer: (listing) => ({
    subject: 'your listing was given to its owner',
    sentence:
      `another account has proved to control what ${listing} links to, and the staff have given the listing ` +
      'to that account. It is not among yours any more.',
  }),
  restrict: () => ({
    subject: 'your account was restricted',
    sentence: 'the staff have restricted what your account may do.',
  }),
};

const wrong = `If you think that this is wrong, appeal within ${String(appealDays)} days`;

/**
 * @param appealPath of the page to appeal on
 * @returns null for a decision that the owner is not told of, or cannot be
 */
export function mailAboutDecision(
  { operator: { contactEmail }, secret, siteUrl }: Context,
  told: ToldDecision,
  { appealPath, owner }: { appealPath: string; owner: UserTable },
): MailMessage | null {
  const { action, caseOf, message, owner_reason, policy, subject } = told;
  const wording = wordings[action]?.(
    subject.kind === 'profile' ? 'your profile' : `your listing ${subject.name}`,
    told,
  );
  if (!wording || !canBeMailed(owner)) return null;
  const body: Letter['body'] = [wording.sentence, `Reason: ${owner_reason}`];
  if (message !== '') body.push({ markdown: message });
  if (action !== 'restore') body.push(`Policy: ${policies[policy].title}. ${policies[policy].text}`);
  if (action === 'ask-owner' && caseOf)
    body.push(
      'This page leads to it. Tell us there when you have changed it; you need no login:',
      { link: siteUrl + questionPath(secret, caseOf.id, owner.id) },
      `If something is unclear, write to ${contactEmail} and name ${caseOf.number}.`,
    );
  else if (action !== 'restore') body.push(`${wrong}:`, { link: siteUrl + appealPath });
  return composeMail(owner, { subject: wording.subject, body });
}

/**
 * Mails those whose claim a case decides, and who gets the listing. Earlier claimants know already.
 * @param claimant the account that gets the listing
 * @returns the mails, which are enqueued
 */
export async function tellClaimants(
  { operator, siteUrl }: Context,
  trx: WriteDb,
  claims: readonly ProofTable[],
  { action, at, number, public_reason: reason }: DecisionTable,
  { app, claimant }: { app: AppTable; claimant: string | undefined },
): Promise<MailMessage[]> {
  const mails: MailMessage[] = [];
  for (const { case_number, name: proved, user_id: userId } of claims) {
    const isGiven = action === 'transfer' && userId === claimant;
    if (case_number !== number && !isGiven) continue;
    const account = await findAccount(trx, userId);
    if (!account) continue;
    const given: Letter = {
      subject: `the listing ${app.name} is yours`,
      body: [
        `you have proved to control ${proved}, and the staff have given the listing ${app.name} to your account. It keeps its address, pictures, releases and followers.`,
        `The account that made it may appeal within ${String(appealDays)} days. We tell you if that changes anything.`,
        'This page leads to it:',
        { link: siteUrl + urls.app(app.name_id) },
      ],
    };
    const refused: Letter = {
      subject: `your claim to ${app.name} was decided`,
      body: [
        `you have proved to control ${proved}. The staff have looked at your claim to the listing ${app.name}, and do not give it to your account.`,
        outcomeSentences[action],
        `Reason: ${reason}`,
        `If you think that this is wrong, write to ${operator.contactEmail} and name ${number}.`,
      ],
    };
    const mail = composeMail(account, isGiven ? given : refused);
    await enqueueMail(trx, mail, at);
    mails.push(mail);
  }
  return mails;
}

const namesInMail = 20;

const sentences: Record<Exclude<BulkActionName, 'suspend'>, string> = {
  limit:
    'the staff have taken these listings out of all lists and searches. Their pages can still be opened.',
  hold: 'the staff hold these listings. Only you see them until they are released.',
  remove: 'the staff have removed these listings. Their pages say that they were removed, and why.',
  restore: 'the staff have put these listings back. They can be seen as before.',
};

const heldAgain =
  'Our rules hold some of them again, because you have changed them meanwhile. Another mail says why, and what happens next.';

interface ToldBulk extends Pick<BulkActionTable, 'action' | 'owner_reason' | 'policy'> {
  isUndone: boolean;
  /** In any order: the mail sorts them, because rows of one millisecond have no order. Each has its page to appeal on. */
  listings: readonly { name: string; appealPath: string }[];
  count: number;
  /** Whether a rule holds some of them, because their owner has changed them meanwhile. */
  areHeldAgain?: boolean;
}

/** @returns null where nobody can be mailed */
export function mailAboutBulk(
  { siteUrl }: Context,
  owner: UserTable,
  { action, areHeldAgain, count, isUndone, listings, owner_reason, policy }: ToldBulk,
): MailMessage | null {
  if (action === 'suspend' || !canBeMailed(owner)) return null;
  const all = listings.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const listed = all.slice(0, namesInMail);
  const more = count > listed.length ? `\n- and ${String(count - listed.length)} more` : '';
  const list = { markdown: listed.map(({ name }) => `- ${name.replace(/[[\]*]/g, '')}`).join('\n') + more };
  const again = areHeldAgain ? [heldAgain] : [];
  const appeal: Letter['body'] = [
    all.length === 1 ? `${wrong}:` : `${wrong}. Each listing has a page of its own for that:`,
    ...all.flatMap(({ appealPath, name }) => [
      ...(all.length === 1 ? [] : [name]),
      { link: siteUrl + appealPath },
    ]),
  ];
  const { title, text } = policies[policy];
  const takenBack =
    'the staff have taken back what they decided about these listings. They are as they were before.';
  const body: Letter['body'] = isUndone
    ? [takenBack, list, ...again]
    : [sentences[action], list, ...again, `Reason: ${owner_reason}`];
  if (!isUndone && action !== 'restore') body.push(`Policy: ${title}. ${text}`);
  // Without their restoration they are out of sight again.
  if (isUndone === (action === 'restore')) body.push(...appeal);
  const subject = `about ${count === 1 ? 'a listing of yours' : `${String(count)} of your listings`}`;
  return composeMail(owner, { subject, body });
}
