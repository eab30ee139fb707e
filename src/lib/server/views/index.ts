// Views and taps: one for each visitor, page and day (docs/decisions/005-views.md), what they make of totals, and the
// ranks that follow from them.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import {
  countingRules,
  maxSources,
  rankedDays,
  ranksOf,
  type AppCountsJson,
  type ViewSubject,
} from '../../shared/schemas/views.ts';
import { dayNumber } from '../../shared/text/days.ts';
import { addUserViews } from '../accounts/users.ts';
import { storeRanks } from '../apps/listings.ts';
import { findOwnerIds } from '../apps/visibility.ts';
import { addToApp } from '../apps/states.ts';
import type { Context } from '../context.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { settleSetting } from '../platform/db/setting-queries.ts';
import { removeUntil } from '../platform/db/statements.ts';
import { widestNetworkOf } from '../platform/security/client.ts';
import { createWorker } from '../platform/worker.ts';
import { dateOf, detailsOf, findStatistics, isHost, keptDays, sourceOf } from './statistics.ts';

export { dateOf, detailsOf };

/** A view of a page. Only a hash of it is stored. */
interface Visit {
  subject: ViewSubject;
  address: string;
  userAgent: string;
  /** The page that led here, as the browser says. Only where it is from is stored. */
  referrer?: string;
  /** User id that the client claims, or ''. Unproven, because it only excludes owners from the count. */
  viewer: string;
}

interface PendingVisit extends Visit {
  /** Milliseconds since 1970. */
  at: number;
}

// Threat: a stolen database must not reveal who viewed what. So a visitor is stored as a keyed hash, whose key is
// removed after a day.

const saltPrefix = 'view-salt:';

const saltName = (day: number): string => `${saltPrefix}${String(day).padStart(6, '0')}`;

/**
 * Most visitors that one address counts as, by page and day. People behind one address of a carrier are told apart by
 * their browsers. Threat: one person who sends many browser names.
 */
const maxOfAddress = 5;

/** Maps a browser to one of `maxOfAddress` groups. */
function groupOf(userAgent: string): number {
  return createHash('sha256').update(userAgent).digest().readUInt32BE() % maxOfAddress;
}

function marksOf(salt: string, { subject, address, userAgent }: Visit) {
  const hash = (text: string): string =>
    createHmac('sha256', salt).update(`${subject}\n${text}`).digest('base64url').slice(0, 22);
  return {
    mark: hash(`${address}\n${groupOf(userAgent)}`),
    network: hash(`network ${widestNetworkOf({ address })}`),
  };
}

/** Pending visits while the database is away; further ones are not counted. */
const maxPending = 20_000;

/** How long after midnight visits of the day before are still written, and its ranks are computed. */
const lateMs = 30 * 60_000;

export function createViews({ db, clock, log, siteUrl }: Pick<Context, 'db' | 'clock' | 'log' | 'siteUrl'>) {
  let pending = new Map<string, PendingVisit>();
  let known: { day: number; salt: string } | undefined;

  const oldestDay = (): number => dayNumber(clock() - lateMs);

  function keep(visit: PendingVisit): void {
    const { subject, userAgent, address, viewer } = visit;
    const key = [subject, address, viewer, userAgent].join('\n');
    if (pending.size < maxPending && !pending.has(key)) pending.set(key, visit);
  }

  /** The day's salt, the same in every process; the first process that needs it creates it. */
  async function saltOf(day: number): Promise<string> {
    if (known?.day === day) return known.salt;
    const made = randomBytes(32).toString('base64url');
    known = { day, salt: await db.write((trx) => settleSetting(trx, saltName(day), made)) };
    return known.salt;
  }

  async function write(visits: Iterable<PendingVisit>): Promise<void> {
    const marked: MarkedVisit[] = [];
    const oldest = oldestDay();
    for (const visit of visits) {
      const day = dayNumber(visit.at);
      // The hashes of that day are gone, so nobody knows whether the visitor was counted.
      if (day < oldest || visit.userAgent === '' || isbot(visit.userAgent)) continue;
      const { subject, viewer } = visit;
      const source = subject.startsWith('app:') ? sourceOf(visit.referrer ?? '', siteUrl) : '';
      marked.push({ day, subject, viewer, source, ...marksOf(await saltOf(day), visit) });
    }
    if (marked.length > 0) await recordViews(db, marked);
  }

  /** Writes every few seconds. Where the database fails the visits stay pending. */
  const worker = createWorker(
    async () => {
      const visits = pending;
      pending = new Map();
      try {
        await write(visits.values());
      } catch (error) {
        for (const visit of visits.values()) keep(visit);
        throw error;
      }
      return false;
    },
    (error) => log?.warn('Views could not be written yet', { error }),
  );

  return {
    /** Counts a visit, which is written later together with others. */
    count(visit: Visit): void {
      keep({ ...visit, at: clock() });
    },
    start: worker.start,
    flush: worker.flush,
    /** Writes what is pending, and ends. */
    async stop(): Promise<void> {
      try {
        await worker.flush();
      } finally {
        await worker.stop();
      }
    },
    /** For the owner only. */
    viewsOf: (userId: string, days: number) => countUser(db.read, userId, dayNumber(clock()), days),
    countsOf: (appId: string, days: number) => countApp(db.read, appId, dayNumber(clock()), days),
    statisticsOf: (app: { id: string; ownerId: string }, days: number) =>
      findStatistics(db.read, app, dayNumber(clock()), days),
    /** Computes the ranks of all apps, and removes the marks and salts of past days. */
    async sweep(): Promise<void> {
      await rankApps(db, dayNumber(clock()));
      await dropOldViews(db, oldestDay());
      await db.write((trx) => {
        const past = trx.deleteFrom('settings').where('name', '>=', saltPrefix);
        return past.where('name', '<', saltName(oldestDay())).execute();
      });
    },
  };
}

function partsOf(subject: ViewSubject): [kind: string, id: string] {
  const [kind = '', id = ''] = subject.split(':');
  return [kind, id];
}

interface MarkedVisit {
  day: number;
  subject: ViewSubject;
  viewer: string;
  /** Where the viewer of an app came from; '' for other subjects. */
  source: string;
  /** The visitor; 22 characters. */
  mark: string;
  /** The network around the address: differs between subjects and days, so that nobody can be followed. */
  network: string;
}

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 400;

/** Counts visitors that are new today, as far as their networks allow. */
async function recordViews(db: Database, visits: readonly MarkedVisit[]): Promise<void> {
  await db.write(async (trx) => {
    const ids = [...new Set(visits.map(({ subject }) => partsOf(subject)[1]))];
    const ownerOf = await findOwnerIds(trx, ids);
    const people = trx.selectFrom('users').select('id').where('id', 'in', ids);
    for (const { id } of await people.execute()) ownerOf.set(id, id);
    // Deleted subjects have no owner, and the owner's own views do not count.
    const counted = visits.filter(({ subject, viewer }) => {
      const owner = ownerOf.get(partsOf(subject)[1]);
      return owner !== undefined && owner !== viewer;
    });
    const added = await newVisitors(trx, counted);
    const sources = await sourcesToCount(trx, added);
    const totals = Map.groupBy([...added, ...sources], ({ subject, day }) => `${subject} ${String(day)}`);
    // Sorted, so that two nodes do not deadlock.
    for (const [, group] of [...totals].sort(([one], [other]) => (one < other ? -1 : 1)))
      if (group[0]) await addViews(trx, group[0], group.length);
  });
}

/** Notes visitors. @returns those that were not known today, each once, and within what their networks may have */
async function newVisitors(trx: WriteDb, visits: readonly MarkedVisit[]): Promise<MarkedVisit[]> {
  const keyOf = ({ day, mark }: Pick<MarkedVisit, 'day' | 'mark'>) => `${String(day)} ${mark}`;
  const distinct = [...new Map(visits.map((visit) => [keyOf(visit), visit])).values()];
  const fresh: MarkedVisit[] = [];
  for (let from = 0; from < distinct.length; from += chunk) {
    const some = distinct.slice(from, from + chunk);
    const inserted = await trx
      .insertInto('view_marks')
      .values(some.map(({ day, mark, network }) => ({ day, mark, network })))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    const isNew = new Set(inserted.map(keyOf));
    fresh.push(...some.filter((visit) => isNew.has(keyOf(visit))));
  }
  if (fresh.length === 0) return [];
  const byNetwork = Map.groupBy(fresh, ({ network }) => network);
  // Marks of a network that are there now, these included.
  const marks = await trx
    .selectFrom('view_marks')
    .select(({ fn }) => ['network', fn.countAll<number>().as('marks')])
    .where('network', 'in', [...byNetwork.keys()])
    .groupBy('network')
    .execute();
  return marks.flatMap(({ network, marks: count }) => {
    const group = byNetwork.get(network) ?? [];
    return group.slice(0, Math.max(0, countingRules.viewsOfNetwork - (count - group.length)));
  });
}

type Counter = Pick<MarkedVisit, 'subject' | 'day'>;

async function addViews(trx: WriteDb, { subject, day }: Counter, views: number): Promise<void> {
  await trx
    .insertInto('view_counts')
    .values({ subject, day, views })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'day']).doUpdateSet({ views: sql`view_counts.views + excluded.views` }),
    )
    .execute();
  const [kind, id] = partsOf(subject);
  if (kind === 'user') await addUserViews(trx, id, views);
  else if (kind === 'app' || kind === 'tap')
    await addToApp(trx, id, kind === 'app' ? 'views' : 'taps', views);
}

/** The sources of views. Threat: somebody invents hosts, and each would be a row. So a day of an app has few. */
async function sourcesToCount(trx: WriteDb, added: readonly MarkedVisit[]): Promise<Counter[]> {
  const views = added.filter(({ source }) => source !== '');
  const counters: Counter[] = [];
  for (const group of Map.groupBy(views, ({ subject, day }) => `${subject} ${String(day)}`).values()) {
    const [first] = group;
    if (!first) continue;
    const { subject, day } = first;
    const prefix = `from:${partsOf(subject)[1]}:` as const;
    const rows = await detailsOf(trx, prefix).where('day', '=', day).execute();
    const known = new Set<string>(rows.map((row) => row.subject));
    for (const { source } of group) {
      const isKept = !isHost(source) || known.has(prefix + source) || known.size < maxSources;
      const counted = `${prefix}${isKept ? source : 'Other'}` as const;
      known.add(counted);
      counters.push({ subject: counted, day });
    }
  }
  return counters;
}

/** Views of each of the last `days` days, oldest first. @param today days since 1970 */
async function countDays(db: ReadDb, subject: ViewSubject, today: number, days: number) {
  const first = today - days + 1;
  const counts = db.selectFrom('view_counts').select(['day', 'views']).where('subject', '=', subject);
  const rows = await counts.where('day', '>=', first).execute();
  const viewsOf = new Map(rows.map(({ day, views }) => [day, views]));
  return Array.from({ length: days }, (_, at) => ({
    day: dateOf(first + at),
    views: viewsOf.get(first + at) ?? 0,
  }));
}

/** All views of a profile, and those of each of the last `days` days. @param today days since 1970 */
export async function countUser(db: ReadDb, userId: string, today: number, days: number) {
  const user = await db.selectFrom('users').select('views').where('id', '=', userId).executeTakeFirst();
  return { total: user?.views ?? 0, days: await countDays(db, `user:${userId}`, today, days) };
}

/** Views and taps of an app, as `countUser` gives views. */
async function countApp(db: ReadDb, appId: string, today: number, days: number): Promise<AppCountsJson> {
  const app = await db
    .selectFrom('apps')
    .select(['views', 'taps'])
    .where('id', '=', appId)
    .executeTakeFirst();
  const views = await countDays(db, `app:${appId}`, today, days);
  const taps = await countDays(db, `tap:${appId}`, today, days);
  return {
    total: app?.views ?? 0,
    taps: app?.taps ?? 0,
    days: views.map((of, at) => ({ ...of, taps: taps[at]?.views ?? 0 })),
  };
}

/** Removes the counts of a deleted subject, which have no foreign key. */
export async function removeViewCounts(trx: WriteDb, subject: ViewSubject): Promise<void> {
  await trx.deleteFrom('view_counts').where('subject', '=', subject).execute();
}

/** Removes the marks of days before this one, and counts that are too old. */
async function dropOldViews(db: Database, today: number): Promise<void> {
  await removeUntil(db, { table: 'view_marks', key: 'mark', column: 'day' }, today - 1);
  const counts = { table: 'view_counts', key: ['subject', 'day'], column: 'day' } as const;
  await removeUntil(db, counts, today - keptDays - 1);
}

/** Apps of one step: on SQLite a step holds up other requests for some milliseconds. */
const batch = 200;
/** Pause between two steps, for other work. */
const pauseMs = 2;

/** Computes the ranks of all apps, each hour on one node: docs/decisions/031. @param today days since 1970 in Lagos */
async function rankApps(db: Database, today: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const apps: { id: string; popular: number; trending: number }[] = await db.read
      .selectFrom('apps')
      .select(['id', 'popular', 'trending'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    const subjects = apps.flatMap(({ id }) => [`app:${id}`, `tap:${id}`] as const);
    const counts = db.read
      .selectFrom('view_counts')
      .selectAll()
      .where('day', '>', today - rankedDays);
    // PostgreSQL refuses an empty list.
    const found = apps.length === 0 ? [] : await counts.where('subject', 'in', subjects).execute();
    const countsOf = Map.groupBy(found, ({ subject }) => subject.slice('app:'.length));
    const changed = apps.flatMap(({ id, popular, trending }) => {
      // Views and taps, by age in days.
      const visitors = new Map<number, number>();
      for (const { day, views } of countsOf.get(id) ?? [])
        visitors.set(today - day, (visitors.get(today - day) ?? 0) + views);
      const ranks = ranksOf(visitors);
      return ranks.popular === popular && ranks.trending === trending ? [] : [{ id, ...ranks }];
    });
    if (changed.length > 0) await db.write((trx) => storeRanks(trx, changed));
    after = apps.length < batch ? undefined : apps.at(-1)?.id;
    await sleep(pauseMs);
  }
}
