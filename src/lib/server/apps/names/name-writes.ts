import { sql } from 'kysely';
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

/** Does not overwrite a skeleton that was stored meanwhile. */
export async function storeSkeletons(trx: WriteDb, rows: { id: string; skeleton: string }[]): Promise<void> {
  const values = sql.join(rows.map(({ id, skeleton }) => sql`(${id}, ${skeleton})`));
  await sql`with made (id, skeleton) as (values ${values})
    update apps set name_skeleton = made.skeleton from made
    where apps.id = made.id and apps.name_skeleton = ''`.execute(trx);
}
