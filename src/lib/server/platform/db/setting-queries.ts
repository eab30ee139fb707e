// Facts about the directory itself, by name.
import type { Clock } from '../clock.ts';
import type { Database, ReadDb, WriteDb } from './database.ts';

export async function findSetting(db: ReadDb | WriteDb, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function storeSetting(trx: WriteDb, name: string, value: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores the value unless there is one. @returns the stored value */
export async function settleSetting(trx: WriteDb, name: string, value: string): Promise<string> {
  await trx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSetting(trx, name)) ?? value;
}

/** A check that was begun a moment ago is not repeated: balancers ask every second, and anybody may ask /readyz. */
const freshMs = 5_000;

/**
 * Whether the database takes writes: it may answer reads on a full disk, or as a standby. Leaves nothing behind.
 * @returns a check that rejects with the reason
 */
export function createWriteCheck(db: Pick<Database, 'write'>, clock: Clock): () => Promise<void> {
  const name = 'write-check';
  let provedAt = -Infinity;
  return async () => {
    // A clock that was set back must not make what is old look fresh.
    if (Math.abs(clock() - provedAt) < freshMs) return;
    await db.write(async (trx) => {
      await storeSetting(trx, name, '');
      await trx.deleteFrom('settings').where('name', '=', name).execute();
    });
    provedAt = clock();
  };
}
