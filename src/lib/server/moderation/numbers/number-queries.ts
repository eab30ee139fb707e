import type { CaseState } from '../../../shared/schemas/cases.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { lagosDayOf, type CountedDay } from '../../platform/db/statements/lagos-day.ts';

/** Cases that are not decided, by state, and how many of each are overdue. */
export async function countOpenCases(
  db: ReadDb,
  now: number,
): Promise<{ state: CaseState; count: number; overdue: number }[]> {
  return await db
    .selectFrom('cases')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('due_at', '<', now).as('overdue'),
    ])
    .where('state', 'in', ['open', 'waiting'])
    .groupBy('state')
    .execute();
}

/** Without those whose writer has not entered the mailed code. */
export async function countReportsSince(db: ReadDb, since: number): Promise<CountedDay[]> {
  return await db
    .selectFrom('reports')
    .select(({ fn }) => [lagosDayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .where('state', '!=', 'pending-code')
    .groupBy('day')
    .execute();
}

export async function countDecisionsSince(db: ReadDb, since: number): Promise<CountedDay[]> {
  return await db
    .selectFrom('decisions')
    .select(({ fn }) => [lagosDayOf('at').as('day'), fn.countAll<number>().as('count')])
    .where('at', '>=', since)
    .groupBy('day')
    .execute();
}
