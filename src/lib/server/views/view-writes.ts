import { sql } from 'kysely';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { ViewCountTable, ViewMarkTable } from '../platform/db/schema.ts';

/** @returns the new ones */
export async function insertMarks(trx: WriteDb, marks: readonly ViewMarkTable[]): Promise<ViewMarkTable[]> {
  return await trx
    .insertInto('view_marks')
    .values(marks.map(({ day, mark }) => ({ day, mark })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['day', 'mark'])
    .execute();
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
