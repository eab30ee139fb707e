import { addUserViews, existingUserIds } from '../accounts/index.ts';
import { addAppViews, findOwnerIds } from '../apps/index.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import { addToDay, insertMarks } from './view-writes.ts';

export interface Mark {
  day: number;
  mark: string;
  subject: ViewSubject;
  viewer: string;
}

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 400;

/** Inserts marks and counts the new ones, in one transaction. */
export async function recordViews(db: Database, marks: Mark[]): Promise<void> {
  await db.write(async (trx) => {
    const owners = await ownersOf(trx, [...new Set(marks.map(({ subject }) => subject))]);
    // Deleted subjects have no owner, and the owner's own views do not count.
    const counted = marks.filter(({ subject, viewer }) => {
      const owner = owners.get(subject);
      return owner !== undefined && owner !== viewer;
    });
    const isNew = new Set<string>();
    for (let from = 0; from < counted.length; from += chunk) {
      for (const { day, mark } of await insertMarks(trx, counted.slice(from, from + chunk)))
        isNew.add(`${day} ${mark}`);
    }
    const totals = Map.groupBy(
      counted.filter(({ day, mark }) => isNew.has(`${day} ${mark}`)),
      ({ subject, day }) => `${subject} ${day}`,
    );
    // Sorted, so that two nodes do not deadlock.
    for (const key of [...totals.keys()].sort()) {
      const group = totals.get(key);
      if (group?.[0]) await addViews(trx, group[0], group.length);
    }
  });
}

async function addViews(trx: WriteDb, { subject, day }: Mark, views: number): Promise<void> {
  await addToDay(trx, { subject, day, views });
  const [kind, id = ''] = subject.split(':');
  await (kind === 'app' ? addAppViews : addUserViews)(trx, id, views);
}

/** Owner ids by subject; deleted subjects are left out. */
async function ownersOf(trx: WriteDb, subjects: ViewSubject[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) =>
    subjects.flatMap((subject) => (subject.startsWith(`${kind}:`) ? [subject.slice(kind.length + 1)] : []));
  const owners = new Map<string, string>();
  for (const [id, ownerId] of await findOwnerIds(trx, idsOf('app'))) owners.set(`app:${id}`, ownerId);
  for (const id of await existingUserIds(trx, idsOf('user'))) owners.set(`user:${id}`, id);
  return owners;
}
