import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '../../../shared/text/days.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { lagosDayOf } from '../../platform/db/statements/lagos-day.ts';

export interface TransparencyCount {
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
export async function findTransparencyCounts(db: ReadDb): Promise<TransparencyCount[]> {
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
