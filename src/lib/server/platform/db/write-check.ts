import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/** A write that was seen to work a moment ago is not repeated: balancers ask every second. */
const freshMs = 5_000;

/**
 * Whether the database takes writes: it may answer reads on a full disk, or as a standby. Leaves nothing behind. Calls
 * that overlap share one write, because anybody may ask /readyz while no write succeeds.
 * @returns a check that rejects with the reason
 */
export function createWriteCheck(db: Pick<Database, 'write'>, clock: Clock): () => Promise<void> {
  let provedAt = -Infinity;
  let begunAt = -Infinity;
  let running: Promise<void> | undefined;

  async function prove(): Promise<void> {
    await db.write(async (trx) => {
      const name = 'write-check';
      await trx
        .insertInto('settings')
        .values({ name, value: '' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx.deleteFrom('settings').where('name', '=', name).execute();
    });
    provedAt = clock();
  }

  return async () => {
    const now = clock();
    // A clock that was set back must not make what is old look fresh.
    const isFresh = (instant: number): boolean => now >= instant && now - instant < freshMs;
    if (isFresh(provedAt)) return;
    // On a connection that was lost a write may hang for long after the database is back.
    if (!running || !isFresh(begunAt)) {
      begunAt = now;
      const begun = prove().finally(() => {
        // A later write may have taken the place of one that hung.
        if (running === begun) running = undefined;
      });
      running = begun;
    }
    await running;
  };
}
