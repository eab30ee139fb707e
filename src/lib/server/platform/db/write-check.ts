import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/** A check that was begun a moment ago is not repeated: balancers ask every second, and anybody may ask /readyz. */
const freshMs = 5_000;

/**
 * Whether the database takes writes: it may answer reads on a full disk, or as a standby. Leaves nothing behind.
 * @returns a check that rejects with the reason
 */
export function createWriteCheck(db: Pick<Database, 'write'>, clock: Clock): () => Promise<void> {
  let last: { at: number; outcome: Promise<void> } | undefined;

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
  }

  return async () => {
    const now = clock();
    // A clock that was set back must not make what is old look fresh.
    if (!last || now < last.at || now - last.at >= freshMs) last = { at: now, outcome: prove() };
    const asked = last;
    try {
      await asked.outcome;
    } catch (error) {
      // Tried again as soon as somebody asks.
      if (last === asked) last = undefined;
      throw error;
    }
  };
}
