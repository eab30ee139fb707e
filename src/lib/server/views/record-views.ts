import { countingRules } from '../../shared/schemas/popularity/ranks.ts';
import { addUserViews, existingUserIds } from '../accounts/index.ts';
import { addAppTaps, addAppViews, findOwnerIds } from '../apps/index.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { ViewNetworkTable } from '../platform/db/schema.ts';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { Marks } from './daily-marks.ts';
import { addToDay, addToNetworks, insertMarks } from './view-writes.ts';

export interface MarkedVisit extends Marks {
  day: number;
  subject: ViewSubject;
  viewer: string;
  /** How often the page was asked for. */
  times: number;
}

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 400;

const networkKey = ({
  day,
  subject,
  network,
}: Pick<ViewNetworkTable, 'day' | 'subject' | 'network'>): string => `${subject} ${day} ${network}`;

/** Counts new visitors, as far as their networks allow, and adds all visits to those of their networks. */
export async function recordViews(db: Database, visits: MarkedVisit[]): Promise<void> {
  await db.write(async (trx) => {
    const owners = await ownersOf(trx, [...new Set(visits.map(({ subject }) => subject))]);
    // Deleted subjects have no owner, and the owner's own views do not count.
    const counted = visits.filter(({ subject, viewer }) => {
      const owner = owners.get(subject);
      return owner !== undefined && owner !== viewer;
    });
    const viewsOf = await addVisits(trx, counted);
    const added = new Map<string, ViewNetworkTable>();
    const accepted: MarkedVisit[] = [];
    for (const visit of await newVisitors(trx, counted)) {
      const key = networkKey(visit);
      const views = viewsOf.get(key) ?? 0;
      if (views >= countingRules.viewsOfNetwork) continue;
      viewsOf.set(key, views + 1);
      added.set(key, { ...networkRow(visit), visits: 0, views: (added.get(key)?.views ?? 0) + 1 });
      accepted.push(visit);
    }
    await addRows(trx, added);
    const totals = Map.groupBy(accepted, ({ subject, day }) => `${subject} ${day}`);
    // Sorted, so that two nodes do not deadlock.
    for (const key of [...totals.keys()].sort()) {
      const group = totals.get(key);
      if (group?.[0]) await addViews(trx, group[0], group.length);
    }
  });
}

const networkRow = ({ day, subject, network, agent, times }: MarkedVisit): ViewNetworkTable => ({
  day,
  subject,
  network,
  agent,
  visits: times,
  views: 0,
});

/** @returns the views of each network before these visits */
async function addVisits(trx: WriteDb, visits: readonly MarkedVisit[]): Promise<Map<string, number>> {
  const rows = new Map<string, ViewNetworkTable>();
  for (const visit of visits) {
    const row = rows.get(networkKey(visit));
    if (row) row.visits += visit.times;
    else rows.set(networkKey(visit), networkRow(visit));
  }
  return await addRows(trx, rows);
}

/** Adds rows in the order of their keys, so that two nodes do not deadlock. @returns the views of each */
async function addRows(
  trx: WriteDb,
  rows: ReadonlyMap<string, ViewNetworkTable>,
): Promise<Map<string, number>> {
  const views = new Map<string, number>();
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  for (let from = 0; from < sorted.length; from += chunk)
    for (const row of await addToNetworks(trx, sorted.slice(from, from + chunk)))
      views.set(networkKey(row), row.views);
  return views;
}

/** Notes all visitors. @returns those that were not known today, each once */
async function newVisitors(trx: WriteDb, visits: readonly MarkedVisit[]): Promise<MarkedVisit[]> {
  const keyOf = ({ day, mark }: Pick<MarkedVisit, 'day' | 'mark'>) => `${day} ${mark}`;
  const visitors = new Map<string, MarkedVisit>();
  for (const visit of visits) if (!visitors.has(keyOf(visit))) visitors.set(keyOf(visit), visit);
  const distinct = [...visitors.values()];
  const isNew = new Set<string>();
  for (let from = 0; from < distinct.length; from += chunk)
    for (const row of await insertMarks(trx, distinct.slice(from, from + chunk))) isNew.add(keyOf(row));
  return distinct.filter((visit) => isNew.has(keyOf(visit)));
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
