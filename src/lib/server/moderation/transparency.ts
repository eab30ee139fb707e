// What everybody may read of moderation: decisions without people, and counts by month.
import { sql } from 'kysely';
import { caseNumber } from '../../shared/schemas/cases.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { lagosDayOf } from '../platform/db/statements.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findCase } from './cases.ts';
import { findDecision } from './decisions.ts';

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
