import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findTransparencyCounts, type TransparencyCount } from './transparency-queries.ts';

export type Counts = Record<string, number>;

/** What was done in one month of Lagos. */
export interface TransparencyMonth {
  /** Such as '2026-11'. */
  month: string;
  reports: { total: number; byReason: Counts };
  cases: { opened: number; byKind: Counts };
  decisions: { total: number; byPolicy: Counts; bySource: Counts; byAction: Counts };
  /** Median hours from the opening of a case to its decision; null without a decided case. */
  medianHours: number | null;
  appeals: { total: number; open: number; upheld: number; reversed: number };
}

const emptyMonth = (month: string): TransparencyMonth => ({
  month,
  reports: { total: 0, byReason: {} },
  cases: { opened: 0, byKind: {} },
  decisions: { total: 0, byPolicy: {}, bySource: {}, byAction: {} },
  medianHours: null,
  appeals: { total: 0, open: 0, upheld: 0, reversed: 0 },
});

function add(counts: Counts, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}

/** The middle of values that are counted; the mean of both middles of an even number. */
export function medianOf(values: readonly { value: number; count: number }[]): number | null {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (index: number): number => {
    let before = 0;
    for (const { value, count } of sorted) {
      before += count;
      if (index < before) return value;
    }
    return sorted.at(-1)?.value ?? 0;
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

function addTo(month: TransparencyMonth, { counted, name, count }: TransparencyCount): void {
  const { appeals, cases, decisions, reports } = month;
  switch (counted) {
    case 'report':
      reports.total += count;
      add(reports.byReason, name, count);
      return;
    case 'case':
      cases.opened += count;
      add(cases.byKind, name, count);
      return;
    case 'policy':
      // Each decision has one policy, one source and one action.
      decisions.total += count;
      add(decisions.byPolicy, name, count);
      return;
    case 'source':
      add(decisions.bySource, name, count);
      return;
    case 'action':
      add(decisions.byAction, name, count);
      return;
    case 'appeal':
      appeals.total += count;
      if (name === 'open' || name === 'upheld' || name === 'reversed') appeals[name] += count;
      return;
    case 'hours':
  }
}

/**
 * Counts of every month with a report, a case, a decision or an appeal, newest first. Counts only, nothing of people.
 */
export async function readTransparency({ read, reads }: Reader): Promise<TransparencyMonth[]> {
  reads.note(dataKey.moderation);
  const months = Map.groupBy(await findTransparencyCounts(read), ({ month }) => month);
  return [...months]
    .map(([name, rows]) => {
      const month = emptyMonth(name);
      for (const row of rows) addTo(month, row);
      const hours = rows.filter(({ counted }) => counted === 'hours');
      month.medianHours = medianOf(hours.map((row) => ({ value: Number(row.name), count: row.count })));
      return month;
    })
    .toSorted((one, other) => (one.month < other.month ? 1 : -1));
}
