// What everybody may read of moderation: decisions without people, and counts by month.
import { type RawBuilder, sql } from 'kysely';
import { caseNumber } from '../../shared/schemas/cases.ts';
import { dayMs } from '../../shared/text/days.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { lagosDayOf } from '../platform/db/statements.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findCase } from './cases.ts';
import { findDecisionByNumber } from './decisions.ts';

/** A decision without names, texts of people and ids. */
/** @returns null when there is no such decision */
export async function showDecision({ read, reads }: Reader, number: string) {
  reads.note(dataKey.moderation);
  const row = caseNumber.test(number) ? await findDecisionByNumber(read, number) : undefined;
  if (!row) return null;
  const appeals = await read
    .selectFrom('appeals')
    .select('outcome')
    .where('decision_id', '=', row.id)
    .execute();
  const ofCase = row.case_id === null ? undefined : await findCase(read, row.case_id);
  const outcomes = appeals.map(({ outcome }) => outcome ?? 'open');
  return {
    number: row.number,
    at: row.at,
    source: row.source,
    action: row.action,
    policy: row.policy,
    policiesVersion: row.policies_version,
    reason: row.public_reason,
    subject: row.subject_kind,
    cause: ofCase?.kind ?? null,
    appeal: (['reversed', 'open', 'upheld'] as const).find((outcome) => outcomes.includes(outcome)) ?? null,
  };
}

interface TransparencyCount {
  /** Of Lagos, such as `2026-11`. */
  month: string;
  /** `hours` counts decided cases by the hours that they took. */
  counted: 'report' | 'case' | 'policy' | 'source' | 'action' | 'hours' | 'appeal';
  name: string;
  count: number;
}

/** What is counted under the name that its row has, on the day of `at`. */
const sources: Readonly<
  Record<TransparencyCount['counted'], { rows: RawBuilder<unknown>; name: string; at: string }>
> = {
  report: {
    rows: sql`reports where opened_at is not null and state <> 'pending-code'`,
    name: 'reason',
    at: 'opened_at',
  },
  case: { rows: sql`cases`, name: 'kind', at: 'opened_at' },
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

/** Counts the rows of all months by day; several counts of one month may have the same name. */
async function findTransparencyCounts(db: ReadDb): Promise<TransparencyCount[]> {
  const parts = Object.entries(sources).map(
    ([counted, { rows, name, at }]) => sql`select ${lagosDayOf(at)} as day, ${sql.lit(counted)} as counted,
      ${sql.raw(name)} as name, count(*) as count from ${rows} group by 1, 3`,
  );
  const rows = await db
    .selectFrom(
      sql<Omit<TransparencyCount, 'month'> & { day: number }>`(${sql.join(parts, sql` union all `)})`.as(
        'counts',
      ),
    )
    .selectAll()
    .execute();
  return rows.map(({ day, ...row }) => ({ ...row, month: new Date(day * dayMs).toISOString().slice(0, 7) }));
}

export type Counts = Record<string, number>;

/** What was done in one month of Lagos. */
/** The middle of the hours, of which each row has a number; the mean of both middles of an even number. */
function medianOf(rows: readonly TransparencyCount[]): number | null {
  const values = rows.flatMap(({ count, name }) => Array.from({ length: count }, () => Number(name)));
  values.sort((one, other) => one - other);
  const at = (index: number) => values[Math.floor(index)] ?? 0;
  return values.length === 0 ? null : (at((values.length - 1) / 2) + at(values.length / 2)) / 2;
}

/** Several rows may have the same name, because they are counted by day. */
function countsOf(rows: readonly TransparencyCount[]): Counts {
  const counts: Counts = {};
  for (const { count, name } of rows) counts[name] = (counts[name] ?? 0) + count;
  return counts;
}

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What was done in one month of Lagos, such as '2026-11'. */
function monthOf(month: string, rows: readonly TransparencyCount[]) {
  const of = (counted: TransparencyCount['counted']) => rows.filter((row) => row.counted === counted);
  const [byReason, byKind, byPolicy] = [countsOf(of('report')), countsOf(of('case')), countsOf(of('policy'))];
  const appeals = countsOf(of('appeal'));
  const { open = 0, reversed = 0, upheld = 0 } = appeals;
  return {
    month,
    reports: { total: totalOf(byReason), byReason },
    cases: { opened: totalOf(byKind), byKind },
    // Each decision has one policy, one source and one action.
    decisions: {
      total: totalOf(byPolicy),
      byPolicy,
      bySource: countsOf(of('source')),
      byAction: countsOf(of('action')),
    },
    /** From the opening of a case to its decision; null without a decided case. */
    medianHours: medianOf(of('hours')),
    appeals: { total: totalOf(appeals), open, upheld, reversed },
  };
}

/**
 * Counts of every month with a report, a case, a decision or an appeal, newest first. Counts only, nothing of people.
 */
export async function readTransparency({ read, reads }: Reader) {
  reads.note(dataKey.moderation);
  const months = Map.groupBy(await findTransparencyCounts(read), ({ month }) => month);
  return [...months]
    .map(([month, rows]) => monthOf(month, rows))
    .toSorted((one, other) => (one.month < other.month ? 1 : -1));
}
