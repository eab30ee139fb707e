import { sql } from 'kysely';
import type { WriteDb } from '../../platform/db/database.ts';

/** Waits for every other transaction that holds one of them. In one order, so that no two wait for each other. */
export async function lockSkeletons(trx: WriteDb, skeletons: string[]): Promise<void> {
  for (const skeleton of skeletons.toSorted()) {
    await trx
      .insertInto('name_locks')
      .values({ skeleton })
      .onConflict((conflict) => conflict.column('skeleton').doUpdateSet({ skeleton }))
      .execute();
  }
}

/** Leaves no row behind; others still wait until the transaction ends. */
export async function unlockSkeletons(trx: WriteDb, skeletons: string[]): Promise<void> {
  await trx.deleteFrom('name_locks').where('skeleton', 'in', skeletons).execute();
}

/** Those that got one meanwhile keep it. */
export async function storeSkeletons(trx: WriteDb, rows: { id: string; skeleton: string }[]): Promise<void> {
  const values = sql.join(rows.map(({ id, skeleton }) => sql`(${id}, ${skeleton})`));
  await sql`with made (id, skeleton) as (values ${values})
    update apps set name_skeleton = made.skeleton from made
    where apps.id = made.id and apps.name_skeleton = ''`.execute(trx);
}
