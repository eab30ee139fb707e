import { countingRules, type ViewSubject } from '../../shared/schemas/views.ts';
import { addUserViews, existingUserIds } from '../accounts/index.ts';
import { addAppTaps, addAppViews, findOwnerIds } from '../apps/index.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { Marks } from './daily-marks.ts';
import { addToDay, countMarks, insertMarks } from './view-writes.ts';

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
