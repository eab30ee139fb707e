// What a report, a case or a decision is about: a listing, a part of one, or a profile, public or not. And cases: how
// one is opened, who may work on it, and what may happen to it. Threats: two people who decide the same case at once,
// and staff who decide about themselves.
import { randomInt } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { ListingState } from '../../shared/schemas/apps.ts';
import {
  type CaseEventName,
  caseLimits,
  type DeskPersonJson,
  numberLetters,
  type SubjectKind,
} from '../../shared/schemas/cases.ts';
import {
  ownerFirstReasons,
  type ReportReason,
  reportReasons,
  urgentReasons,
} from '../../shared/schemas/policies.ts';
import { toLocalInput } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { findStaff } from '../accounts/desk.ts';
import { findAccount, findAccountByEmail, findUserIdOfHandle, findUserNames } from '../accounts/users.ts';
import { findListingRowBy } from '../apps/visibility.ts';
import { findScreenshot, findVersionRow, type FoundScreenshot } from '../apps/releases.ts';
import type { Context, NewCase, OpenCase, OpenedCase } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type {
  AppTable,
  CaseTable,
  DecisionTable,
  UserTable,
  Schema,
  VersionTable,
} from '../platform/db/schema.ts';
import { hasRow } from '../platform/db/statements.ts';
import { AppError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Staff } from '../platform/security/client.ts';
import { hasClaimed } from '../proofs/index.ts';

export interface Subject {
  kind: SubjectKind;
  id: string;
  /** The listing, or the listing of the release or screenshot. */
  app: AppTable | null;
  user: UserTable | null;
  release?: VersionTable | undefined;
  screenshot?: FoundScreenshot | null;
  ownerId: string;
  /** Name of the listing; '' for a profile, whose name is personal. */
  name: string;
}

/** States of a subject: of its listing, of its account, or `gone`. */
export type SubjectState = ListingState | 'open' | 'suspended' | 'gone';

export async function findSubject(
  db: ReadDb,
  { subject_kind: kind, subject_id: id }: Pick<CaseTable, 'subject_kind' | 'subject_id'>,
): Promise<Subject | null> {
  if (kind === 'profile') {
    const user = await findAccount(db, id);
    return user ? subjectOfAccount(user) : null;
  }
  const release = kind === 'release' ? await findVersionRow(db, id) : undefined;
  const screenshot = kind === 'screenshot' ? await findScreenshot(db, id) : null;
  const appId = kind === 'app' ? id : (release?.app_id ?? screenshot?.appId);
  const app = appId === undefined ? undefined : await findListingRowBy(db, 'id', appId);
  return app ? { ...subjectOfListing(app), kind, id, release, screenshot } : null;
}

export function subjectOfListing(app: AppTable): Subject {
  return { kind: 'app', id: app.id, app, user: null, ownerId: app.owner_id, name: app.name };
}

export function subjectOfAccount(user: UserTable): Subject {
  return { kind: 'profile', id: user.id, app: null, user, ownerId: user.id, name: '' };
}

/** State of the listing; `open` or `suspended` of an account; `gone` where there is neither. */
export function stateOfSubject(subject: Subject | null): SubjectState {
  if (subject?.app) return subject.app.state;
  if (!subject?.user) return 'gone';
  return subject.user.banned_at === null ? 'open' : 'suspended';
}

/** Notes that everything that shows an account or its pictures has changed. */
export const noteProfile = (userId: string): void =>
  noteChanged(dataKey.pictures, dataKey.users, dataKey.apps, dataKey.user(userId));

/** By id, email, or current or old handle, with or without a leading '@'. */
export async function findAccountRow(db: ReadDb, text: string): Promise<UserTable | undefined> {
  if (isId(text)) return await findAccount(db, text);
  if (text.lastIndexOf('@') > 0) return await findAccountByEmail(db, text);
  const id = await findUserIdOfHandle(db, text.replace(/^@/, '').toLowerCase());
  return id === undefined ? undefined : await findAccount(db, id);
}

/** Whether the address is verified and belongs to a person: an account without a password owns sample listings. */
export const canBeMailed = (account: UserTable): boolean =>
  account.is_verified === 1 && account.password_hash !== null;

/**
 * @param columns of the rows, with ids of accounts
 * @returns a function from such an id to the person; null for null, and a person without a name where it is gone
 */
export async function findPeople<Column extends string>(
  db: ReadDb,
  rows: readonly Record<Column, string | null>[],
  ...columns: Column[]
): Promise<(id: string | null) => DeskPersonJson | null> {
  const ids = rows.flatMap((row) => columns.flatMap((column) => row[column] ?? []));
  const names = await findUserNames(db, [...new Set(ids)]);
  return (id) => (id === null ? null : { id, name: names.get(id) ?? '' });
}

/**
 * A number such as '20261121-K7Q2': the day in Lagos and four random letters, so that it neither tells how many cases
 * there are nor names the next one. Nothing else has it, but a decision gets the number of its case.
 */
export async function freeNumber(trx: WriteDb, now: number): Promise<string> {
  const day = toLocalInput(now).slice(0, 10).replaceAll('-', '');
  const letters = Array.from({ length: 4 }, () => numberLetters[randomInt(numberLetters.length)]);
  const number = `${day}-${letters.join('')}`;
  for (const table of ['bulk_actions', 'cases', 'decisions', 'reports'] as const)
    if (await hasRow(trx.selectFrom(table).select('id').where('number', '=', number)))
      return await freeNumber(trx, now);
  return number;
}

const hour = 3_600_000;

const isUrgent = (reason: ReportReason): boolean => urgentReasons.includes(reason);

/** Milliseconds from the moment a case is open until it is due. */
export function dueMs(reason: ReportReason): number {
  return caseLimits.dueHours[isUrgent(reason) ? 'urgent' : 'other'] * hour;
}

/** The owner's time to answer a report of this reason before staff see it; 0 for most. */
function ownerFirstMs(reason: ReportReason): number {
  return ownerFirstReasons.includes(reason) ? caseLimits.ownerDays.facts * dayMs : 0;
}

/** From the most severe one. */
const severity: readonly ReportReason[] = [...urgentReasons, ...reportReasons];

const moreSevere = (one: ReportReason, other: ReportReason): ReportReason =>
  severity.indexOf(other) < severity.indexOf(one) ? other : one;

export async function findCase(db: ReadDb, id: string): Promise<CaseTable | undefined> {
  return await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes a locked case, whose version grows. */
export async function changeCase(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<CaseTable, 'id' | 'version'>>,
): Promise<void> {
  noteChanged(dataKey.moderation);
  const change = trx.updateTable('cases').set((eb) => ({ ...columns, version: eb('version', '+', 1) }));
  await change.where('id', '=', id).execute();
}

/** @param event `actor_id` is left out where no member of staff did it */
export async function insertCaseEvent(trx: WriteDb, event: Omit<Insertable<Schema['case_events']>, 'id'>) {
  await trx
    .insertInto('case_events')
    .values({ id: newId(), ...event })
    .execute();
}

export async function returnToStaff(
  trx: WriteDb,
  { id, reason }: Pick<CaseTable, 'id' | 'reason'>,
  { text, now }: { text: string; now: number },
): Promise<void> {
  await changeCase(trx, id, { state: 'open', waits_until: null, due_at: now + dueMs(reason) });
  await insertCaseEvent(trx, { case_id: id, at: now, event: 'returned', text });
}

/** Returns cases to staff whose owner has not answered in time. */
export async function returnCases({ clock, db }: Context): Promise<void> {
  await db.write(async (trx) => {
    const now = clock();
    const waiting = trx.selectFrom('cases').select(['id', 'reason']).where('state', '=', 'waiting');
    const due = waiting.where('waits_until', '<=', now).orderBy('id').forUpdate();
    for (const row of await due.execute())
      await returnToStaff(trx, row, { text: 'The owner has not answered in time.', now });
  });
}

/**
 * Opens a case, or joins the open one of the same subject. A unique index decides between two that come at once: the
 * second waits for the first and joins its case.
 */
export const openCase: OpenCase = async (trx, opened) => {
  const { now, ...about } = opened;
  for (;;) {
    const present = await lockOpenCase(trx, opened);
    if (present) return await join(trx, present, opened);
    noteChanged(dataKey.moderation);
    const subject = await findSubject(trx, opened);
    const waitsMs = opened.kind === 'report' ? ownerFirstMs(opened.reason) : 0;
    const row = await trx
      .insertInto('cases')
      .values({
        ...about,
        id: newId(),
        number: await freeNumber(trx, now),
        state: waitsMs > 0 ? 'waiting' : 'open',
        subject_name: subject?.name ?? '',
        app_id: subject?.app?.id ?? null,
        reports: Number(opened.kind === 'report'),
        version: 1,
        opened_at: now,
        due_at: now + waitsMs + dueMs(opened.reason),
        waits_until: waitsMs > 0 ? now + waitsMs : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'number'])
      .executeTakeFirst();
    if (!row) continue;
    await insertCaseEvent(trx, { case_id: row.id, at: now, event: 'opened', text: opened.note });
    return { ...row, isJoined: false };
  }
};

/** The open or waiting case of a subject, or of an appealed decision, locked until the transaction ends. */
async function lockOpenCase(trx: WriteDb, { decision_id, subject_id, subject_kind }: NewCase) {
  const query = trx.selectFrom('cases').selectAll().where('state', 'in', ['open', 'waiting']).forUpdate();
  const ofSubject = query.where('kind', '!=', 'appeal').where(({ and }) => and({ subject_kind, subject_id }));
  const ofAppeal = query.where('kind', '=', 'appeal').where('decision_id', '=', decision_id ?? '');
  return await (decision_id === undefined ? ofSubject : ofAppeal).executeTakeFirst();
}

/** A case that waits for its owner returns to staff with a report that cannot wait. */
async function join(trx: WriteDb, present: CaseTable, opened: NewCase): Promise<OpenedCase> {
  const { kind, reason, now, note } = opened;
  // A report of wrong facts must not keep staff from seeing one of spam.
  const isHidden = ownerFirstMs(present.reason) > 0 && ownerFirstMs(reason) === 0;
  const returns = present.state === 'waiting' && (isUrgent(reason) || isHidden || kind === 'hold');
  const due = now + (kind === 'report' ? ownerFirstMs(reason) : 0) + dueMs(reason);
  await changeCase(trx, present.id, {
    kind: kind === 'hold' ? kind : present.kind,
    reason: moreSevere(present.reason, reason),
    reports: present.reports + (kind === 'report' ? 1 : 0),
    due_at: Math.min(present.due_at, due),
    ...(present.note === '' && note !== '' && { note }),
    ...(returns && { state: 'open', waits_until: null }),
  });
  await insertCaseEvent(trx, { case_id: present.id, at: now, event: 'joined', text: note });
  return { id: present.id, number: present.number, isJoined: true };
}

export const deskSentences = {
  noCase: 'There is no case with this number.',
  changed: 'This case has changed since you opened it. Look at it again.',
  claimedByOther: 'Somebody else has taken this case. Ask them to reassign it.',
  ownCase: 'This case is about you, or you reported it. Somebody else has to decide it.',
  ownClaim: 'You claim the listing yourself, or got it by a claim. Somebody else has to decide it.',
  ownDecision: 'This is an appeal against your own decision. Somebody else has to decide it.',
} as const;

/**
 * Locks a case until the transaction ends.
 * @param version the version that the caller has seen; undefined allows any
 */
export async function requireCase(trx: WriteDb, number: string, version?: number): Promise<CaseTable> {
  const found = trx.selectFrom('cases').selectAll().where('number', '=', number).forUpdate();
  const row = await found.executeTakeFirst();
  if (!row) throw new AppError(404, deskSentences.noCase);
  if (version !== undefined && row.version !== version) throw new AppError(409, deskSentences.changed);
  return row;
}

/** @throws AppError 409 for an event that its state does not allow */
export function requireState({ state }: CaseTable, event: CaseEventName): void {
  if (state === 'waiting' && event === 'asked-owner')
    throw new AppError(409, 'This case waits for its owner already.');
  if (state === 'decided' && event !== 'noted' && event !== 'messaged')
    throw new AppError(409, 'This case is decided already.');
}

/** What the person has to do with the case, or with the one whose decision is appealed against; null for nothing. */
async function involvementOf(
  db: ReadDb,
  { app_id: appId, id, owner_id }: CaseTable,
  appealed: DecisionTable | undefined,
  userId: string,
): Promise<string | null> {
  const caseIds = [id, appealed?.case_id ?? id];
  const reports = db.selectFrom('reports').select('id').where('case_id', 'in', caseIds);
  if (owner_id === userId || (await hasRow(reports.where('reporter_id', '=', userId))))
    return deskSentences.ownCase;
  return appId !== null && (await hasClaimed(db, { appId, userId })) ? deskSentences.ownClaim : null;
}

/** Why the person may not work on the case; null where nothing is against it. */
export async function conflictOf(db: ReadDb, row: CaseTable, userId: string): Promise<string | null> {
  const decisions = db.selectFrom('decisions').selectAll();
  const appealed = await decisions.where('id', '=', row.decision_id ?? '').executeTakeFirst();
  const involvement = await involvementOf(db, row, appealed, userId);
  if (involvement !== null || appealed?.actor_id !== userId) return involvement;
  // With nobody else the appeal would never be decided.
  for (const { id } of await findStaff(db))
    if (id !== userId && (await involvementOf(db, row, appealed, id)) === null)
      return deskSentences.ownDecision;
  return null;
}

/** @throws AppError 403 for a conflict of interest, 409 for a case that somebody else has claimed */
export async function requireMayWork(trx: WriteDb, row: CaseTable, { userId }: Staff): Promise<void> {
  const conflict = await conflictOf(trx, row, userId);
  if (conflict !== null) throw new AppError(403, conflict);
  if (row.assigned_to !== null && row.assigned_to !== userId)
    throw new AppError(409, deskSentences.claimedByOther);
}
