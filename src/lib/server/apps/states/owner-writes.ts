import type { WriteDb } from '../../platform/db/database.ts';
import { sqlLiteral } from '../../platform/db/sql-literal.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { moveEventsOfApp } from '../../timeline/index.ts';

/**
 * Gives a listing with its events to another account. Its address, pictures, releases, hearts and followers stay.
 * @param isOpen whether the new owner's account is; see `lockOpenOwner`
 */
export async function changeOwner(
  trx: WriteDb,
  id: string,
  { ownerId, isOpen }: { ownerId: string; isOpen: boolean },
): Promise<AppTable> {
  const row = await trx
    .updateTable('apps')
    .set((eb) => ({
      owner_id: ownerId,
      is_listed: isOpen
        ? eb.case().when('state', '=', 'public').then(sqlLiteral.true).else(sqlLiteral.false).end()
        : 0,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await moveEventsOfApp(trx, id, ownerId);
  return row;
}
