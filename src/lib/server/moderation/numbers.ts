// The numbers of the desk. Each count reads one index, so that they take milliseconds with 100,000 apps.
import type { CaseState } from '../../shared/schemas/cases.ts';
import { type NumbersJson, type NumbersOfDay, siteLimits } from '../../shared/schemas/desk.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayBegins, dayMs, dayNumber } from '../../shared/text/days.ts';
import { countAccountsByStanding, countSignUpsSince } from '../accounts/desk.ts';
import { countListingsByState, countMadeSince } from '../apps/owned-apps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';
import { type CountedDay, lagosDayOf } from '../platform/db/statements.ts';
import { countJobs } from '../platform/jobs/jobs.ts';
import type { Outbox } from '../platform/mail/outbox.ts';

/** Cases that are not decided, by state, and how many of each are overdue. */
async function countOpenCases(
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
async function countReportsSince(db: ReadDb, since: number): Promise<CountedDay[]> {
  return await db
    .selectFrom('reports')
    .select(({ fn }) => [lagosDayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .where('state', '!=', 'pending-code')
    .groupBy('day')
    .execute();
}

async function countDecisionsSince(db: ReadDb, since: number): Promise<CountedDay[]> {
  return await db
    .selectFrom('decisions')
    .select(({ fn }) => [lagosDayOf('at').as('day'), fn.countAll<number>().as('count')])
    .where('at', '>=', since)
    .groupBy('day')
    .execute();
}

export interface NumbersContext {
  db: Database;
  clock: Clock;
  outbox: Pick<Outbox, 'count'>;
  /** The versions of all connected nodes, with this one. */
  nodeVersions: () => Promise<string[]>;
}

/** Adds up the counts of the groups for which `isCounted` holds. */
function sumOf<Group extends { count: number }>(
  groups: readonly Group[],
  isCounted: (group: Group) => boolean = () => true,
): number {
  return groups.filter(isCounted).reduce((sum, { count }) => sum + count, 0);
}

async function countDays(db: ReadDb, now: number): Promise<NumbersOfDay[]> {
  const before = siteLimits.days - 1;
  const first = dayNumber(now) - before;
  const since = dayBegins(now) - before * dayMs;
  const [signUps, listings, releases, reports, decisions] = await Promise.all([
    countSignUpsSince(db, since),
    countMadeSince(db, 'apps', since),
    countMadeSince(db, 'versions', since),
    countReportsSince(db, since),
    countDecisionsSince(db, since),
  ]);
  return Array.from({ length: siteLimits.days }, (_, index) => {
    const of = (days: CountedDay[]) => sumOf(days, ({ day }) => day === first + index);
    return {
      day: toIso((first + index) * dayMs).slice(0, 10),
      sign_ups: of(signUps),
      listings: of(listings),
      releases: of(releases),
      reports: of(reports),
      decisions: of(decisions),
    };
  });
}

export async function showNumbers({
  clock,
  db: { read },
  nodeVersions,
  outbox,
}: NumbersContext): Promise<NumbersJson> {
  const now = clock();
  const [accounts, listings, cases, mails, jobs, days, versions] = await Promise.all([
    countAccountsByStanding(read),
    countListingsByState(read),
    countOpenCases(read, now),
    outbox.count(),
    countJobs(read),
    countDays(read, now),
    nodeVersions(),
  ]);
  const listed = (state: string) => sumOf(listings, (group) => group.state === state);
  return {
    at: toIso(now),
    accounts: {
      verified: sumOf(accounts, (group) => group.is_verified === 1 && group.suspended === 0),
      pending: sumOf(accounts, (group) => group.is_verified === 0 && group.suspended === 0),
      suspended: sumOf(accounts, (group) => group.suspended === 1),
      staff: sumOf(accounts, (group) => group.role !== 'member'),
    },
    listings: {
      public: listed('public'),
      unlisted: listed('unlisted'),
      held: listed('held'),
      limited: listed('limited'),
      removed: listed('removed'),
    },
    cases: {
      open: sumOf(cases, ({ state }) => state === 'open'),
      waiting: sumOf(cases, ({ state }) => state === 'waiting'),
      overdue: cases.reduce((sum, { state, overdue }) => sum + (state === 'open' ? overdue : 0), 0),
    },
    mails: { waiting: mails.waiting, failed: mails.failed },
    jobs,
    nodes: [...new Set(versions)]
      .sort()
      .map((version) => ({ version, count: versions.filter((one) => one === version).length })),
    days,
  };
}
