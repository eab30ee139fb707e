// Queries of `rate_limits`. Each count is one statement, so that concurrent hits are all counted.
import { sql } from 'kysely';
import type { Database, ReadDb, WriteDb } from '../db/database.ts';
import { removeInBatches } from '../db/remove-in-batches.ts';
import type { RateLimitTable } from '../db/schema.ts';

/** Milliseconds; `now` since 1970. */
interface Window {
  now: number;
  ms: number;
}

/** Counts hits of each key in a window that begins with the first hit. */
export async function countHits(
  trx: WriteDb,
  keys: readonly string[],
  { now, ms }: Window,
  hits = 1,
): Promise<RateLimitTable[]> {
  return await trx
    .insertInto('rate_limits')
    // Sorted by key, so that transactions lock the same rows in one order.
    .values(keys.toSorted().map((key) => ({ key, hits, resets_at: now + ms })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limits.resets_at <= ${now} then ${hits} else rate_limits.hits + ${hits} end`,
        resets_at: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'hits', 'resets_at'])
    .execute();
}

/** Opens a window unless one is open. @returns whether it was opened: of several callers at once, by one */
export async function claimWindow(trx: WriteDb, key: string, { now, ms }: Window): Promise<boolean> {
  const row = await trx
    .insertInto('rate_limits')
    .values({ key, hits: 1, resets_at: now + ms })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ hits: 1, resets_at: now + ms })
        .where('rate_limits.resets_at', '<=', now),
    )
    .returning('resets_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes from a bucket, which is full again `ms` later. @returns when it is full; milliseconds since 1970 */
export async function drainBucket(trx: WriteDb, key: string, { now, ms }: Window): Promise<number> {
  const row = await trx
    .insertInto('rate_limits')
    .values({ key, hits: 1, resets_at: now + ms })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: 1,
        resets_at: sql<number>`case when rate_limits.resets_at > ${now} then rate_limits.resets_at else ${now} end + ${ms}`,
      }),
    )
    .returning('resets_at')
    .executeTakeFirstOrThrow();
  return row.resets_at;
}

/** Gives back to a bucket, which is full again `ms` sooner. */
export async function refillBucket(trx: WriteDb, key: string, ms: number): Promise<void> {
  await trx
    .updateTable('rate_limits')
    .set((eb) => ({ resets_at: eb('resets_at', '-', ms) }))
    .where('key', '=', key)
    .execute();
}

/** Removes hits from the window that ends at `resetsAt`. Another window has not counted them. */
export async function uncountHits(
  trx: WriteDb,
  key: string,
  { hits, resetsAt }: { hits: number; resetsAt: number },
): Promise<void> {
  await trx
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', hits) }))
    .where('key', '=', key)
    .where('hits', '>=', hits)
    .where('resets_at', '=', resetsAt)
    .execute();
}

/** Removes one hit from the current window. */
export async function uncountHit(trx: WriteDb, key: string): Promise<void> {
  await trx
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute();
}

export async function moveWindowEnds(trx: WriteDb, keys: string[], resetsAt: number): Promise<void> {
  await trx.updateTable('rate_limits').set({ resets_at: resetsAt }).where('key', 'in', keys).execute();
}

/** The row of a window that has not ended. */
export async function findOpenWindow(
  db: ReadDb,
  key: string,
  now: number,
): Promise<Pick<RateLimitTable, 'hits' | 'resets_at'> | undefined> {
  return await db
    .selectFrom('rate_limits')
    .select(['hits', 'resets_at'])
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .executeTakeFirst();
}

export async function storeWindow(trx: WriteDb, row: RateLimitTable): Promise<void> {
  const { hits, resets_at } = row;
  await trx
    .insertInto('rate_limits')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ hits, resets_at }))
    .execute();
}

export async function forgetKey(trx: WriteDb, key: string): Promise<void> {
  await trx.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Removes windows that have ended. */
export async function sweepWindows(db: Pick<Database, 'write'>, now: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('rate_limits').select('key').where('resets_at', '<=', now).limit(limit);
    // Checked again, because on PostgreSQL the row may have been hit meanwhile.
    return await trx
      .deleteFrom('rate_limits')
      .where('key', 'in', some)
      .where('resets_at', '<=', now)
      .executeTakeFirstOrThrow();
  });
}
