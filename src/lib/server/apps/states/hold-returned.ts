// Judges a listing that comes back in a bulk action. Threat: while it is held or limited its owner makes a bank of it,
// and whoever takes the bulk action back has looked at none of its listings.
import type { WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { findCategories } from '../app-queries.ts';
import type { AppsContext } from '../context.ts';
import { holdListing, textsOf } from './hold-listing.ts';

/**
 * Holds a listing again that its owner has changed since it left the public, as a change of a public one would; one
 * that is limited stays so, with a case. Without a change it comes back as it was: staff may have let it through. What
 * it said before is not stored, so a changed one is judged as a whole. Call it in the transaction that brings it back.
 * @param leftAt when it left the public
 * @returns whether it is held now
 */
export async function holdReturned(
  context: AppsContext,
  trx: WriteDb,
  row: AppTable,
  leftAt: number,
): Promise<boolean> {
  const { categories, reindex, rules } = context;
  const { id, owner_id: ownerId, state } = row;
  // `lockApp` gives every later change a later instant.
  if (row.updated_at <= leftAt) return false;
  const keys = ((await findCategories(trx, [id])).get(id) ?? []).map(({ key }) => key);
  const after = textsOf(row, categories().originsOf(keys));
  const found = await rules.judgeWhole(trx, { account: { id: ownerId }, after });
  if (!found) return false;
  const hold = { ...found, note: `${found.note} Its owner changed it before it came back.` };
  await holdListing(context, trx, { id, ownerId, hold, state });
  await reindex(trx, [id]);
  return state !== 'limited';
}
