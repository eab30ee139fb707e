// The views and taps of each day, what they make of totals, and the ranks that follow from them.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  countingRules,
  rankedDays,
  ranksOf,
  type AppCountsJson,
  type ViewCountsJson,
  type ViewSubject,
} from '../../shared/schemas/views.ts';
import { dayMs } from '../../shared/text/days.ts';
import { addUserViews, existingUserIds } from '../accounts/users.ts';
import { storeRanks } from '../apps/lists.ts';
import { findOwnerIds } from '../apps/owned-apps.ts';
import { addToApp } from '../apps/states.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { removeInBatches, removeUntil } from '../platform/db/statements.ts';

/** The day as '2026-11-21'. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

type Kind = 'app' | 'tap' | 'user';

function partsOf(subject: ViewSubject): [kind: Kind, id: string] {
  const colon = subject.indexOf(':');
  return [subject.slice(0, colon) as Kind, subject.slice(colon + 1)];
}

export interface MarkedVisit {
  day: number;
  subject: ViewSubject;
  viewer: string;
  /** The visitor; 22 characters. */
  mark: string;
  /** The network around the address: differs between subjects and days, so that nobody can be followed. */
  network: string;
}

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 400;

/** Counts visitors that are new today, as far as their networks allow. */
export async function recordViews(db: Database, visits: readonly MarkedVisit[]): Promise<void> {
  await db.write(async (trx) => {
    const parts = visits.map(({ subject }) => partsOf(subject));
    const idsOf = (isUser: boolean) => [
      ...new Set(parts.filter(([kind]) => (kind === 'user') === isUser).map(([, id]) => id)),
    ];
    const ownerOfApp = await findOwnerIds(trx, idsOf(false));
    const users = new Set(await existingUserIds(trx, idsOf(true)));
    // Deleted subjects have no owner, and the owner's own views do not count.
    const counted = visits.filter(({ viewer }, at) => {
      const [kind, id] = parts[at] ?? ['user', ''];
      const owner = kind === 'user' ? (users.has(id) ? id : undefined) : ownerOfApp.get(id);
      return owner !== undefined && owner !== viewer;
    });
    const added = await newVisitors(trx, counted);
    const totals = Map.groupBy(added, ({ subject, day }) => `${subject} ${String(day)}`);
    // Sorted, so that two nodes do not deadlock.
    for (const [, group] of [...totals].sort(([one], [other]) => (one < other ? -1 : 1)))
      if (group[0]) await addViews(trx, group[0], group.length);
  });
}

/** Notes visitors. @returns those that were not known today, each once, and within what their networks may have */
async function newVisitors(trx: WriteDb, visits: readonly MarkedVisit[]): Promise<MarkedVisit[]> {
  const keyOf = ({ day, mark }: Pick<MarkedVisit, 'day' | 'mark'>) => `${String(day)} ${mark}`;
  const distinct = [...new Map(visits.map((visit) => [keyOf(visit), visit])).values()];
  const found: MarkedVisit[] = [];
  for (let from = 0; from < distinct.length; from += chunk) {
    const some = distinct.slice(from, from + chunk);
    const inserted = await trx
      .insertInto('view_marks')
      .values(some.map(({ day, mark, network }) => ({ day, mark, network })))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    const isNew = new Set(inserted.map(keyOf));
    const fresh = Map.groupBy(
      some.filter((visit) => isNew.has(keyOf(visit))),
      ({ network }) => network,
    );
    if (fresh.size === 0) continue;
    // Marks of a network that are there now, these included.
    const marks = await trx
      .selectFrom('view_marks')
      .select(({ fn }) => ['network', fn.countAll<number>().as('marks')])
      .where('network', 'in', [...fresh.keys()])
      .groupBy('network')
      .execute();
    for (const { network, marks: count } of marks) {
      const group = fresh.get(network) ?? [];
      const before = count - group.length;
      found.push(...group.slice(0, Math.max(0, countingRules.viewsOfNetwork - before)));
    }
  }
  return found;
}

async function addViews(trx: WriteDb, { subject, day }: MarkedVisit, views: number): Promise<void> {
  await trx
    .insertInto('view_counts')
    .values({ subject, day, views })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'day']).doUpdateSet({ views: sql`view_counts.views + excluded.views` }),
    )
    .execute();
  const [kind, id] = partsOf(subject);
  if (kind === 'user') await addUserViews(trx, id, views);
  else await addToApp(trx, id, kind === 'app' ? 'views' : 'taps', views);
}

async function totalOf(db: ReadDb, kind: Kind, id: string): Promise<number> {
  if (kind === 'user') {
    const user = await db.selectFrom('users').select('views').where('id', '=', id).executeTakeFirst();
    return user?.views ?? 0;
  }
  const app = await db.selectFrom('apps').select(['views', 'taps']).where('id', '=', id).executeTakeFirst();
  return (kind === 'tap' ? app?.taps : app?.views) ?? 0;
}

/** All views of a subject, and those of each of the last `days` days, oldest first. @param today days since 1970 */
export async function countViews(
  db: ReadDb,
  subject: ViewSubject,
  today: number,
  days: number,
): Promise<ViewCountsJson> {
  const rows = await db
    .selectFrom('view_counts')
    .select(['day', 'views'])
    .where('subject', '=', subject)
    .where('day', '>', today - days)
    .execute();
  const viewsOf = new Map(rows.map(({ day, views }) => [day, views]));
  const first = today - days + 1;
  return {
    total: await totalOf(db, ...partsOf(subject)),
    days: Array.from({ length: days }, (_, at) => ({
      day: dateOf(first + at),
      views: viewsOf.get(first + at) ?? 0,
    })),
  };
}

/** Views and taps of an app, as `countViews` gives each. */
export async function countApp(
  db: ReadDb,
  appId: string,
  today: number,
  days: number,
): Promise<AppCountsJson> {
  const views = await countViews(db, `app:${appId}`, today, days);
  const taps = await countViews(db, `tap:${appId}`, today, days);
  return {
    total: views.total,
    taps: taps.total,
    days: views.days.map((of, at) => ({ ...of, taps: taps.days[at]?.views ?? 0 })),
  };
}

/** Daily views, or taps, by app id, oldest first. */
export async function findViewDays(
  db: ReadDb,
  kind: 'app' | 'tap',
  appIds: readonly string[],
): Promise<Map<string, { day: number; views: number }[]>> {
  const subjects = appIds.map((id): ViewSubject => `${kind}:${id}`);
  const rows = await db
    .selectFrom('view_counts')
    .select(['subject', 'day', 'views'])
    .where('subject', 'in', subjects)
    .orderBy('subject')
    .orderBy('day')
    .execute();
  return Map.groupBy(rows, ({ subject }) => subject.slice(`${kind}:`.length));
}

/** Removes the counts of deleted subjects, which have no foreign key. */
export async function removeViewCounts(trx: WriteDb, subjects: ViewSubject[]): Promise<void> {
  await trx.deleteFrom('view_counts').where('subject', 'in', subjects).execute();
}

/** Days for which daily counts are kept; totals are never removed. */
const keptDays = 400;

/** Removes the marks of days before this one, and counts that are too old. */
export async function dropOldViews(db: Database, today: number): Promise<void> {
  await removeUntil(db, { table: 'view_marks', key: 'mark', column: 'day' }, today - 1);
  await removeInBatches(db, async (trx, limit) => {
    const old = trx.selectFrom('view_counts').where('day', '<', today - keptDays);
    const some = old.select(['subject', 'day']).limit(limit);
    return await trx
      .deleteFrom('view_counts')
      .where((eb) => eb(eb.refTuple('subject', 'day'), 'in', some.$asTuple('subject', 'day')))
      .executeTakeFirstOrThrow();
  });
}

/** Apps of one step: on SQLite a step holds up other requests for some milliseconds. */
const batch = 200;
/** Pause between two steps, for other work. */
const pauseMs = 2;

/** Computes the ranks of all apps, each hour on one node: docs/decisions/031. @param today days since 1970 in Lagos */
export async function rankApps(db: Database, today: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const apps: { id: string; popular: number; trending: number }[] = await db.read
      .selectFrom('apps')
      .select(['id', 'popular', 'trending'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    const visitorsOf = await findVisitors(
      db.read,
      apps.map(({ id }) => id),
      today,
    );
    const changed = apps.flatMap(({ id, popular, trending }) => {
      const ranks = ranksOf(visitorsOf.get(id) ?? []);
      return ranks.popular === popular && ranks.trending === trending ? [] : [{ id, ...ranks }];
    });
    if (changed.length > 0) await db.write((trx) => storeRanks(trx, changed));
    after = apps.length < batch ? undefined : apps.at(-1)?.id;
    await sleep(pauseMs);
  }
}

/** Views and taps of these apps, by app and age in days. */
async function findVisitors(
  db: ReadDb,
  appIds: readonly string[],
  today: number,
): Promise<Map<string, Map<number, number>>> {
  const visitors = new Map(appIds.map((id) => [id, new Map<number, number>()]));
  // PostgreSQL refuses an empty list.
  if (appIds.length === 0) return visitors;
  const subjects = appIds.flatMap((id) => [`app:${id}`, `tap:${id}`] as const);
  const counts = db.selectFrom('view_counts').selectAll().where('subject', 'in', subjects);
  for (const { subject, day, views } of await counts.where('day', '>', today - rankedDays).execute()) {
    const ofApp = visitors.get(subject.slice('app:'.length));
    ofApp?.set(today - day, (ofApp.get(today - day) ?? 0) + views);
  }
  return visitors;
}
