// Reports: of members at once, of guests with a mailed code; the mails about them, and the page on which each is
// followed. Threat: a stranger enters somebody's address to have this site mail them a text or a link. So a mail to an
// address that nobody has confirmed holds the code and nothing that was typed, and a text that an owner is mailed holds
// no link.
import { sql } from 'kysely';
import { urls } from '../../shared/addresses/urls.ts';
import type { SubjectKind } from '../../shared/schemas/cases.ts';
import { ownerFirstReasons, policies, policyOfReason } from '../../shared/schemas/policies.ts';
import {
  appealDays,
  type GuestReport,
  type NewReport,
  ownerAnswerDays,
  reportAboutPattern,
  reportCodeMinutes,
} from '../../shared/schemas/reports.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { outcomeSentences } from '../../shared/text/outcome-sentences.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import { ruleMessages } from '../rules/messages.ts';
import { withoutLinks } from '../../shared/text/visible-text.ts';
import { guestCode, tryCode } from '../accounts/codes.ts';
import { composeMail, type Recipient } from '../accounts/mails.ts';
import type { Caller } from '../accounts/sessions.ts';
import { markOfClient } from '../accounts/tokens.ts';
import { findAccount, findAccountByEmail, findAccountsOfMailbox, findPublicUser } from '../accounts/users.ts';
import { findCurrentApp } from '../apps/find-app.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { DecisionTable, Row } from '../platform/db/schema.ts';
import { removeUntil } from '../platform/db/statements.ts';
import { AppealableError, AppError, fieldError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { type Reader, transactionReader } from '../platform/reads/reader.ts';
import type { Client } from '../platform/security/client.ts';
import { openLink, sealLink } from '../platform/security/mailed-links.ts';
import { refuseRestricted } from '../rules/index.ts';
import { canBeMailed, findCase, findSubject, freeNumber, returnToStaff } from './cases.ts';
import { decisionOfCase } from './decisions.ts';

export const reporterAppealPath = (secret: Uint8Array, reportId: string): string =>
  urls.appeal(sealLink(secret, 'appeal-reporter', reportId));

/**
 * The page on which the owner answers, without a login. It is another one for each owner: the case goes with the
 * listing to the next, who may be asked in it as well.
 */
export const questionPath = (secret: Uint8Array, caseId: string, ownerId: string): string =>
  urls.answerReport(sealLink(secret, 'owner-answer', caseId, ownerId));

/** What a report is about, as visitors see it. */
export interface FoundSubject {
  kind: SubjectKind;
  id: string;
  /** Such as 'Zebra Ledger' or 'Release 1.2 of Zebra Ledger'. */
  name: string;
  /** The name within a sentence: 'release 1.2 of Zebra Ledger'. */
  phrase: string;
  path: string;
  ownerId: string;
}

/**
 * Finds what can be reported: everything that visitors see at an address, listed or not, and so nothing that is held,
 * removed or deleted.
 * @param about `app:<name_id>`, `release:<id>`, `screenshot:<id>` or `profile:<id>`
 */
export async function findReportSubject(reader: Reader, about: string): Promise<FoundSubject | null> {
  const [, kind, id = ''] = reportAboutPattern.exec(about) ?? [];
  if (kind === 'profile') {
    reader.reads.note(dataKey.user(id));
    const user = isId(id) ? await findPublicUser(reader.read, id) : undefined;
    const name = user ? fullName(user) : '';
    return user ? { kind, id, name, phrase: name, path: urls.user(id), ownerId: id } : null;
  }
  const isPart = kind === 'release' || kind === 'screenshot';
  const part =
    isPart && isId(id) ? await findSubject(reader.read, { subject_kind: kind, subject_id: id }) : null;
  const found = await findCurrentApp(reader, isPart ? (part?.app?.id ?? '') : id);
  if (found.kind !== 'found') return null;
  const { app } = found;
  const release = part?.release ? `release ${part.release.version} of ` : '';
  const prefix = part?.screenshot ? 'a screenshot of ' : release;
  return {
    kind: part?.kind ?? 'app',
    id: part?.id ?? app.id,
    name: prefix.charAt(0).toUpperCase() + prefix.slice(1) + app.name,
    phrase: prefix + app.name,
    path: part?.release ? urls.versions(app.nameId) : urls.app(app.nameId),
    ownerId: app.owner.id,
  };
}

/** @throws AppError 404 for a subject that visitors do not see */
async function requireSubject(reader: Reader, about: string): Promise<FoundSubject> {
  const subject = await findReportSubject(reader, about);
  if (!subject) throw new AppError(404, reportMessages.missing);
  return subject;
}

export async function findReportsOfCase(db: ReadDb, caseId: string, limit: number) {
  const reports = db.selectFrom('reports').selectAll().where('case_id', '=', caseId);
  return await reports.orderBy('id', 'desc').limit(limit).execute();
}

export async function findReport(db: ReadDb, id: string): Promise<Row<'reports'> | undefined> {
  return await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The open report of the same reporter about the same subject, for the same reason: two of them count as one. */
async function findSameReport(
  db: ReadDb,
  same: Pick<Row<'reports'>, 'reporter_key' | 'subject_kind' | 'subject_id' | 'reason'>,
): Promise<Row<'reports'> | undefined> {
  const open = db.selectFrom('reports').selectAll().where('state', '=', 'open');
  return await open.where(({ and }) => and(same)).executeTakeFirst();
}

type SentReport = Pick<Row<'reports'>, 'link' | 'message' | 'reason' | 'subject_id' | 'subject_kind'>;

async function insertReport(
  { clock }: Context,
  trx: WriteDb,
  sent: SentReport &
    Pick<Row<'reports'>, 'id' | 'reporter_id' | 'reporter_key' | 'email' | 'name' | 'code_hash'>,
): Promise<Row<'reports'>> {
  const [number, created_at] = [await freeNumber(trx, clock()), clock()];
  const report = trx.insertInto('reports').values({ ...sent, number, state: 'pending-code', created_at });
  return await report.returningAll().executeTakeFirstOrThrow();
}

/** Opens the report of an account. @throws AppError as `openReport` does */
async function openMemberReport(context: Context, trx: WriteDb, userId: string, sent: SentReport) {
  const account = { reporter_id: userId, reporter_key: userId, name: '', email: '', code_hash: null };
  return await openReport(
    context,
    trx,
    await insertReport(context, trx, { id: newId(), ...account, ...sent }),
  );
}

/** Opens the report of a member at once. The quota was spent before. */
export async function reportAsMember(
  context: Context,
  { userId, isVerified, client: { address } }: Caller,
  { about, reason, message, link }: NewReport,
): Promise<ReceivedReport> {
  if (!isVerified) throw new AppError(403, reportMessages.verifyFirst);
  const { clock, db } = context;
  const email = (await findAccount(db.read, userId))?.email ?? null;
  await refuseRestricted(db.read, { action: 'report', email, address, accountId: userId, now: clock() });
  const { id: subject_id, kind: subject_kind } = await requireSubject(context, about);
  const sent = { subject_kind, subject_id, reason, message, link };
  return await db.write((trx) => openMemberReport(context, trx, userId, sent));
}

/**
 * Reports the account that sent a letter, because its texts are not kept, in the transaction that ends the
 * conversation.
 * @param reporterId the developer
 * @returns whether the developer has an open report about it now; false where nobody sees the account any more
 */
export async function reportLetter(
  context: Context,
  trx: WriteDb,
  { conversationId, reporterId, senderId }: Record<'conversationId' | 'reporterId' | 'senderId', string>,
): Promise<boolean> {
  const subject = await findReportSubject(transactionReader(context.db, trx), `profile:${senderId}`);
  if (!subject || senderId === reporterId) return false;
  const about = { subject_kind: subject.kind, subject_id: subject.id, reason: 'other' } as const;
  if (await findSameReport(trx, { ...about, reporter_key: reporterId })) return true;
  const message = `A letter of this account was reported (conversation ${conversationId}). Its texts are not kept here: the developer has them as mails.`;
  await openMemberReport(context, trx, reporterId, { ...about, message, link: '' });
  return true;
}

/**
 * Stores a report of somebody without an account, and mails a code. It becomes a report when the code is entered. The
 * answer is the same whether the address is known or not.
 */
export async function reportAsGuest(
  context: Context,
  { about, email, name, ...form }: GuestReport,
  client: Client,
) {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.reports, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'report', email, address, accountId: null, now: clock() });
  const subject = await requireSubject(context, about);
  const { code_hash, id, mail, mailbox, request } = await guestCode(context, {
    ...{ client, email, use: 'report', wish: 'send a report' },
    minutes: reportCodeMinutes,
    says: 'Too many codes were mailed to this address today.',
  });
  const reporter_key = markOfClient(mailbox, 'report-email', secret);
  await db.write(async (trx) => {
    const by = { id, email, name, code_hash, reporter_id: null, reporter_key };
    await insertReport(context, trx, { ...form, ...by, subject_kind: subject.kind, subject_id: subject.id });
    if (mail) await enqueueMail(trx, mail, clock());
  });
  return { request, expiresInSeconds: reportCodeMinutes * 60 };
}

/** Begins the case of a guest's report with the mailed code. */
export async function confirmReport(
  context: Context,
  { request, code }: { request: string; code: string },
  client: Client,
): Promise<ReceivedReport> {
  const { clock, db, limiter, secret } = context;
  const { address } = client;
  await limiter.spend(quotas.mailedCodes, { account: null, client });
  const id = openLink(secret, 'report-code', request);
  if (id === null) throw new AppError(400, reportMessages.noRequest);
  // A wrong try has to commit, or it would not count: so it is a result and not an error.
  const received = await db.write(async (trx) => {
    const reports = trx.selectFrom('reports').selectAll().forUpdate();
    const waiting = reports.where(({ and }) => and({ id, state: 'pending-code' }));
    const since = clock() - reportCodeMinutes * 60_000;
    const report = await waiting.where('created_at', '>', since).executeTakeFirst();
    const entered = { code, hash: report?.code_hash ?? '', purpose: `report:${id}` };
    if (!report || (await tryCode(context, trx, entered)) !== 'right') return null;
    // A guest needs no account, but must not evade what an account of the same mailbox may not do. A suspension is
    // answered as a restriction is. Appeals and answers to staff do not come here.
    for (const { banned_at, email, id: accountId } of await findAccountsOfMailbox(trx, report.email)) {
      if (banned_at !== null) throw new AppealableError(403, ruleMessages.restricted.report);
      await refuseRestricted(trx, { action: 'report', email, address, accountId, now: clock() });
    }
    // The reader of this mailbox owns the account of this address, so the report counts as one of the account.
    const account = await findAccountByEmail(trx, report.email);
    const ofAccount = account && { reporter_id: account.id, reporter_key: account.id };
    return await openReport(context, trx, { ...report, ...ofAccount });
  });
  if (!received) throw fieldError('code', reportMessages.wrongCode);
  return received;
}

interface ReceivedReport {
  number: string;
  key: string;
}

/** How long an owner's answer counts: another report of the same kind goes to staff at once. */
const answerCountsMs = 60 * dayMs;

/** Opens a stored report: its case, its follow-up page and the mails. */
async function openReport(context: Context, trx: WriteDb, report: Row<'reports'>): Promise<ReceivedReport> {
  const { clock, db, openCase, secret, siteUrl } = context;
  const now = clock();
  const { id, number, reason, reporter_id, reporter_key, subject_id, subject_kind } = report;
  const subject = await requireSubject(transactionReader(db, trx), `${subject_kind}:${subject_id}`);
  if (subject.ownerId === reporter_id) throw new AppError(409, reportMessages.ownSubject);
  // A case of this subject that its owner has answered, looked up before this report's case could be it.
  const answered = await trx
    .selectFrom('cases')
    .innerJoin('decisions', 'decisions.case_id', 'cases.id')
    .select('cases.id')
    .where(({ and }) => and({ 'cases.subject_kind': subject_kind, 'cases.subject_id': subject_id }))
    .where(({ and }) => and({ 'cases.reason': reason, state: 'decided', source: 'rule' }))
    .where('decided_at', '>', now - answerCountsMs)
    .executeTakeFirst();
  const about = { subject_kind, subject_id, owner_id: subject.ownerId, reason, note: '' };
  const opened = await openCase(trx, { kind: 'report', ...about, now });
  // The case is locked now, so that of two equal reports the second one sees the first.
  const same = await findSameReport(trx, { reporter_key, subject_kind, subject_id, reason });
  if (same) throw new AppError(409, reportMessages.twice(same.number));
  const key = sealLink(secret, 'follow-report', id);
  const columns = { state: 'open', code_hash: null, case_id: opened.id, opened_at: now } as const;
  const by = { reporter_id, reporter_key, ...(reporter_id !== null && { name: '', email: '' }) };
  const change = trx
    .updateTable('reports')
    .set({ ...columns, ...by })
    .where('id', '=', id);
  const row = await change.returningAll().executeTakeFirstOrThrow();
  noteChanged(dataKey.moderation);
  if (ownerFirstReasons.includes(reason) && !opened.isJoined)
    await askOwner(context, trx, row, subject, answered !== undefined);
  const reporter = await reporterOf(trx, row);
  const received = {
    subject: `your report ${number} was received`,
    body: [
      `we have received your report. Its number is ${number}. You can follow it here:`,
      { link: siteUrl + urls.followReport(number, key) },
      'Keep this link to yourself: it opens the report without a login. We will mail you when it is decided.',
    ],
  };
  if (reporter) await enqueueMail(trx, composeMail(reporter, received), now);
  return { number, key };
}

/**
 * Mails the text to the owner, never the reporter. Without an owner who reads mails the case goes to staff at once.
 * @param isAnswered whether the owner has answered such a report not long ago
 */
async function askOwner(
  { clock, secret, siteUrl }: Context,
  trx: WriteDb,
  { case_id, message, reason }: Row<'reports'>,
  { ownerId, phrase }: FoundSubject,
  isAnswered: boolean,
): Promise<void> {
  const caseId = case_id ?? '';
  const now = clock();
  const owner = await findAccount(trx, ownerId);
  if (isAnswered || !owner || owner.banned_at !== null || !canBeMailed(owner)) {
    const text = isAnswered ? 'The owner has answered such a report before.' : 'The owner reads no mail.';
    await returnToStaff(trx, { id: caseId, reason }, { text, now });
    return;
  }
  const policy = policies[policyOfReason[reason]].title.toLowerCase();
  const mail = composeMail(owner, {
    subject: 'A visitor reported a problem with your listing',
    body: [
      `somebody has written to us about ${phrase}: ${policy}. They wrote (links are removed):`,
      `"${withoutLinks(message)}"`,
      'Correct it, or check that it is right, and then tell us here. You do not need to log in:',
      { link: siteUrl + questionPath(secret, caseId, owner.id) },
      `If we hear nothing within ${String(ownerAnswerDays)} days, our staff will look at it.`,
    ],
  });
  await enqueueMail(trx, mail, now);
}

/** Decides the reports of a case and tells those who wrote them. */
export async function decideReports(
  { secret, siteUrl }: Context,
  trx: WriteDb,
  caseId: string,
  decision: DecisionTable,
): Promise<void> {
  const open = trx.updateTable('reports').where(({ and }) => and({ case_id: caseId, state: 'open' }));
  const decided = open.set({ state: 'decided', decided_at: decision.at });
  // Whoever reports a letter does not learn what its sender is called here. The name of a listing stands before the
  // sentence, which would be read as one about the report.
  const name = decision.subject_kind === 'profile' ? '' : decision.subject_name;
  const sentence = (name === '' ? '' : `${name}: `) + outcomeSentences[decision.action];
  for (const report of await decided.returningAll().execute()) {
    const key = sealLink(secret, 'follow-report', report.id);
    const reporter = await reporterOf(trx, report);
    if (!reporter) continue;
    const appeal = [
      `If you think this is a mistake, you can appeal once, within ${String(appealDays)} days:`,
      { link: siteUrl + reporterAppealPath(secret, report.id) },
    ];
    const mail = composeMail(reporter, {
      subject: `your report ${report.number} was decided`,
      body: [
        `your report ${report.number} was decided. ${sentence}`,
        `Reason: ${decision.public_reason}`,
        'The decision:',
        { link: siteUrl + urls.decision(decision.number) },
        'Your report:',
        { link: siteUrl + urls.followReport(report.number, key) },
        ...(decision.action === 'none' ? appeal : []),
      ],
    });
    await enqueueMail(trx, mail, decision.at);
  }
}

/** Whom to mail about a report; null if the account was deleted or suspended. */
export async function reporterOf(
  trx: WriteDb,
  { reporter_id, name, email }: Pick<Row<'reports'>, 'reporter_id' | 'name' | 'email'>,
): Promise<Recipient | null> {
  if (reporter_id === null) return email === '' ? null : { email, firstname: name };
  const account = await findAccount(trx, reporter_id);
  return account?.is_verified === 1 ? account : null;
}

/** Longer than the time to appeal against a decision, and to decide the appeal. */
const guestMs = 400 * dayMs;

/**
 * Removes reports whose code was not entered in time. Of reports that were decided long ago it erases what guests
 * wrote, also in an appeal, and who they are; the rows stay, because they are counted.
 */
export async function sweepReports({ clock, db }: Context): Promise<void> {
  const now = clock();
  const begun = { table: 'reports', key: 'id', column: 'created_at' } as const;
  await removeUntil(db, begun, now - reportCodeMinutes * 60_000, sql`state = 'pending-code'`);
  await db.write(async (trx) => {
    const old = trx
      .selectFrom('reports')
      .select('id')
      .where('state', '=', 'decided')
      .where('decided_at', '<=', now - guestMs)
      .where('email', '!=', '');
    const nothing = { text: '', answer: '' };
    await trx.updateTable('appeals').set(nothing).where('party_key', 'in', old).execute();
    const nobody = { name: '', email: '', message: '', link: '' };
    await trx.updateTable('reports').set(nobody).where('id', 'in', old).execute();
  });
}

/** What a reporter is told: the own report and its outcome, nothing of other reports of the same case. */
export async function followReport(context: Context, number: string, key: string) {
  const { db, secret } = context;
  const report = await findReport(db.read, openLink(secret, 'follow-report', key) ?? '');
  const isErased = report?.reporter_id === null && report.email === '';
  if (report?.number !== number || report.state === 'pending-code' || isErased)
    throw new AppError(404, reportMessages.noFollowUp);
  const { case_id: caseId, subject_kind: kind, subject_id: id } = report;
  const [subject, ofCase, decision] = await Promise.all([
    findReportSubject(context, `${kind}:${id}`),
    caseId === null ? undefined : findCase(db.read, caseId),
    caseId === null || report.state === 'open' ? undefined : decisionOfCase(db.read, caseId),
  ]);
  const state: 'decided' | 'open' | 'with-owner' =
    report.state === 'decided' ? 'decided' : ofCase?.state === 'waiting' ? 'with-owner' : 'open';
  return {
    number,
    /** The name is empty and the path null where the subject is not shown any more. */
    about: { kind, name: subject?.name ?? '', path: subject?.path ?? null },
    reason: report.reason,
    state,
    receivedAt: report.opened_at ?? report.created_at,
    outcome: decision ?? null,
  };
}
