import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { countingRules, rankedDays, ranksOf } from '../../shared/schemas/popularity/ranks.ts';
import type { AppCountsJson, ViewSubject } from '../../shared/schemas/views.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import { addUserViews, countUserViews, existingUserIds } from '../accounts/index.ts';
import { findRanksAfter, storeRanks } from '../apps/lists.ts';
import { countAppTaps, countAppViews, findOwnerIds } from '../apps/owned-apps.ts';
import { addAppTaps, addAppViews } from '../apps/states.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import type { ViewCountTable, ViewMarkTable } from '../platform/db/schema.ts';
import { removeSettings, settleSetting } from '../platform/db/setting-queries.ts';
import { widestNetworkOf } from '../platform/security/client.ts';
import type { Visit } from './index.ts';

export interface MarkedVisit extends Marks {
  day: number;
  subject: ViewSubject;
  viewer: string;
}

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 400;

/** Counts visitors that are new today, as far as their networks allow. */
export async function recordViews(db: Database, visits: MarkedVisit[]): Promise<void> {
  await db.write(async (trx) => {
    const owners = await ownersOf(trx, [...new Set(visits.map(({ subject }) => subject))]);
    // Deleted subjects have no owner, and the owner's own views do not count.
    const counted = visits.filter(({ subject, viewer }) => {
      const owner = owners.get(subject);
      return owner !== undefined && owner !== viewer;
    });
    const added = await newVisitors(trx, counted);
    const totals = Map.groupBy(added, ({ subject, day }) => `${subject} ${String(day)}`);
    // Sorted, so that two nodes do not deadlock.
    for (const key of [...totals.keys()].sort()) {
      const group = totals.get(key);
      if (group?.[0]) await addViews(trx, group[0], group.length);
    }
  });
}

/** Notes visitors. @returns those that were not known today, each once, and within what their networks may have */
async function newVisitors(trx: WriteDb, visits: readonly MarkedVisit[]): Promise<MarkedVisit[]> {
  const distinct = [
    ...new Map(visits.map((visit) => [`${String(visit.day)} ${visit.mark}`, visit])).values(),
  ];
  const found: MarkedVisit[] = [];
  for (let from = 0; from < distinct.length; from += chunk) {
    const some = distinct.slice(from, from + chunk);
    const inserted = new Set((await insertMarks(trx, some)).map(({ day, mark }) => `${String(day)} ${mark}`));
    const fresh = some.filter(({ day, mark }) => inserted.has(`${String(day)} ${mark}`));
    // Marks of a network that are there now, these included.
    const marks = await countMarks(
      trx,
      fresh.map(({ network }) => network),
    );
    for (const [network, group] of Map.groupBy(fresh, (visit) => visit.network)) {
      const before = (marks.get(network) ?? 0) - group.length;
      found.push(...group.slice(0, Math.max(0, countingRules.viewsOfNetwork - before)));
    }
  }
  return found;
}

const adding = { app: addAppViews, tap: addAppTaps, user: addUserViews };

async function addViews(trx: WriteDb, { subject, day }: MarkedVisit, views: number): Promise<void> {
  await addToDay(trx, { subject, day, views });
  const [kind, id] = partsOf(subject);
  await adding[kind](trx, id, views);
}

function partsOf(subject: ViewSubject): [kind: keyof typeof adding, id: string] {
  const colon = subject.indexOf(':');
  return [subject.slice(0, colon) as keyof typeof adding, subject.slice(colon + 1)];
}

/** Owner ids by subject; deleted subjects are left out. */
async function ownersOf(trx: WriteDb, subjects: ViewSubject[]): Promise<Map<string, string>> {
  const parts = subjects.map((subject) => ({ subject, kind: partsOf(subject)[0], id: partsOf(subject)[1] }));
  const idsOf = (isUser: boolean) => [
    ...new Set(parts.filter(({ kind }) => (kind === 'user') === isUser).map(({ id }) => id)),
  ];
  const ownerOfApp = await findOwnerIds(trx, idsOf(false));
  const users = new Set(await existingUserIds(trx, idsOf(true)));
  return new Map(
    parts.flatMap(({ subject, kind, id }) => {
      const owner = kind === 'user' ? (users.has(id) ? id : undefined) : ownerOfApp.get(id);
      return owner === undefined ? [] : [[subject, owner] as const];
    }),
  );
}

// Threat: a stolen database must not reveal who viewed what. So a visitor is stored as a keyed hash, whose key is
// removed after a day.

/** The day as '2026-11-21'. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export const saltPrefix = 'view-salt:';

const salts = new WeakMap<Database, Map<number, Promise<string>>>();

/** The day's salt, the same in every process; the first process that needs it creates it. */
export function saltOf(db: Database, day: number): Promise<string> {
  const known = salts.get(db) ?? new Map<number, Promise<string>>();
  salts.set(db, known);
  const salt = known.get(day) ?? makeSalt(db, day);
  if (!known.has(day)) {
    known.clear();
    known.set(day, salt);
    salt.catch(() => known.delete(day));
  }
  return salt;
}

async function makeSalt(db: Database, day: number): Promise<string> {
  const name = `${saltPrefix}${String(day).padStart(6, '0')}`;
  const salt = randomBytes(32).toString('base64url');
  return await db.write((trx) => settleSetting(trx, name, salt));
}

/**
 * Most visitors that one address counts as, by page and day. People behind one address of a carrier are told apart by
 * their browsers. Threat: one person who sends many browser names.
 */
export const maxOfAddress = 5;

/** Maps a browser to one of `maxOfAddress` groups. */
function groupOf(userAgent: string): number {
  return createHash('sha256').update(userAgent).digest().readUInt32BE() % maxOfAddress;
}

export interface Marks {
  /** The visitor; 22 characters. */
  mark: string;
  /** The network around the address: differs between subjects and days, so that nobody can be followed. */
  network: string;
}

export function marksOf(salt: string, { subject, address, userAgent }: Visit): Marks {
  const hash = (text: string): string =>
    createHmac('sha256', salt).update(`${subject}\n${text}`).digest('base64url').slice(0, 22);
  return {
    mark: hash(`${address}\n${groupOf(userAgent)}`),
    network: hash(`network ${widestNetworkOf({ address })}`),
  };
}

export interface ViewCounts {
  total: number;
  /** Oldest first; `day` as '2026-11-21'. */
  days: { day: string; views: number }[];
}

/** Days for which daily counts are kept; totals are never removed. */
const keptDays = 400;

const counting = { app: countAppViews, tap: countAppTaps, user: countUserViews };

/** @param today days since 1970 in Lagos */
export async function countViews(
  db: ReadDb,
  subject: ViewSubject,
  today: number,
  days: number,
): Promise<ViewCounts> {
  const [kind, id = ''] = subject.split(':');
  const total = await counting[kind as keyof typeof counting](db, id);
  const rows = await db
    .selectFrom('view_counts')
    .select(['day', 'views'])
    .where('subject', '=', subject)
    .where('day', '>', today - days)
    .execute();
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const first = today - days + 1;
  return {
    total,
    days: Array.from({ length: days }, (_, index) => ({
      day: dateOf(first + index),
      views: byDay.get(first + index)?.views ?? 0,
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
    days: views.days.map((of, index) => {
      return { ...of, taps: taps.days[index]?.views ?? 0 };
    }),
  };
}

export async function dropOldMarks(db: Database, today: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('view_marks').select('mark').where('day', '<', today).limit(limit);
    return await trx
      .deleteFrom('view_marks')
      .where('day', '<', today)
      .where('mark', 'in', some)
      .executeTakeFirstOrThrow();
  });
  const oldest = today - keptDays;
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('view_counts')
      .select(['subject', 'day'])
      .where('day', '<', oldest)
      .limit(limit);
    return await trx
      .deleteFrom('view_counts')
      .where((eb) => eb(eb.refTuple('subject', 'day'), 'in', some.$asTuple('subject', 'day')))
      .executeTakeFirstOrThrow();
  });
  const end = `${saltPrefix}${String(today).padStart(6, '0')}`;
  await db.write((trx) => removeSettings(trx, saltPrefix, end));
}

/** Daily views, or taps, by app id, oldest first. */
export async function findViewDays(
  db: ReadDb,
  kind: 'app' | 'tap',
  appIds: string[],
): Promise<Map<string, { day: number; views: number }[]>> {
  const rows = await db
    .selectFrom('view_counts')
    .select(['subject', 'day', 'views'])
    .where(
      'subject',
      'in',
      appIds.map((id) => `${kind}:${id}`),
    )
    .orderBy('subject')
    .orderBy('day')
    .execute();
  return Map.groupBy(rows, ({ subject }) => subject.slice(`${kind}:`.length));
}

/** @returns the new ones */
export async function insertMarks(trx: WriteDb, marks: readonly ViewMarkTable[]): Promise<ViewMarkTable[]> {
  return await trx
    .insertInto('view_marks')
    .values(marks.map(({ day, mark, network }) => ({ day, mark, network })))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
}

/** How many marks each network has. */
export async function countMarks(trx: WriteDb, networks: readonly string[]): Promise<Map<string, number>> {
  if (networks.length === 0) return new Map();
  const rows = await trx
    .selectFrom('view_marks')
    .select(({ fn }) => ['network', fn.countAll<number>().as('marks')])
    .where('network', 'in', networks)
    .groupBy('network')
    .execute();
  return new Map(rows.map(({ network, marks }) => [network, marks]));
}

export async function addToDay(trx: WriteDb, row: ViewCountTable): Promise<void> {
  await trx
    .insertInto('view_counts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['subject', 'day']).doUpdateSet({ views: sql`view_counts.views + excluded.views` }),
    )
    .execute();
}

/** Removes the counts of deleted subjects, which have no foreign key. */
export async function removeViewCounts(trx: WriteDb, subjects: ViewSubject[]): Promise<void> {
  await trx.deleteFrom('view_counts').where('subject', 'in', subjects).execute();
}

// Computes the ranks of all apps from the views and taps of their days, each hour on one node: docs/decisions/031.

/** Apps of one step: on SQLite a step holds up other requests for some milliseconds. */
const batch = 200;
/** Pause between two steps, for other work. */
const pauseMs = 2;

/** @param today days since 1970 in Lagos */
export async function rankApps(db: Database, today: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const apps = await findRanksAfter(db.read, after, batch);
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
  const rows = await db
    .selectFrom('view_counts')
    .selectAll()
    .where(
      'subject',
      'in',
      appIds.flatMap((id) => [`app:${id}`, `tap:${id}`]),
    )
    .where('day', '>', today - rankedDays)
    .execute();
  for (const { subject, day, views } of rows) {
    const ofApp = visitors.get(subject.slice('app:'.length));
    ofApp?.set(today - day, (ofApp.get(today - day) ?? 0) + views);
  }
  return visitors;
}
