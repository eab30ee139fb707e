// Reports: of members at once, of guests with a mailed code.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { urls } from '../../shared/addresses/urls.ts';
import type { SubjectKind } from '../../shared/schemas/cases.ts';
import { ownerFirstReasons, policies, policyOfReason } from '../../shared/schemas/policies.ts';
import {
  reportAboutPattern,
  type GuestReport,
  type NewReport,
  ownerAnswerDays,
  reportCodeMinutes,
} from '../../shared/schemas/reports.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import { ruleMessages } from '../../shared/text/rule-messages.ts';
import { hashCode, newCode } from '../accounts/codes.ts';
import type { Caller } from '../accounts/sessions.ts';
import {
  emailKey,
  findAccountByEmail,
  findAccountsOfMailbox,
  findAccount,
  findPublicUser,
} from '../accounts/users.ts';
import { findApp } from '../apps/find-app.ts';
import { findScreenshot } from '../apps/screenshots.ts';
import { findVersionRow } from '../apps/releases.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { removeUntil } from '../platform/db/statements.ts';
import type { Row, UserTable } from '../platform/db/schema.ts';
import { AppealableError, AppError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { mayMailCode } from '../platform/quotas/mailed-codes.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { type Reader, transactionReader, unrecordedReader } from '../platform/reads/reader.ts';
import type { Client } from '../platform/security/client.ts';
import { mailboxOf, refuseRestricted } from '../rules/index.ts';
import { findCase, returnToStaff } from './cases.ts';
import { decisionOfCase, freeNumber } from './decisions.ts';
import { followKey, hashFollowKey, openLink, questionPath, sealLink } from './links.ts';
import { createReportMails, reporterOf } from './report-mails.ts';

/** What a report is about, as visitors see it. */
export interface FoundSubject {
  kind: SubjectKind;
  id: string;
  /** Such as 'Zebra Ledger' or 'Release 1.2 of Zebra Ledger'. */
  name: string;
  /** The name within a sentence: 'release 1.2 of Zebra Ledger'. */
  phrase: string;
  /** Its page, from the root of the site. */
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
  if (kind === 'app') return await ofApp(reader, id, { kind, id: '', prefix: '' });
  if (!isId(id)) return null;
  if (kind === 'profile') return await profileOf(reader, id);
  if (kind === 'release') {
    const row = await findVersionRow(reader.read, id, { ofAnyApp: true });
    if (!row) return null;
    return await ofApp(reader, row.app_id, { kind, id, prefix: `release ${row.version} of ` });
  }
  if (kind !== 'screenshot') return null;
  const screenshot = await findScreenshot(reader.read, id, { ofAnyApp: true });
  return screenshot && (await ofApp(reader, screenshot.appId, { kind, id, prefix: 'a screenshot of ' }));
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Part {
  kind: 'app' | 'release' | 'screenshot';
  /** '' for the app itself. */
  id: string;
  /** Words before the name of the app, within a sentence. */
  prefix: string;
}

/** The app, or a part of it, where the app is shown. */
async function ofApp(reader: Reader, idOrNameId: string, part: Part): Promise<FoundSubject | null> {
  let found = await findApp(reader, idOrNameId);
  if (found.kind === 'renamed') found = await findApp(reader, found.nameId);
  if (found.kind !== 'found') return null;
  const { app } = found;
  const phrase = part.prefix + app.name;
  return {
    kind: part.kind,
    id: part.id === '' ? app.id : part.id,
    name: part.prefix === '' ? phrase : capitalized(phrase),
    phrase,
    path: part.kind === 'release' ? urls.versions(app.nameId) : urls.app(app.nameId),
    ownerId: app.owner.id,
  };
}

async function profileOf({ read, reads }: Reader, id: string): Promise<FoundSubject | null> {
  reads.note(dataKey.user(id));
  const user = await findPublicUser(read, id);
  if (!user) return null;
  const name = fullName(user);
  return { kind: 'profile', id, name, phrase: name, path: urls.user(id), ownerId: id };
}

/** The newest first. */
export async function findReportsOfCase(
  db: ReadDb | WriteDb,
  caseId: string,
  limit: number,
): Promise<Row<'reports'>[]> {
  return await db
    .selectFrom('reports')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findReport(db: ReadDb | WriteDb, id: string): Promise<Row<'reports'> | undefined> {
  return await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The open report of the same reporter about the same subject, for the same reason. */
async function findSameReport(
  db: ReadDb | WriteDb,
  { reporter_key, subject_kind, subject_id, reason }: ReportIdentity,
): Promise<Row<'reports'> | undefined> {
  return await db
    .selectFrom('reports')
    .selectAll()
    .where('state', '=', 'open')
    .where('reporter_key', '=', reporter_key)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where('reason', '=', reason)
    .executeTakeFirst();
}

/** Two open reports that agree in these columns count as one. */
type ReportIdentity = Pick<Row<'reports'>, 'reporter_key' | 'subject_kind' | 'subject_id' | 'reason'>;

/** A case of this subject that its owner has answered since, for the same reason. */
async function findAnsweredCase(
  db: ReadDb | WriteDb,
  { subject_kind, subject_id, reason }: Pick<Row<'reports'>, 'subject_kind' | 'subject_id' | 'reason'>,
  since: number,
): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('cases')
    .innerJoin('decisions', 'decisions.case_id', 'cases.id')
    .select('cases.id')
    .where('cases.subject_kind', '=', subject_kind)
    .where('cases.subject_id', '=', subject_id)
    .where('cases.reason', '=', reason)
    .where('cases.state', '=', 'decided')
    .where('cases.decided_at', '>', since)
    .where('decisions.source', '=', 'rule')
    .executeTakeFirst();
}

interface NewReportRow extends Pick<
  Row<'reports'>,
  'id' | 'link' | 'message' | 'reason' | 'reporter_id' | 'reporter_key'
> {
  subject: Pick<FoundSubject, 'id' | 'kind'>;
  /** Of a guest. */
  code_hash?: string;
  name?: string;
  email?: string;
}

/** Stores a report that is not open yet. */
async function insertReport(
  { clock }: Context,
  trx: WriteDb,
  { subject, ...given }: NewReportRow,
): Promise<Row<'reports'>> {
  const row = {
    name: '',
    email: '',
    code_hash: null,
    ...given,
    number: await freeNumber(trx, clock(), ['reports']),
    case_id: null,
    subject_kind: subject.kind,
    subject_id: subject.id,
    state: 'pending-code',
    follow_hash: null,
    tries: 0,
    created_at: clock(),
    opened_at: null,
    decided_at: null,
  } as const;
  return await trx.insertInto('reports').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Opens the report of an account. @throws AppError as `openReport` does */
async function openMemberReport(
  context: Context,
  trx: WriteDb,
  {
    reporterId,
    ...report
  }: Omit<NewReportRow, 'id' | 'reporter_id' | 'reporter_key'> & { reporterId: string },
): Promise<ReceivedReport> {
  const by = { id: newId(), reporter_id: reporterId, reporter_key: reporterId };
  return await openReport(context, trx, await insertReport(context, trx, { ...report, ...by }));
}

/**
 * Opens the report of a member at once. The quota was spent before.
 * @throws AppError 403 for an unverified or restricted account, 404 for a subject that visitors do not see, 409 for an
 * own subject, or for a second report of the same kind
 */
export async function reportAsMember(
  context: Context,
  { userId, isVerified, client }: Caller,
  { about, reason, message, link }: NewReport,
): Promise<ReceivedReport> {
  if (!isVerified) throw new AppError(403, reportMessages.verifyFirst);
  const { clock, db } = context;
  const email = (await findAccount(db.read, userId))?.email ?? null;
  const { address } = client;
  await refuseRestricted(db.read, { action: 'report', email, address, accountId: userId, now: clock() });
  const subject = await findReportSubject(unrecordedReader(db), about);
  if (!subject) throw new AppError(404, reportMessages.missing);
  const report = { subject, reason, message, link, reporterId: userId };
  return await db.write((trx) => openMemberReport(context, trx, report));
}

const letterReason = 'other';

interface ReportedLetter {
  conversationId: string;
  /** The account of the sender, and of the developer who reports it. */
  senderId: string;
  reporterId: string;
}

/**
 * Reports the account that sent a letter, because its texts are not kept, in the transaction that ends the conversation.
 * @returns whether the developer has an open report about it now; false where nobody sees the account any more
 */
export async function reportLetter(
  context: Context,
  trx: WriteDb,
  { conversationId, reporterId, senderId }: ReportedLetter,
): Promise<boolean> {
  const subject = await findReportSubject(transactionReader(context.db, trx), `profile:${senderId}`);
  if (!subject || senderId === reporterId) return false;
  const same = {
    reporter_key: reporterId,
    subject_kind: subject.kind,
    subject_id: subject.id,
    reason: letterReason,
  } as const;
  if (await findSameReport(trx, same)) return true;
  const message = `A letter of this account was reported (conversation ${conversationId}). Its texts are not kept here: the developer has them as mails.`;
  const report = { subject, reason: letterReason, message, link: '', reporterId } as const;
  await openMemberReport(context, trx, report);
  return true;
}

/** Tries of one code. */
const codeTries = 5;

/**
 * Stores a report of somebody without an account, and mails a code. It becomes a report when the code is entered. The
 * answer is the same whether the address is known or not.
 * @throws AppError 404 for a subject that visitors do not see, 403 for somebody who may not report, 429
 */
export async function reportAsGuest(
  context: Context,
  { about, email, ...form }: GuestReport,
  client: Client,
) {
  const { clock, db, limiter, secret, siteUrl } = context;
  await limiter.spend(quotas.reports, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'report', email, address, accountId: null, now: clock() });
  const subject = await findReportSubject(unrecordedReader(db), about);
  if (!subject) throw new AppError(404, reportMessages.missing);
  // By mailbox, because one mailbox has many addresses.
  const mailbox = mailboxOf(emailKey(email));
  const isMailed = await mayMailCode(limiter, {
    use: 'report',
    mailbox,
    client,
    tooMany: reportMessages.mailsOfDay,
  });
  const [id, code, now] = [newId(), newCode(), clock()];
  const by = {
    id,
    email,
    code_hash: hashCode(code, `report:${id}`, secret),
    reporter_id: null,
    reporter_key: createHmac('sha256', secret).update(`report-email:${mailbox}`).digest('hex').slice(0, 32),
  };
  await db.write(async (trx) => {
    await insertReport(context, trx, { ...form, ...by, subject });
    if (isMailed) await enqueueMail(trx, createReportMails(siteUrl).code(email, code), now);
  });
  return { request: sealLink(secret, 'report-code', id), expiresInSeconds: reportCodeMinutes * 60 };
}

/**
 * Begins the case of a guest's report with the mailed code.
 * @throws AppError 400 for a wrong code, 403 for an account that may not report, 404 when the subject is gone, 409 for
 * a second report of the same kind, 429
 */
export async function confirmReport(
  context: Context,
  { request, code }: { request: string; code: string },
  client: Client,
): Promise<ReceivedReport> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.reportCodes, { account: null, client });
  const id = openLink(secret, 'report-code', request);
  if (id === null) throw new AppError(400, reportMessages.noRequest);
  // A wrong try has to commit, or it would not count: so it is a result and not an error.
  const received = await db.write(async (trx) => {
    // Counted in one statement, which locks the row, so that of guesses that come together each one is counted.
    const report = await trx
      .updateTable('reports')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'pending-code')
      .where('tries', '<', codeTries)
      .where('created_at', '>', clock() - reportCodeMinutes * 60_000)
      .returningAll()
      .executeTakeFirst();
    if (!report || report.code_hash !== hashCode(code, `report:${id}`, secret)) return null;
    // The reader of this mailbox owns the account of this address, so the report counts as one of the account.
    const account = await findAccountByEmail(trx, report.email);
    for (const known of await findAccountsOfMailbox(trx, report.email))
      await refuseAccount(trx, known, { client, now: clock() });
    const ofAccount = account && { reporter_id: account.id, reporter_key: account.id };
    return await openReport(context, trx, { ...report, ...ofAccount });
  });
  if (!received) throw new AppError(400, reportMessages.wrongCode, { code: reportMessages.wrongCode });
  return received;
}

/**
 * A guest needs no account, but must not evade what an account of the same mailbox may not do. A suspension is answered
 * as a restriction is. Appeals and answers to staff do not come here.
 */
async function refuseAccount(
  trx: WriteDb,
  { banned_at, email, id }: Pick<UserTable, 'banned_at' | 'email' | 'id'>,
  { client, now }: { client: Client; now: number },
): Promise<void> {
  if (banned_at !== null) throw new AppealableError(403, ruleMessages.restricted.report);
  const { address } = client;
  await refuseRestricted(trx, { action: 'report', email, address, accountId: id, now });
}

export interface ReceivedReport {
  number: string;
  /** Of the follow-up page. */
  key: string;
}

/** How long an owner's answer counts: another report of the same kind goes to staff at once. */
const answerCountsMs = 60 * dayMs;

/**
 * Opens a stored report: its case, its follow-up page and the mails.
 * @throws AppError 404 when the subject is not shown any more, 409 for an own subject, or when the reporter has an open
 * report of this kind. The transaction is rolled back then
 */
async function openReport(context: Context, trx: WriteDb, report: Row<'reports'>): Promise<ReceivedReport> {
  const { clock, db, openCase, secret, siteUrl } = context;
  const now = clock();
  const about = `${report.subject_kind}:${report.subject_id}`;
  const subject = await findReportSubject(transactionReader(db, trx), about);
  if (!subject) throw new AppError(404, reportMessages.missing);
  if (subject.ownerId === report.reporter_id) throw new AppError(409, reportMessages.ownSubject);
  // Looked up before this report's case could be the answered one.
  const answered = await findAnsweredCase(trx, report, now - answerCountsMs);
  const opened = await openCase(trx, {
    kind: 'report',
    subject: { kind: subject.kind, id: subject.id },
    ownerId: subject.ownerId,
    reason: report.reason,
    note: '',
    now,
  });
  // The case is locked now, so that of two equal reports the second one sees the first.
  const same = await findSameReport(trx, report);
  if (same) throw new AppError(409, reportMessages.twice(same.number));
  const key = followKey(secret, report.id);
  const { reporter_id, reporter_key } = report;
  const row = await changeReport(trx, report.id, {
    state: 'open',
    code_hash: null,
    case_id: opened.id,
    reporter_id,
    reporter_key,
    follow_hash: hashFollowKey(key),
    opened_at: now,
    ...(reporter_id !== null && { name: '', email: '' }),
  });
  if (ownerFirstReasons.includes(report.reason) && !opened.isJoined)
    await askOwner(context, trx, { row, subject, caseId: opened.id, isAnswered: answered !== undefined });
  const reporter = await reporterOf(trx, row);
  const path = urls.followReport(row.number, key);
  if (reporter) await enqueueMail(trx, createReportMails(siteUrl).received(reporter, row.number, path), now);
  return { number: row.number, key };
}

interface Asked {
  row: Row<'reports'>;
  subject: FoundSubject;
  caseId: string;
  /** Whether the owner has answered such a report not long ago. */
  isAnswered: boolean;
}

/** Mails the text to the owner, never the reporter. Without an owner who reads mails the case goes to staff at once. */
async function askOwner(
  { clock, secret, siteUrl }: Context,
  trx: WriteDb,
  { row, subject, caseId, isAnswered }: Asked,
): Promise<void> {
  const now = clock();
  const owner = await findAccount(trx, subject.ownerId);
  const reads = owner?.is_verified === 1 && owner.password_hash !== null && owner.banned_at === null;
  if (isAnswered || !owner || !reads) {
    const text = isAnswered ? 'The owner has answered such a report before.' : 'The owner reads no mail.';
    await returnToStaff(trx, { id: caseId, reason: row.reason }, { text, now });
    return;
  }
  const mail = createReportMails(siteUrl).askOwner(owner, {
    name: subject.phrase,
    reason: policies[policyOfReason[row.reason]].title.toLowerCase(),
    message: row.message,
    path: questionPath(secret, caseId, owner.id),
    days: ownerAnswerDays,
  });
  await enqueueMail(trx, mail, now);
}

export async function changeReport(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<Row<'reports'>, 'id' | 'number'>>,
): Promise<Row<'reports'>> {
  noteChanged(dataKey.moderation);
  return await trx
    .updateTable('reports')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Longer than the time to appeal against a decision, and to decide the appeal. */
const guestMs = 400 * dayMs;

/** Reports in one transaction. */
const batch = 100;

/** Removes reports whose code was not entered in time, and erases the guests of reports that were decided long ago. */
export async function sweepReports({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<void> {
  const now = clock();
  const begun = { table: 'reports', key: 'id', column: 'created_at' } as const;
  await removeUntil(db, begun, now - reportCodeMinutes * 60_000, sql`state = 'pending-code'`);
  while ((await db.write((trx) => forgetGuests(trx, now - guestMs, batch))) === batch);
}

/**
 * Erases what guests wrote, also in an appeal, and who they are, of up to `limit` reports that were decided before. The
 * rows stay, because they are counted.
 * @returns how many
 */
async function forgetGuests(trx: WriteDb, before: number, limit: number): Promise<number> {
  const some = trx
    .selectFrom('reports')
    .select('id')
    .where('state', '=', 'decided')
    .where('decided_at', '<=', before)
    .where('email', '!=', '')
    .limit(limit);
  const erased = await trx
    .updateTable('reports')
    .set({
      name: '',
      email: '',
      message: '',
      link: '',
      follow_hash: null,
    })
    .where('id', 'in', some)
    .returning('id')
    .execute();
  const ids = erased.map(({ id }) => id);
  if (ids.length > 0)
    await trx.updateTable('appeals').set({ text: '', answer: '' }).where('party_key', 'in', ids).execute();
  return ids.length;
}

/**
 * What a reporter is told: the own report and its outcome, nothing of other reports of the same case.
 * @throws AppError 404 for a wrong key as for a number that does not exist
 */
export async function followReport({ db }: Context, number: string, key: string) {
  const report = await db.read
    .selectFrom('reports')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!report || report.state === 'pending-code' || report.follow_hash !== hashFollowKey(key))
    throw new AppError(404, reportMessages.noFollowUp);
  const { case_id: caseId, subject_kind: kind, subject_id: id } = report;
  const [subject, ofCase, decision] = await Promise.all([
    findReportSubject(unrecordedReader(db), `${kind}:${id}`),
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
