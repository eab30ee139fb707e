// Questions to owners, by staff or by a report that the owner may settle, and their answers by the mailed link, without
// a login.
import { urls } from '../../shared/addresses/urls.ts';
import { ownerFirstReasons, policyOfReason } from '../../shared/schemas/policies.ts';
import type { OwnerAnswer } from '../../shared/schemas/reports.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import type { Context } from '../context.ts';
import { type ReadDb, readingIn, type WriteDb } from '../platform/db/database.ts';
import type { CaseTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import type { Client } from '../platform/security/client.ts';
import { tellParties } from './appeals.ts';
import { changeCase, findCase, insertCaseEvent, lockCase, returnToStaff } from './cases.ts';
import { findAskedReasons, insertDecision } from './decisions.ts';
import { idOfLink, openLink, questionPath } from './links.ts';
import { findReportsOfCase, findReportSubject } from './reports.ts';
import { findSubject, stateOfSubject } from './subjects.ts';

export interface Question {
  appId: string;
  /** What staff wrote; '' for a report, whose page has its text. */
  text: string;
  /** When the case returns to staff. */
  until: number;
  /** The page to answer on, from the root of the site. */
  path: string;
}

/**
 * The case that a mailed link asks about. Threat: staff give a listing to who has proved it, and whoever had it before
 * settles the reports about it.
 * @returns undefined for a link that is not valid, and where its account is not the owner any more
 */
async function findAskedCase(db: ReadDb, secret: Uint8Array, token: string): Promise<CaseTable | undefined> {
  const id = idOfLink(token);
  const asked = id === null ? undefined : await findCase(db, id);
  if (!asked || asked.owner_id === null) return undefined;
  const { owner_id, subject_id, subject_kind } = asked;
  if (openLink(secret, 'owner-answer', token, owner_id) !== id) return undefined;
  const subject = await findSubject(db, { kind: subject_kind, id: subject_id });
  return subject && subject.ownerId !== owner_id ? undefined : asked;
}

/** Questions to an owner that wait for an answer, about these apps and their parts. */
export async function listQuestions(
  { db: { read }, secret }: Pick<Context, 'db' | 'secret'>,
  ownerId: string,
  appIds: readonly string[],
): Promise<Question[]> {
  if (appIds.length === 0) return [];
  const cases = await read
    .selectFrom('cases')
    .select(['id', 'app_id', 'waits_until'])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'waiting')
    .where('app_id', 'in', appIds)
    .where('waits_until', 'is not', null)
    .orderBy('id')
    .$narrowType<{ app_id: string; waits_until: number }>()
    .execute();
  const ids = cases.map(({ id }) => id);
  const reasons = await findAskedReasons(read, ownerId, ids);
  return cases.map(({ id, app_id, waits_until }) => ({
    appId: app_id,
    text: reasons.get(id) ?? '',
    until: waits_until,
    path: questionPath(secret, id, ownerId),
  }));
}

/** Texts that an owner sees at once. */
const maxTexts = 20;

const unknown = () => new AppError(404, reportMessages.noAnswer);

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
export async function viewQuestion({ db, secret }: Pick<Context, 'db' | 'secret'>, token: string) {
  const asked = await findAskedCase(db.read, secret, token);
  if (!asked) throw unknown();
  const subject = await findReportSubject(unrecordedReader(db), `${asked.subject_kind}:${asked.subject_id}`);
  const isWaiting = asked.state === 'waiting';
  const reports = isWaiting ? await findReportsOfCase(db.read, asked.id, maxTexts) : [];
  const reasons =
    isWaiting && asked.owner_id !== null
      ? await findAskedReasons(db.read, asked.owner_id, [asked.id])
      : new Map<string, string>();
  return {
    name: subject?.name ?? '',
    path: subject?.path ?? urls.home(),
    phrase: subject?.phrase ?? '',
    staffText: reasons.get(asked.id) ?? '',
    isWaiting,
    texts: reports
      .filter(({ reason, state }) => state === 'open' && ownerFirstReasons.includes(reason))
      .map(({ reason, message, link }) => ({ reason, message, link })),
  };
}

const answerTexts: Record<OwnerAnswer, string> = {
  mended: 'The owner says that it is corrected.',
  right: 'The owner says that it is right.',
};

/**
 * 'mended' closes the case, and the reporters are told; they can report again, which staff see at once. 'right', and
 * any answer to a question of staff, returns it to staff.
 * @throws AppError 404 for a link that is not valid, 409 when the case does not wait for the owner any more, 429
 */
export async function answerReport(
  context: Context,
  token: string,
  answer: OwnerAnswer,
  client: Client,
): Promise<void> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.appeals, { account: null, client });
  await db.write(async (trx) => {
    const found = await findAskedCase(readingIn(trx), secret, token);
    const asked = found && (await lockCase(trx, db.engine, found.number));
    // The listing may have got another owner before the case was locked.
    if (!asked || asked.owner_id !== found.owner_id) throw unknown();
    if (asked.state !== 'waiting') throw new AppError(409, reportMessages.answered);
    const isFinal = answer === 'mended' && !(await wasAskedByStaff(trx, asked.id));
    if (isFinal) await closeAsMended(context, trx, asked);
    else await returnToStaff(trx, asked, { text: answerTexts[answer], now: clock() });
  });
}

/** Whether staff have put a question to the owner, so that they want to see the answer. */
async function wasAskedByStaff(db: ReadDb | WriteDb, caseId: string): Promise<boolean> {
  const event = await db
    .selectFrom('case_events')
    .select('id')
    .where('case_id', '=', caseId)
    .where('event', '=', 'asked-owner')
    .executeTakeFirst();
  return event !== undefined;
}

/** Decides the case by rule: the owner has corrected it. */
async function closeAsMended(context: Context, trx: WriteDb, asked: CaseTable): Promise<void> {
  const now = context.clock();
  const { id, number, owner_id, reason, subject_id, subject_kind, subject_name } = asked;
  const state = stateOfSubject(await findSubject(readingIn(trx), { kind: subject_kind, id: subject_id }));
  const text = 'The owner has corrected it.';
  const decision = await insertDecision(trx, {
    id,
    number,
    case_id: id,
    at: now,
    source: 'rule',
    action: 'none',
    policy: policyOfReason[reason],
    public_reason: text,
    owner_reason: text,
    subject_kind,
    subject_id,
    subject_name,
    owner_id,
    state_before: state,
    state_after: state,
  });
  await changeCase(trx, id, { state: 'decided', waits_until: null, decided_at: now });
  await insertCaseEvent(trx, { caseId: id, at: now, event: 'decided', text });
  await tellParties(context, trx, asked, decision);
}
