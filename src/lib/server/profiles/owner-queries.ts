// Owners as those who list apps need them.
import type { Engine, WriteDb } from '../platform/db/database.ts';

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
