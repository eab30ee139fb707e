import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import type { WriteDb } from '../../platform/db/database.ts';

/**
 * Gives all listings of the category `from` the category `to`. A listing that has both keeps one of them, in the place
 * of the first. The caller has locked them.
 */
export async function moveCategory(trx: WriteDb, from: CategoryKey, to: CategoryKey): Promise<void> {
  const having = (category: CategoryKey) =>
    trx.selectFrom('app_categories').select('app_id').where('category', '=', category);
  await trx
    .updateTable('app_categories')
    .set(({ selectFrom }) => ({
      position: selectFrom('app_categories as both')
        .whereRef('both.app_id', '=', 'app_categories.app_id')
        .where('both.category', 'in', [from, to])
        .select(({ fn }) => fn.min('both.position').as('position')),
    }))
    .where('category', '=', to)
    .where('app_id', 'in', having(from))
    .execute();
  await trx
    .deleteFrom('app_categories')
    .where('category', '=', from)
    .where('app_id', 'in', having(to))
    .execute();
  await trx.updateTable('app_categories').set({ category: to }).where('category', '=', from).execute();
}
