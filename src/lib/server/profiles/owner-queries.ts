// Owners as those who list and remove apps need them.
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';

/** Far more than are being removed at a time; apps of any others are left out where they are read. */
const most = 100;

/** Accounts that were deleted and whose apps are still being removed. */
export async function findClosedOwners(db: ReadDb): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('closed_at', 'is not', null)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Whether the account may list apps: neither deleted nor closed by the operator. It stays so until the transaction ends: SQLite has
 * one writer at a time, PostgreSQL locks the row.
 */
export async function lockOpenOwner(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('banned_at', 'is', null)
    .$if(engine.name === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
}
