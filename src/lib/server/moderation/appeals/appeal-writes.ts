import { noteChanged } from '../../platform/db/after-commit.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { AppealTable } from '../../platform/db/schema.ts';

/** @returns whether it was added; false if the party has appealed against the decision before */
export async function insertAppeal(trx: WriteDb, row: AppealTable): Promise<boolean> {
  noteChanged(dataKey.moderation);
  const added = await trx
    .insertInto('appeals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['decision_id', 'party_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Open appeals of a case, oldest first. */
export async function findOpenAppeals(trx: WriteDb, caseId: string): Promise<AppealTable[]> {
  return await trx
    .selectFrom('appeals')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute();
}

export async function changeAppeal(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<AppealTable, 'id'>>,
): Promise<void> {
  noteChanged(dataKey.moderation);
  await trx.updateTable('appeals').set(columns).where('id', '=', id).execute();
}
