// Questions to owners, by staff or by a report that the owner may settle, and their answers by the mailed link, without
// a login.
import { urls } from '../../shared/addresses/urls.ts';
import { ownerFirstReasons, policyOfReason } from '../../shared/schemas/policies.ts';
import type { OwnerAnswer } from '../../shared/schemas/reports.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { CaseTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import type { Client } from '../platform/security/client.ts';
import { idOfLink, openLink } from '../platform/security/mailed-links.ts';
import { closeCase } from './appeals.ts';
import { findCase, findSubject, requireCase, returnToStaff, stateOfSubject } from './cases.ts';
import { insertDecision } from './decisions.ts';
import { findReportsOfCase, findReportSubject, questionPath } from './reports.ts';

export interface Question {
  appId: string;
  /** What staff wrote; '' for a report, whose page has its text. */
  text: string;
  until: number;
  /** The page to answer on, from the root of the site. */
  path: string;
}

/**
 * The case that a mailed link asks about. Threat: staff give a listing to who has proved it, and whoever had it before
 * settles the reports about it.
 */
async function requireAskedCase(db: ReadDb, secret: Uint8Array, token: string) {
  const id = idOfLink(token);
  const asked = id === null ? undefined : await findCase(db, id);
  const owner_id = asked?.owner_id ?? null;
  if (!asked || owner_id === null || openLink(secret, 'owner-answer', token, owner_id) !== id)
    throw unknown();
  const subject = await findSubject(db, asked);
  if (subject && subject.ownerId !== owner_id) throw unknown();
  return { ...asked, owner_id };
}

const unknown = () => new AppError(404, reportMessages.noAnswer);

/** The newest question of staff to this owner in a case; '' for none. */
async function questionOf(db: ReadDb, caseId: string, ownerId: string): Promise<string> {
  const asked = { owner_id: ownerId, case_id: caseId, action: 'ask-owner' } as const;
  const questions = db
    .selectFrom('decisions')
    .select('owner_reason')
    .where(({ and }) => and(asked));
  return (await questions.orderBy('at', 'desc').executeTakeFirst())?.owner_reason ?? '';
}

/** Questions to an owner that wait for an answer, about these apps and their parts. */
export async function listQuestions({ read, secret }: Context, ownerId: string, appIds: readonly string[]) {
  if (appIds.length === 0) return [];
  const cases = await read
    .selectFrom('cases')
    .select(['id', 'app_id', 'waits_until'])
    .where(({ and }) => and({ owner_id: ownerId, state: 'waiting' }))
    .where('app_id', 'in', appIds)
    .where('waits_until', 'is not', null)
    .orderBy('id')
    .$narrowType<{ app_id: string; waits_until: number }>()
    .execute();
  const questions = cases.map(async ({ id, app_id, waits_until }) => ({
    appId: app_id,
    text: await questionOf(read, id, ownerId),
    until: waits_until,
    path: questionPath(secret, id, ownerId),
  }));
  return await Promise.all(questions);
}

/** Texts that an owner sees at once. */
const maxTexts = 20;

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
export async function viewQuestion(context: Context, token: string) {
  const { db, secret } = context;
  const { id, owner_id, state, subject_id, subject_kind } = await requireAskedCase(db.read, secret, token);
  const subject = await findReportSubject(context, `${subject_kind}:${subject_id}`);
  const isWaiting = state === 'waiting';
  const reports = isWaiting ? await findReportsOfCase(db.read, id, maxTexts) : [];
  return {
    name: subject?.name ?? '',
    path: subject?.path ?? urls.home(),
    phrase: subject?.phrase ?? '',
    staffText: isWaiting ? await questionOf(db.read, id, owner_id) : '',
    isWaiting,
    texts: reports
      .filter((report) => report.state === 'open' && ownerFirstReasons.includes(report.reason))
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
 */
export async function answerReport(context: Context, token: string, answer: OwnerAnswer, client: Client) {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.mailedLinks, { account: null, client });
  await db.write(async (trx) => {
    const { number, owner_id } = await requireAskedCase(trx, secret, token);
    const asked = await requireCase(trx, number);
    // The listing may have got another owner before the case was locked.
    if (asked.owner_id !== owner_id) throw unknown();
    if (asked.state !== 'waiting') throw new AppError(409, 'This has already been answered or decided.');
    // Staff who have put a question to the owner want to see the answer.
    const isByStaff = (await questionOf(trx, asked.id, owner_id)) !== '';
    if (answer === 'mended' && !isByStaff) await closeAsMended(context, trx, asked);
    else await returnToStaff(trx, asked, { text: answerTexts[answer], now: clock() });
  });
}

/** Decides the case by rule: the owner has corrected it. */
async function closeAsMended(context: Context, trx: WriteDb, asked: CaseTable): Promise<void> {
  const { id, number, owner_id, reason, subject_id, subject_kind, subject_name } = asked;
  const state = stateOfSubject(await findSubject(trx, asked));
  const text = 'The owner has corrected it.';
  const decision = await insertDecision(trx, {
    ...{ id, number, case_id: id, at: context.clock(), subject_kind, subject_id, subject_name, owner_id },
    source: 'rule',
    action: 'none',
    policy: policyOfReason[reason],
    public_reason: text,
    owner_reason: text,
    state_before: state,
    state_after: state,
  });
  await closeCase(context, trx, asked, decision);
}
