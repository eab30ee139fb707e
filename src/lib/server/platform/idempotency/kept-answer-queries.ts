import type { Database, ReadDb, WriteDb } from '../db/database.ts';
import { removeInBatches } from '../db/remove-in-batches.ts';
import type { KeptAnswerTable } from '../db/schema.ts';

/** @param over replaces a row that was created until then @returns whether it was inserted */
export async function insertKeptAnswer(trx: WriteDb, row: KeptAnswerTable, over: number): Promise<boolean> {
  await trx.deleteFrom('kept_answers').where('id', '=', row.id).where('created_at', '<=', over).execute();
  const inserted = await trx
    .insertInto('kept_answers')
    .values(row)
    // PostgreSQL waits here for another transaction that has inserted the same.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findKeptAnswer(
  db: ReadDb,
  id: string,
  after: number,
): Promise<KeptAnswerTable | undefined> {
  return await db
    .selectFrom('kept_answers')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>', after)
    .executeTakeFirst();
}

/** Keeps the newest `most` of an account. */
export async function removeSurplusAnswers(trx: WriteDb, accountId: string, most: number): Promise<void> {
  const last = await trx
    .selectFrom('kept_answers')
    .select('created_at')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst();
  if (!last) return;
  await trx
    .deleteFrom('kept_answers')
    .where('account_id', '=', accountId)
    .where('created_at', '<=', last.created_at)
    .execute();
}

export async function sweepKeptAnswers(db: Pick<Database, 'write'>, before: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('kept_answers').select('id').where('created_at', '<=', before).limit(limit);
    return await trx.deleteFrom('kept_answers').where('id', 'in', some).executeTakeFirstOrThrow();
  });
}
