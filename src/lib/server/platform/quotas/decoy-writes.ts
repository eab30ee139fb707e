import type { WriteDb } from '../db/database.ts';
import { newId } from '../ids.ts';

/**
 * Writes and deletes as many rows as the other outcome of a request would have written, one statement each. Threat: a
 * commit that writes waits for the disk and one that only reads does not, so that the time of an answer reveals its
 * outcome. The rows are unique, so that requests do not wait for each other.
 * @param now milliseconds since 1970
 */
export async function writeDecoyRows(trx: WriteDb, count: number, now: number): Promise<void> {
  const keys = Array.from({ length: count }, () => `decoy:${newId()}`);
  for (const key of keys)
    await trx.insertInto('rate_limits').values({ key, hits: 0, resets_at: now }).execute();
  await trx.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}
