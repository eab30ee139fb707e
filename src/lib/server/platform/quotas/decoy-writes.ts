import type { WriteDb } from '../db/database.ts';
import { newId } from '../ids.ts';

/**
 * Writes as many rows as the other outcome of a request would have written, one statement each, and leaves none of
 * them. Threat: a commit that writes waits for the disk and one that only reads does not, so how long an answer takes
 * on a busy disk tells which of both it was. No two requests share a row, so nobody waits for another's.
 * @param now milliseconds since 1970
 */
export async function writeDecoyRows(trx: WriteDb, count: number, now: number): Promise<void> {
  const keys = Array.from({ length: count }, () => `decoy:${newId()}`);
  for (const key of keys)
    await trx.insertInto('rate_limits').values({ key, hits: 0, resets_at: now }).execute();
  await trx.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}
