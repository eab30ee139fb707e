// Which young accounts have listed apps from a network in the last day.
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/count-rows.ts';

/** Whether another young account has listed an app from the network since the instant. */
export async function hasNeighbour(
  db: ReadDb | WriteDb,
  { network, userId, since }: { network: string; userId: string; since: number },
): Promise<boolean> {
  return await hasRow(
    db
      .selectFrom('listing_networks')
      .select('user_id')
      .where('network', '=', network)
      .where('user_id', '!=', userId)
      .where('listed_at', '>', since)
      .limit(1),
  );
}
