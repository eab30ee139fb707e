import type { BulkActionTable } from '../../platform/db/schema.ts';
import type { Engine, WriteDb } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { withFreeNumber } from '../cases/case-number.ts';

export async function insertBulk(
  trx: WriteDb,
  bulk: Omit<BulkActionTable, 'id' | 'number'>,
): Promise<BulkActionTable> {
  return await withFreeNumber(bulk.created_at, (number) =>
    trx
      .insertInto('bulk_actions')
      .values({ ...bulk, id: newId(), number })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Locks a bulk action until the transaction ends. */
export async function lockBulk(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  number: string,
): Promise<BulkActionTable | undefined> {
  return await trx
    .selectFrom('bulk_actions')
    .selectAll()
    .where('number', '=', number)
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function changeBulk(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<BulkActionTable, 'id' | 'number'>>,
): Promise<void> {
  await trx.updateTable('bulk_actions').set(columns).where('id', '=', id).execute();
}
