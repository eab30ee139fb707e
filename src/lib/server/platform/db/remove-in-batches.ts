import { setTimeout as sleep } from 'node:timers/promises';
import type { DeleteResult } from 'kysely';
import type { Database, WriteDb } from './database.ts';

/** Rows of one transaction: they take SQLite, and with it all who read, a few milliseconds. */
const batch = 200;

/** Between two transactions, so that others have their turn. */
const pauseMs = 5;

/**
 * Removes rows by the transaction, however many there are, so that a sweep of a million holds up nobody.
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
    removed += Number(numDeletedRows);
    if (Number(numDeletedRows) < batch) return removed;
    await sleep(pauseMs);
  }
}
