import { countUpdated } from '../platform/db/count-rows.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { SiteSettingTable } from '../platform/db/schema.ts';

/**
 * Stores the setting if its version is still the one that was read; 0 stands for no row.
 * @returns whether it was
 */
export async function replaceSetting(
  trx: WriteDb,
  { name, value, version, updated_at }: SiteSettingTable,
): Promise<boolean> {
  if (version > 0) {
    const changed = trx
      .updateTable('site_settings')
      .set({ value, version: version + 1, updated_at })
      .where('name', '=', name)
      .where('version', '=', version);
    return (await countUpdated(changed)) === 1;
  }
  const added = await trx
    .insertInto('site_settings')
    .values({ name, value, version: 1, updated_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(added.numInsertedOrUpdatedRows ?? 0) === 1;
}
