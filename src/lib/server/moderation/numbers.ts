// The numbers of the desk. Each count reads one index, so that they take milliseconds with 100,000 apps.
import { sql } from 'kysely';
import type { ListingState } from '../../shared/schemas/apps.ts';
import { type NumbersJson, type NumbersOfDay, siteLimits } from '../../shared/schemas/desk.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayBegins, dayMs, dayNumber } from '../../shared/text/days.ts';
import type { Context } from '../context.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { lagosDayOf } from '../platform/db/statements.ts';
import { countJobs } from '../platform/jobs/jobs.ts';

const countedRows = {
  sign_ups: [sql`users where true`, 'created_at'],
  listings: [sql`apps where true`, 'created_at'],
  releases: [sql`versions where true`, 'created_at'],
  // Without those whose writer has not entered the mailed code.
  reports: [sql`reports where state <> 'pending-code'`, 'created_at'],
  decisions: [sql`decisions where true`, 'at'],
} as const;

async function countDays(db: ReadDb, now: number): Promise<NumbersOfDay[]> {
  const before = siteLimits.days - 1;
  const first = dayNumber(now) - before;
  const since = dayBegins(now) - before * dayMs;
  const counts = Object.entries(countedRows).map(
    ([counted, [rows, at]]) => sql`select ${lagosDayOf(at)} as day, ${sql.lit(counted)} as counted,
      count(*) as count from ${rows} and ${sql.ref(at)} >= ${since} group by 1`,
  );
  const all = sql<{ day: number; counted: string; count: number }>`(${sql.join(counts, sql` union all `)})`;
  const rows = await db.selectFrom(all.as('counts')).selectAll().execute();
  return Array.from({ length: siteLimits.days }, (_, index) => {
    const ofDay = rows.filter(({ day }) => day === first + index);
    return {
      day: toIso((first + index) * dayMs).slice(0, 10),
      ...{ sign_ups: 0, listings: 0, releases: 0, reports: 0, decisions: 0 },
      ...Object.fromEntries(ofDay.map(({ count, counted }) => [counted, count])),
    };
  });
}

export async function showNumbers(context: Context): Promise<NumbersJson> {
  const { clock, db, nodeVersions, outbox } = context;
  const { read } = db;
  const now = clock();
  const accounts = read.selectFrom('users').select(({ fn }) => {
    const open = fn.countAll<number>().filterWhere('banned_at', 'is', null);
    return [
      open.filterWhere('is_verified', '=', 1).as('verified'),
      open.filterWhere('is_verified', '=', 0).as('pending'),
      fn.countAll<number>().filterWhere('banned_at', 'is not', null).as('suspended'),
      fn.countAll<number>().filterWhere('role', '!=', 'member').as('staff'),
    ];
  });
  const cases = read
    .selectFrom('cases')
    .where('state', 'in', ['open', 'waiting'])
    .select(({ fn }) => {
      const open = fn.countAll<number>().filterWhere('state', '=', 'open');
      return [
        open.as('open'),
        fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
        open.filterWhere('due_at', '<=', now).as('overdue'),
      ];
    });
  const states = read.selectFrom('apps').groupBy('state');
  const listed = await states.select(({ fn }) => ['state', fn.countAll<number>().as('count')]).execute();
  const none: Record<ListingState, number> = { public: 0, unlisted: 0, held: 0, limited: 0, removed: 0 };
  const mails = await outbox.count();
  const versions = await nodeVersions();
  return {
    at: toIso(now),
    accounts: await accounts.executeTakeFirstOrThrow(),
    listings: { ...none, ...Object.fromEntries(listed.map(({ count, state }) => [state, count])) },
    cases: await cases.executeTakeFirstOrThrow(),
    mails: { waiting: mails.waiting, failed: mails.failed },
    jobs: await countJobs(read),
    nodes: [...new Set(versions)]
      .sort()
      .map((version) => ({ version, count: versions.filter((one) => one === version).length })),
    days: await countDays(read, now),
  };
}
