import type { WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { formOf, isNameOfDomain, keysOfForm } from './resemblance.ts';

/**
 * Stores the keys of the name of an app with a badge. Call it when the badge or the name changes. A name that is that
 * of the domain reaches as far as the name of a brand; any other one, such as 'Wallet' of example.ng, only its own
 * look.
 */
export async function keepProvedName(
  trx: WriteDb,
  { id, name, proof_name }: Pick<AppTable, 'id' | 'name' | 'proof_name'>,
): Promise<void> {
  const reach = isNameOfDomain(name, proof_name) ? 'near' : 'exact';
  const keys = keysOfForm(formOf(name, reach));
  await trx.deleteFrom('proved_name_keys').where('app_id', '=', id).where('key', 'not in', keys).execute();
  await trx
    .insertInto('proved_name_keys')
    .values(keys.map((key) => ({ key, app_id: id })))
    .onConflict((conflict) => conflict.columns(['key', 'app_id']).doNothing())
    .execute();
}
