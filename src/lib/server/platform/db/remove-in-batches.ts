import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type DeleteResult } from 'kysely';
import type { Database, WriteDb } from './database.ts';
import type { Schema } from './schema.ts';

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

/**
 * Removes the rows of a table whose instant in a column is `until` or before, in batches.
 * @param key what identifies a row
 * @param more a further condition
 */
export async function removeUntil<Table extends keyof Schema>(
  db: Pick<Database, 'write'>,
  { table, key, column }: Record<'key' | 'column', keyof Schema[Table] & string> & { table: Table },
  until: number,
  more = sql`true`,
): Promise<number> {
  const isOld = sql`${sql.ref(column)} <= ${until} and ${more}`;
  return await removeInBatches(db, async (trx, limit) => {
    const some = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${isOld} limit ${limit}`;
    // Checked again, because on PostgreSQL the row may have changed meanwhile.
    const removing = sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${some}) and ${isOld}`;
    return { numDeletedRows: (await removing.execute(trx)).numAffectedRows ?? 0n };
  });
}
