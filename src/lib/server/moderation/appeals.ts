// What follows from a decision: the mails to the owner, to those who claim the listing, and to those who reported or
// appealed; and appeals, by a mailed link without a login, because a suspended account has none.
import { urls } from '../../shared/addresses/urls.ts';
import {
  type AppealState,
  caseLimits,
  type DecideForm,
  type DeskAction,
  type RemovableFact,
} from '../../shared/schemas/cases.ts';
import {
  policies,
  type PolicyId,
  policyOfReason,
  type ReportReason,
  reportReasons,
} from '../../shared/schemas/policies.ts';
import { appealDays } from '../../shared/schemas/reports.ts';
import { dayMs } from '../../shared/text/days.ts';
import { outcomeSentences } from '../../shared/text/outcome-sentences.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import { composeMail, type Letter } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type {
  AppTable,
  CaseTable,
  DecisionTable,
  ProofTable,
  Row,
  UserTable,
} from '../platform/db/schema.ts';
import { hasRow } from '../platform/db/statements.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Client } from '../platform/security/client.ts';
import { openLink, sealLink } from '../platform/security/mailed-links.ts';
import { canBeMailed, changeCase, insertCaseEvent, type Subject } from './cases.ts';
import { decisionOfCase, findDecision } from './decisions.ts';
import { decideReports, findReport, questionPath, reporterAppealPath, reporterOf } from './reports.ts';

export const ownerAppealPath = (secret: Uint8Array, decisionId: string): string =>
  urls.appeal(sealLink(secret, 'appeal-owner', decisionId));

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

/** @param listing such as 'your listing Zebra Ledger'. No mail tells the owner that nothing was done. */
const wordings: Partial<
  Record<DeskAction, (listing: string, told: ToldDecision) => Record<'subject' | 'sentence', string>>
> = {
  'ask-owner': (listing) => ({
    subject: 'please change something',
    sentence:
      `our staff ask you to change ${listing}. Please do so within ${String(caseLimits.ownerDays.asked)} days; ` +
      'after that they decide what happens.',
  }),
  'remove-facts': (listing, { facts }) => ({
    subject: 'a part of your page was removed',
    sentence: `our staff have removed ${facts.map((fact) => factNames[fact]).join(', ')} from ${listing}.`,
  }),
  limit: (listing) => ({
    subject: 'your listing left the lists',
    sentence: `our staff have taken ${listing} out of all lists and searches. Its page can still be opened.`,
  }),
  hold: (listing) => ({
    subject: 'your listing is held',
    sentence: `our staff are holding ${listing}. Only you can see it until they release it.`,
  }),
  remove: (listing) => ({
    subject: 'your listing was removed',
    sentence: `our staff have removed ${listing}. Its page says that it was removed, and why.`,
  }),
  restore(listing, { reverses, subject: { kind, name } }) {
    if (reverses?.action === 'transfer')
      return {
        subject: 'a listing went back',
        sentence:
          `after an appeal our staff have returned the listing ${name} to the account it came from. ` +
          'Your proof is kept, but the listing is no longer yours.',
      };
    if (kind === 'profile')
      return {
        subject: 'your account is open again',
        sentence:
          'our staff have opened your account again. Log in as before; your page and your listings are back.',
      };
    return {
      subject: 'your listing is back',
      sentence: `our staff have put ${listing} back. It can be seen as before.`,
    };
  },
  suspend: () => ({
    subject: 'your account was suspended',
    sentence:
      'our staff have suspended your account. Nobody can log in to it, and its page and its listings are no longer shown.',
  }),
  transfer: (listing) => ({
    subject: 'your listing was given to its owner',
    sentence:
      `another account has verified that it controls what ${listing} links to, and our staff have given the listing ` +
      'to that account. It is no longer yours.',
  }),
  restrict: () => ({
    subject: 'your account was restricted',
    sentence: 'our staff have restricted what your account may do.',
  }),
};

export const wrong = `If you think that this is wrong, appeal within ${String(appealDays)} days`;

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
      'This page leads to it. Tell us there when you have changed it. You do not need to log in:',
      { link: siteUrl + questionPath(secret, caseOf.id, owner.id) },
      `If something is unclear, write to ${contactEmail} and quote ${caseOf.number}.`,
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
  { app, claimant }: { app: AppTable | null; claimant: string | undefined },
): Promise<MailMessage[]> {
  const mails: MailMessage[] = [];
  if (!app) return mails;
  for (const { case_number, name: proved, user_id: userId } of claims) {
    const isGiven = action === 'transfer' && userId === claimant;
    if (case_number !== number && !isGiven) continue;
    const account = await findAccount(trx, userId);
    if (!account) continue;
    const given: Letter = {
      subject: `the listing ${app.name} is yours`,
      body: [
        `you have verified that you control ${proved}, and our staff have given the listing ${app.name} to your account. It keeps its address, pictures, releases and followers.`,
        `The account that made it may appeal within ${String(appealDays)} days. We will tell you if that changes anything.`,
        'This page leads to it:',
        { link: siteUrl + urls.app(app.name_id) },
      ],
    };
    const refused: Letter = {
      subject: `your claim to ${app.name} was decided`,
      body: [
        `you have verified that you control ${proved}. Our staff have reviewed your claim to the listing ${app.name} and have not given it to your account.`,
        outcomeSentences[action],
        `Reason: ${reason}`,
        `If you think this is wrong, write to ${operator.contactEmail} and quote ${number}.`,
      ],
    };
    const mail = composeMail(account, isGiven ? given : refused);
    await enqueueMail(trx, mail, at);
    mails.push(mail);
  }
  return mails;
}

/** Actions against the owner of a subject. Against a reporter there is only 'none'. */
const againstOwner: readonly DeskAction[] = [
  'remove-facts',
  'limit',
  'hold',
  'remove',
  'suspend',
  'restrict',
  'transfer',
];

/** The last instant at which an appeal against a decision is accepted. */
const appealUntil = (decidedAt: number): number => decidedAt + appealDays * dayMs;

interface Party {
  kind: 'owner' | 'reporter';
  /** Id of the account or of the report. */
  key: string;
  decision: DecisionTable;
}

/** @returns null for a link that is not valid, and for a decision that is not against its holder */
async function findParty(db: ReadDb, secret: Uint8Array, token: string): Promise<Party | null> {
  const decisionId = openLink(secret, 'appeal-owner', token);
  if (decisionId !== null) {
    const decision = await findDecision(db, 'id', decisionId);
    if (!decision || decision.owner_id === null || !againstOwner.includes(decision.action)) return null;
    return { kind: 'owner', key: decision.owner_id, decision };
  }
  const reportId = openLink(secret, 'appeal-reporter', token);
  const report = reportId === null ? undefined : await findReport(db, reportId);
  if (!report || report.case_id === null || report.state !== 'decided') return null;
  const decision = await decisionOfCase(db, report.case_id);
  return decision?.action === 'none' ? { kind: 'reporter', key: report.id, decision } : null;
}

/** Whom to mail about an appeal; null if the account or the address is not there any more. */
async function mailedParty(db: WriteDb, { kind, key }: Pick<Party, 'kind' | 'key'>) {
  if (kind === 'reporter') {
    const report = await findReport(db, key);
    return report ? await reporterOf(db, report) : null;
  }
  // Also a suspended account: it was decided against.
  const account = await findAccount(db, key);
  return account && canBeMailed(account) ? account : null;
}

const unknown = () => new AppError(404, reportMessages.noAppeal);

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
export async function viewAppeal({ clock, db, secret }: Context, token: string) {
  const party = await findParty(db.read, secret, token);
  if (!party) throw unknown();
  const { decision, key } = party;
  const sent = { decision_id: decision.id, party_key: key };
  const appeals = db.read.selectFrom('appeals').selectAll();
  const appeal = await appeals.where(({ and }) => and(sent)).executeTakeFirst();
  const until = appealUntil(decision.at);
  const unsent: AppealState = clock() > until ? 'expired' : 'possible';
  const state: AppealState = appeal ? (appeal.outcome ?? 'open') : unsent;
  return { state, until, decision, answer: appeal?.answer ?? '' };
}

/** A report of this reason is about the policy. */
const reasonOf = (policy: PolicyId): ReportReason =>
  reportReasons.find((reason) => policyOfReason[reason] === policy) ?? 'other';

/** Opens a case about a decision, once for each party. */
export async function sendAppeal(
  { clock, db, limiter, openCase, secret, siteUrl }: Context,
  token: string,
  text: string,
  client: Client,
): Promise<void> {
  await limiter.spend(quotas.mailedLinks, { account: null, client });
  await db.write(async (trx) => {
    const party = await findParty(trx, secret, token);
    if (!party) throw unknown();
    const { decision, key, kind } = party;
    const now = clock();
    if (now > appealUntil(decision.at)) throw new AppError(410, reportMessages.appealTooLate);
    if (decision.subject_id === null) throw new AppError(410, reportMessages.missing);
    const { id: decision_id, owner_id, subject_id, subject_kind } = decision;
    const about = { subject_kind, subject_id, owner_id, decision_id, reason: reasonOf(decision.policy) };
    const opened = await openCase(trx, { kind: 'appeal', ...about, note: '', now });
    const sent = { id: newId(), decision_id, case_id: opened.id, party: kind, party_key: key };
    const added = trx
      .insertInto('appeals')
      .values({ ...sent, text, state: 'open', answer: '', created_at: now })
      .onConflict((conflict) => conflict.doNothing());
    if (!(await hasRow(added.returning('id')))) throw new AppError(409, reportMessages.appealed);
    noteChanged(dataKey.moderation);
    const person = await mailedParty(trx, party);
    const received = {
      subject: 'your appeal was received',
      body: [
        'we have received your appeal. Where possible, it is decided by somebody who was not involved before. You can follow it here:',
        { link: siteUrl + urls.appeal(token) },
      ],
    };
    if (person) await enqueueMail(trx, composeMail(person, received), now);
  });
}

/** From the mildest to the harshest; others are milder. */
const harshStates = ['limited', 'held', 'removed', 'suspended'];

/**
 * Whether a decision on an appeal gives the party what it has asked for, or a part of it.
 * @param appealed state that the appealed decision left; a later one may have made it harsher
 */
function isReversedFor(
  party: Row<'appeals'>['party'],
  { action, state_after }: DecisionTable,
  appealed: string,
): boolean {
  if (party === 'reporter') return againstOwner.includes(action);
  return action === 'restore' || harshStates.indexOf(state_after) < harshStates.indexOf(appealed);
}

/** Closes a case with its decision and its reports or appeals, and mails those who wrote them. */
export async function closeCase(
  context: Context,
  trx: WriteDb,
  { id: caseId, kind }: Pick<CaseTable, 'id' | 'kind'>,
  decision: DecisionTable,
): Promise<void> {
  const { secret, siteUrl } = context;
  const { action, actor_id, at, owner_reason: text } = decision;
  await changeCase(trx, caseId, { state: 'decided', decided_at: at, waits_until: null });
  await insertCaseEvent(trx, { case_id: caseId, at, event: 'decided', actor_id, text });
  if (kind !== 'appeal') {
    await decideReports(context, trx, caseId, decision);
    return;
  }
  const appeals = await trx
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .selectAll('appeals')
    .select('decisions.state_after as appealed')
    .where(({ and }) => and({ 'appeals.case_id': caseId, state: 'open' }))
    .execute();
  for (const { appealed, decision_id, id, party, party_key } of appeals) {
    const isOwner = party === 'owner';
    const outcome = isReversedFor(party, decision, appealed) ? 'reversed' : 'upheld';
    const answer = (isOwner && decision.owner_reason) || decision.public_reason;
    const change = trx.updateTable('appeals').set({ state: 'decided', outcome, answer });
    await change.where('id', '=', id).execute();
    const person = await mailedParty(trx, { kind: party, key: party_key });
    if (!person) continue;
    const upheld =
      action === 'none'
        ? 'we have looked again, and the decision stands.'
        : 'your appeal was not successful. Another mail says what was decided instead.';
    const path = isOwner ? ownerAppealPath(secret, decision_id) : reporterAppealPath(secret, party_key);
    const mail = composeMail(person, {
      subject: 'your appeal was decided',
      body: [
        outcome === 'reversed' ? 'your appeal was successful: the decision was changed.' : upheld,
        `Reason: ${answer}`,
        { link: siteUrl + path },
        'This is final: a decision can be appealed only once.',
      ],
    });
    await enqueueMail(trx, mail, at);
  }
}
