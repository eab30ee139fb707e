import type { WriteDb } from '../../platform/db/database.ts';
import type { AppealTable } from '../../platform/db/schema.ts';

/** @returns whether it was added; false if the party has appealed against the decision before */
export async function insertAppeal(trx: WriteDb, row: AppealTable): Promise<boolean> {
  const added = await trx
    .insertInto('appeals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['decision_id', 'party_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function setCaseOfAppeal(trx: WriteDb, id: string, caseId: string): Promise<void> {
  await trx.updateTable('appeals').set({ case_id: caseId }).where('id', '=', id).execute();
}

interface Decided {
  outcome: 'upheld' | 'reversed';
  decidedBy: string | null;
  now: number;
}

/** Decides the open appeals of a case. @returns them, oldest first */
export async function decideAppealsOfCase(
  trx: WriteDb,
  caseId: string,
  { outcome, decidedBy, now }: Decided,
): Promise<AppealTable[]> {
  const rows = await trx
    .updateTable('appeals')
    .set({ state: 'decided', outcome, decided_by: decidedBy, decided_at: now })
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .returningAll()
    .execute();
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

export async function setAnswer(trx: WriteDb, id: string, answer: string): Promise<void> {
  await trx.updateTable('appeals').set({ answer }).where('id', '=', id).execute();
}
