import type { WriteDb } from '../../platform/db/database.ts';

/** Waits for other transactions that hold one of the skeletons. Sorted, so that no two deadlock. */
export async function lockSkeletons(trx: WriteDb, skeletons: string[]): Promise<void> {
  for (const skeleton of skeletons.toSorted()) {
    await trx
      .insertInto('name_locks')
      .values({ skeleton })
      .onConflict((conflict) => conflict.column('skeleton').doUpdateSet({ skeleton }))
      .execute();
  }
}

/** Removes the rows of the locks; other transactions still wait for this one to end. */
export async function unlockSkeletons(trx: WriteDb, skeletons: string[]): Promise<void> {
  await trx.deleteFrom('name_locks').where('skeleton', 'in', skeletons).execute();
}
