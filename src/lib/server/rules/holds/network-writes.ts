import type { WriteDb } from '../../platform/db/database.ts';
import { countDeleted } from '../../platform/db/count-rows.ts';

export async function noteNetwork(
  trx: WriteDb,
  { network, userId, now }: { network: string; userId: string; now: number },
): Promise<void> {
  await trx
    .insertInto('listing_networks')
    .values({ network, user_id: userId, listed_at: now })
    .onConflict((conflict) => conflict.columns(['network', 'user_id']).doUpdateSet({ listed_at: now }))
    .execute();
}

/** @returns how many were removed */
export async function forgetNetworks(trx: WriteDb, before: number): Promise<number> {
  return await countDeleted(trx.deleteFrom('listing_networks').where('listed_at', '<=', before));
}
