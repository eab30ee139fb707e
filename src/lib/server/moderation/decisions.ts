// Decisions as rows, as staff see them, and as everybody does; and what is left of those about a deleted account.
import { type Insertable, sql } from 'kysely';
import {
  caseNumber,
  type DecisionJson,
  type DeskAction,
  strikeDays,
  type StrikeJson,
} from '../../shared/schemas/cases.ts';
import { policiesVersion } from '../../shared/schemas/policies.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { BulkActionTable, DecisionTable, Schema } from '../platform/db/schema.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { findCase, findPeople } from './cases.ts';
import { lagosDayOf } from '../platform/db/statements.ts';
import type { Reader } from '../platform/reads/reader.ts';

const maxDecisions = 50;

export async function insertDecision(
  trx: WriteDb,
  decision: Omit<Insertable<Schema['decisions']>, 'policies_version'>,
): Promise<DecisionTable> {
  noteChanged(dataKey.moderation);
  const row = { policies_version: policiesVersion, ...decision };
  return await trx.insertInto('decisions').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findDecision(db: ReadDb, by: 'id' | 'number', value: string) {
  return await db.selectFrom('decisions').selectAll().where(by, '=', value).executeTakeFirst();
}

/** The decision that closed a case: its last one that is not a question to the owner. */
export async function decisionOfCase(db: ReadDb, caseId: string): Promise<DecisionTable | undefined> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('action', '!=', 'ask-owner')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** The newest decisions about an account, its listings or a subject, as staff see them; or the one with an id. */
export async function describeDecisions(
  db: ReadDb,
  about: { id: string } | { ownerId: string | null; subjectId: string },
): Promise<DecisionJson[]> {
  const rows = await db
    .selectFrom('decisions')
    .leftJoin('cases', 'cases.id', 'decisions.case_id')
    .leftJoin('bulk_actions', 'bulk_actions.id', 'decisions.bulk_id')
    .select(['decisions.number', 'at', 'source', 'decisions.action', 'decisions.policy'])
    .select(['decisions.public_reason', 'decisions.owner_reason', 'state_before', 'state_after'])
    .select(['cases.number as case_number', 'bulk_actions.number as bulk_number', 'decisions.actor_id'])
    .select(['decisions.subject_kind', 'decisions.subject_id', 'decisions.subject_name'])
    .where(({ eb, or }) =>
      'id' in about
        ? eb('decisions.id', '=', about.id)
        : or([
            eb('decisions.subject_id', '=', about.subjectId),
            eb('decisions.owner_id', '=', about.ownerId ?? ''),
          ]),
    )
    .orderBy('decisions.at', 'desc')
    .limit(maxDecisions)
    .execute();
  const personOf = await findPeople(db, rows, 'actor_id');
  return rows.map(({ actor_id, subject_id: id, subject_kind: kind, subject_name: name, ...row }) => ({
    ...row,
    at: toIso(row.at),
    by: personOf(actor_id),
    subject: { kind, id: id ?? '', name },
  }));
}

/** The newest decision with this action about a subject that no later one takes back. */
export async function findStandingDecision(db: ReadDb, subjectId: string, action: DeskAction) {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where(({ and }) => and({ subject_id: subjectId, action }))
    .where(
      sql<boolean>`not exists (select 1 from decisions later where later.subject_id = decisions.subject_id
        and later.reverses_id = decisions.id)`,
    )
    .orderBy('at', 'desc')
    .executeTakeFirst();
}

/**
 * Decisions of a bulk action in the order of their ids: those that it began with, or those that take them back, which
 * have another action. A decision of a bulk restoration takes back an earlier one as well, so
 * `reverses_id` does not tell them apart.
 */
export async function findBulkDecisions(
  db: ReadDb,
  { id, action, isUndoing = false }: Pick<BulkActionTable, 'id' | 'action'> & { isUndoing?: boolean },
): Promise<DecisionTable[]> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('bulk_id', '=', id)
    .where('action', isUndoing ? '!=' : '=', action)
    .orderBy('id')
    .execute();
}

const maxStrikes = 50;

/** Actions that count as a strike against the owner. */
export const strikeActions: readonly DeskAction[] = ['limit', 'hold', 'remove', 'suspend'];

/**
 * Strikes of an account, newest first: the decisions against it that were not made to take another one back. One that
 * was taken back does not count, unless a later decision has undone that restoration.
 */
export async function strikesOf(db: ReadDb, userId: string, now: number): Promise<StrikeJson[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(['number', 'policy', 'at'])
    .select(
      sql<boolean>`exists (select 1 from decisions taking where taking.reverses_id = decisions.id
        and (taking.action <> 'restore' or not exists (select 1 from decisions undoing
          where undoing.reverses_id = taking.id and undoing.action <> 'restore')))`.as('is_taken_back'),
    )
    .where('owner_id', '=', userId)
    .where('action', 'in', strikeActions)
    .where('reverses_id', 'is', null)
    // A listing that was removed before it was deleted has its strike already.
    .where(({ eb, or }) => or([eb('action', '!=', 'remove'), eb('state_before', '!=', 'removed')]))
    .orderBy('id', 'desc')
    .limit(maxStrikes)
    .execute();
  return rows.map(({ at, is_taken_back, number, policy }) => ({
    decision_number: number,
    policy,
    created_at: toIso(at),
    expires_at: toIso(at + strikeDays * dayMs),
    counts: !is_taken_back && at + strikeDays * dayMs > now,
  }));
}

// What everybody may read of moderation: decisions without people, and counts by month.

/** A decision without names, texts of people and ids. @returns null when there is no such decision */
export async function showDecision({ read, reads }: Reader, number: string) {
  reads.note(dataKey.moderation);
  const row = caseNumber.test(number) ? await findDecision(read, 'number', number) : undefined;
  if (!row) return null;
  const { action, at, case_id, id, policies_version, policy, source } = row;
  const appeals = read.selectFrom('appeals').select('outcome').where('decision_id', '=', id);
  const outcomes = (await appeals.execute()).map(({ outcome }) => outcome ?? 'open');
  const ofCase = case_id === null ? undefined : await findCase(read, case_id);
  return {
    ...{ number, source, action, policy, policies_version },
    decided_at: toIso(at),
    reason: row.public_reason,
    subject: row.subject_kind,
    cause: ofCase?.kind ?? null,
    appeal: (['reversed', 'open', 'upheld'] as const).find((outcome) => outcomes.includes(outcome)) ?? null,
  };
}

interface Count {
  /** Days since 1970 in Lagos. */
  day: number;
  counted: keyof typeof sources;
  name: string;
  count: number;
}

/** `name` is the column, or expression, under which a row counts. */
const sources = {
  report: {
    rows: sql`reports where opened_at is not null and state <> 'pending-code'`,
    name: 'reason',
    at: 'opened_at',
  },
  case: { rows: sql`cases`, name: 'kind', at: 'opened_at' },
  /** Decided cases by the hours that they took. */
  hours: {
    rows: sql`cases where decided_at is not null and state = 'decided'`,
    name: `cast((decided_at - opened_at) / 3600000 as text)`,
    at: 'decided_at',
  },
  policy: { rows: sql`decisions`, name: 'policy', at: 'at' },
  source: { rows: sql`decisions`, name: 'source', at: 'at' },
  action: { rows: sql`decisions`, name: 'action', at: 'at' },
  appeal: { rows: sql`appeals`, name: `coalesce(outcome, 'open')`, at: 'created_at' },
};

/** The middle of the hours, of which each row has a number; the mean of both middles of an even number. */
function medianOf(rows: readonly Count[]): number | null {
  const values = rows.flatMap(({ count, name }) => Array.from({ length: count }, () => Number(name)));
  values.sort((one, other) => one - other);
  const at = (index: number) => values[Math.floor(index)] ?? 0;
  return values.length === 0 ? null : (at((values.length - 1) / 2) + at(values.length / 2)) / 2;
}

/** What was done in one month of Lagos, such as '2026-11'. Each decision has one policy, one source and one action. */
function monthOf(month: string, rows: readonly Count[]) {
  const of = (counted: Count['counted']) => rows.filter((row) => row.counted === counted);
  const countsOf = (counted: Count['counted']) => {
    const counts: Record<string, number> = {};
    for (const { count, name } of of(counted)) counts[name] = (counts[name] ?? 0) + count;
    return counts;
  };
  const totalOf = (counted: Count['counted']) => of(counted).reduce((sum, { count }) => sum + count, 0);
  return {
    month,
    reports: { total: totalOf('report'), by_reason: countsOf('report') },
    cases: { opened: totalOf('case'), by_kind: countsOf('case') },
    decisions: {
      total: totalOf('policy'),
      by_policy: countsOf('policy'),
      by_source: countsOf('source'),
      by_action: countsOf('action'),
    },
    /** From the opening of a case to its decision; null without a decided case. */
    median_hours: medianOf(of('hours')),
    appeals: { total: totalOf('appeal'), open: 0, upheld: 0, reversed: 0, ...countsOf('appeal') },
  };
}

/**
 * Counts of every month with a report, a case, a decision or an appeal, newest first. Counts only, nothing of people.
 */
export async function readTransparency({ read, reads }: Reader) {
  reads.note(dataKey.moderation);
  const parts = Object.entries(sources).map(
    ([counted, { rows, name, at }]) => sql`select ${lagosDayOf(at)} as day, ${sql.lit(counted)} as counted,
      ${sql.raw(name)} as name, count(*) as count from ${rows} group by 1, 3`,
  );
  const counts = sql<Count>`(${sql.join(parts, sql` union all `)})`.as('counts');
  const rows = await read.selectFrom(counts).selectAll().execute();
  const months = Map.groupBy(rows, ({ day }) => toIso(day * dayMs).slice(0, 7));
  return [...months]
    .map(([month, ofMonth]) => monthOf(month, ofMonth))
    .toSorted((one, other) => (one.month < other.month ? 1 : -1));
}

// What cases keep of a deleted account: its decisions, without the fields that name it and the texts about it.

/** What names it as a person who did something goes with its row. */
export async function eraseAccount(trx: WriteDb, userId: string): Promise<void> {
  const casesOf = trx.selectFrom('cases').select('id').where('owner_id', '=', userId);
  const reportsBy = trx.selectFrom('reports').select('id').where('reporter_id', '=', userId);
  const nothing = { text: '', answer: '' };
  const unsent = { message: '', link: '' };
  const updates = [
    // Appeals of a reporter name the report, so they go while the report still names the account.
    trx.updateTable('appeals').set(nothing).where('party_key', 'in', reportsBy),
    trx
      .updateTable('reports')
      .set((eb) => ({ reporter_id: null, reporter_key: eb.ref('id'), ...unsent }))
      .where('reporter_id', '=', userId),
    trx
      .updateTable('appeals')
      .set((eb) => ({ party_key: eb.ref('id'), ...nothing }))
      .where('party_key', '=', userId),
    trx
      .updateTable('cases')
      .set((eb) => ({ subject_id: eb.ref('id') }))
      .where('subject_kind', '=', 'profile')
      .where('subject_id', '=', userId),
    // Reports about its profile, and notes and messages about it, while its cases can still be found.
    trx
      .updateTable('reports')
      .set((eb) => ({ subject_id: eb.ref('id') }))
      .where('case_id', 'in', casesOf)
      .where('subject_id', '=', userId),
    trx.updateTable('case_events').set({ text: '' }).where('case_id', 'in', casesOf),
    trx
      .updateTable('cases')
      .set({ owner_id: null, subject_name: '', note: '' })
      .where('owner_id', '=', userId),
    trx
      .updateTable('decisions')
      .set({ subject_id: null })
      .where('subject_kind', '=', 'profile')
      .where('subject_id', '=', userId),
    trx
      .updateTable('decisions')
      .set({ owner_id: null, subject_name: '', owner_reason: '' })
      .where('owner_id', '=', userId),
  ];
  for (const update of updates) await update.execute();
}
