import { setTimeout as sleep } from 'node:timers/promises';
import type { DeleteResult } from 'kysely';
import type { Database, WriteDb } from './database.ts';

/** Rows of one transaction, which blocks SQLite, and with it all readers, for a few milliseconds. */
const batch = 200;

/** Pause between two transactions, for other work. */
const pauseMs = 5;

/**
 * Removes any number of rows in small transactions, so that a sweep of a million delays nobody.
 * @param remove removes up to `limit` rows
 * @returns how many were removed
 */
export async function removeInBatches(
  db: Pick<Database, 'write'>,
  remove: (trx: WriteDb, limit: number) => Promise<DeleteResult>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { numDeletedRows } = await db.write((trx) => remove(trx, batch));
    // A batch may be short although rows are left: another node may have removed some of it meanwhile.
    if (numDeletedRows === 0n) return removed;
    removed += Number(numDeletedRows);
    await sleep(pauseMs);
  }
}
