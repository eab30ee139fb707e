import type { Database, ReadDb, WriteDb } from '../db/database.ts';
import { hasRow } from '../db/count-rows.ts';
import { removeInBatches } from '../db/remove-in-batches.ts';

export async function insertDeletions(trx: WriteDb, digests: string[], now: number): Promise<void> {
  await trx
    .insertInto('deletions')
    .values(digests.map((digest) => ({ digest, created_at: now })))
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ created_at: now }))
    .execute();
}

export async function deletionExists(db: ReadDb, digest: string, after: number): Promise<boolean> {
  return await hasRow(
    db.selectFrom('deletions').select('digest').where('digest', '=', digest).where('created_at', '>', after),
  );
}

/** Removes the rows whose digests begin with `mark` and a dot. */
export async function removeDeletionsOf(trx: WriteDb, mark: string): Promise<void> {
  await trx
    .deleteFrom('deletions')
    .where('digest', '>', `${mark}.`)
    // '/' is the character after '.'.
    .where('digest', '<', `${mark}/`)
    .execute();
}

export async function sweepDeletions(db: Pick<Database, 'write'>, before: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('deletions').select('digest').where('created_at', '<=', before).limit(limit);
    return await trx.deleteFrom('deletions').where('digest', 'in', some).executeTakeFirstOrThrow();
  });
}
