import { sql } from 'kysely';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { ViewSubject } from '../../shared/schemas/views.ts';

export interface Mark {
  day: number;
  mark: string;
  subject: ViewSubject;
  viewer: string;
}

/** Rows an insert takes at a time; both engines bound the parameters of one statement. */
const chunk = 400;

/** Counts the marks that are new, in one transaction. */
export async function recordViews(db: Database, marks: Mark[]): Promise<void> {
  await db.write(async (trx) => {
    const owners = await ownersOf(trx, [...new Set(marks.map(({ subject }) => subject))]);
    // What is gone has no owner; what the owner looks at is not counted.
    const counted = marks.filter(({ subject, viewer }) => {
      const owner = owners.get(subject);
      return owner !== undefined && owner !== viewer;
    });
    const isNew = new Set<string>();
    for (let from = 0; from < counted.length; from += chunk) {
      const rows = await trx
        .insertInto('view_marks')
        .values(counted.slice(from, from + chunk).map(({ day, mark }) => ({ day, mark })))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['day', 'mark'])
        .execute();
      for (const { day, mark } of rows) isNew.add(`${day} ${mark}`);
    }
    const totals = Map.groupBy(
      counted.filter(({ day, mark }) => isNew.has(`${day} ${mark}`)),
      ({ subject, day }) => `${subject} ${day}`,
    );
    // Always in the same order, so that two processes cannot wait for one another.
    for (const key of [...totals.keys()].sort()) {
      const group = totals.get(key);
      if (group?.[0]) await addViews(trx, group[0], group.length);
    }
  });
}

async function addViews(trx: WriteDb, { subject, day }: Mark, views: number): Promise<void> {
  await trx
    .insertInto('view_counts')
    .values({ subject, day, views })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'day']).doUpdateSet({ views: sql`view_counts.views + excluded.views` }),
    )
    .execute();
  const [kind, id = ''] = subject.split(':');
  await trx
    .updateTable(kind === 'app' ? 'apps' : 'users')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute();
}

async function ownersOf(trx: WriteDb, subjects: ViewSubject[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) =>
    subjects.flatMap((subject) => (subject.startsWith(`${kind}:`) ? [subject.slice(kind.length + 1)] : []));
  const [appIds, userIds] = [idsOf('app'), idsOf('user')];
  const owners = new Map<string, string>();
  if (appIds.length > 0) {
    const rows = await trx.selectFrom('apps').select(['id', 'owner_id']).where('id', 'in', appIds).execute();
    for (const { id, owner_id } of rows) owners.set(`app:${id}`, owner_id);
  }
  if (userIds.length > 0) {
    const rows = await trx.selectFrom('users').select('id').where('id', 'in', userIds).execute();
    for (const { id } of rows) owners.set(`user:${id}`, id);
  }
  return owners;
}
