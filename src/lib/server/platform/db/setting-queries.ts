// Facts about the directory itself, by name.
import type { ReadDb, WriteDb } from './database.ts';

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
  const row = await trx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Removes the settings whose names are from `first` on and before `end`. */
export async function removeSettings(trx: WriteDb, first: string, end: string): Promise<void> {
  await trx.deleteFrom('settings').where('name', '>=', first).where('name', '<', end).execute();
}
