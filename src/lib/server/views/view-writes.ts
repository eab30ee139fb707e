import { sql } from 'kysely';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { ViewCountTable, ViewMarkTable } from '../platform/db/schema.ts';

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
