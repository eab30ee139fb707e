import { sql } from 'kysely';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { ViewCountTable, ViewMarkTable, ViewNetworkTable } from '../platform/db/schema.ts';

/** @returns the new ones */
export async function insertMarks(trx: WriteDb, marks: readonly ViewMarkTable[]): Promise<ViewMarkTable[]> {
  return await trx
    .insertInto('view_marks')
    .values(marks.map(({ day, mark }) => ({ day, mark })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['day', 'mark'])
    .execute();
}

/** Adds visits and views to the rows of networks. The first browser of a network stays. @returns the rows */
export async function addToNetworks(
  trx: WriteDb,
  rows: readonly ViewNetworkTable[],
): Promise<Pick<ViewNetworkTable, 'day' | 'subject' | 'network' | 'views'>[]> {
  return await trx
    .insertInto('view_networks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'subject', 'network']).doUpdateSet({
        visits: sql`view_networks.visits + excluded.visits`,
        views: sql`view_networks.views + excluded.views`,
      }),
    )
    .returning(['day', 'subject', 'network', 'views'])
    .execute();
}

export async function addToDay(trx: WriteDb, row: Omit<ViewCountTable, 'voices'>): Promise<void> {
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

/** Stores how many views of the day count for ranks. */
export async function storeVoices(
  trx: WriteDb,
  day: number,
  voices: ReadonlyMap<string, number>,
): Promise<void> {
  if (voices.size === 0) return;
  const rows = [...voices].map(([subject, count]) => sql`(${subject}, cast(${count} as integer))`);
  await sql`with given (subject, voices) as (values ${sql.join(rows)})
    update view_counts set voices = given.voices from given
    where view_counts.subject = given.subject and view_counts.day = ${day}
      and view_counts.voices <> given.voices`.execute(trx);
}
