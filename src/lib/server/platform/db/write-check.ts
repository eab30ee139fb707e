import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/** A write that was seen to work a moment ago is not repeated: balancers ask every second. */
const freshMs = 5_000;

/**
 * Whether the database takes writes: it may answer reads on a full disk, or as a standby. Leaves nothing behind.
 * @returns a check that rejects with the reason
 */
export function createWriteCheck(db: Pick<Database, 'write'>, clock: Clock): () => Promise<void> {
  let provedAt = -Infinity;
  return async () => {
    const age = clock() - provedAt;
    // A clock that was set back must not keep the next write away.
    if (age >= 0 && age < freshMs) return;
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
  };
}
