import type { WriteDb } from '../../platform/db/database.ts';
import { countDeleted } from '../../platform/db/count-rows.ts';
import type { ReservedNameTable } from '../../platform/db/schema.ts';
import { formOf, keysOfForm } from './resemblance.ts';

/** Rows of one statement: SQLite takes 32,766 parameters. */
const maxRows = 5_000;

/** Stores names with their keys. Names with a skeleton that is reserved already are left out. */
export async function insertNames(trx: WriteDb, rows: ReservedNameTable[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = await trx
    .insertInto('reserved_names')
    .values(rows)
    .onConflict((conflict) => conflict.column('skeleton').doNothing())
    .returningAll()
    .execute();
  await storeKeys(trx, stored);
}

/** Computes the keys of names again. */
export async function storeKeys(
  trx: WriteDb,
  names: Pick<ReservedNameTable, 'id' | 'label' | 'reach'>[],
): Promise<void> {
  if (names.length === 0) return;
  const ids = names.map(({ id }) => id);
  await trx.deleteFrom('reserved_name_keys').where('name_id', 'in', ids).execute();
  const keys = names.flatMap(({ id, label, reach }) =>
    keysOfForm(formOf(label, reach)).map((key) => ({ key, name_id: id })),
  );
  for (let from = 0; from < keys.length; from += maxRows)
    await trx
      .insertInto('reserved_name_keys')
      .values(keys.slice(from, from + maxRows))
      .onConflict((conflict) => conflict.columns(['key', 'name_id']).doNothing())
      .execute();
}

export async function changeName(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<ReservedNameTable, 'id'>>,
): Promise<void> {
  await trx.updateTable('reserved_names').set(columns).where('id', '=', id).execute();
}

/** @throws a foreign key violation where one of the accounts does not exist */
export async function allowUsers(trx: WriteDb, nameId: string, userIds: string[]): Promise<void> {
  await trx.deleteFrom('reserved_name_users').where('name_id', '=', nameId).execute();
  if (userIds.length === 0) return;
  await trx
    .insertInto('reserved_name_users')
    .values([...new Set(userIds)].map((user_id) => ({ name_id: nameId, user_id })))
    .execute();
}

/** @returns whether it existed */
export async function removeName(trx: WriteDb, id: string): Promise<boolean> {
  return (await countDeleted(trx.deleteFrom('reserved_names').where('id', '=', id))) > 0;
}
