import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import type { Database, WriteDb } from '../../platform/db/database.ts';

/**
 * Gives all listings of the category `from` the category `to`. A listing that has both keeps one of them, in the place
 * of the first. The rows of the apps are locked, so that their owners change the categories before or after.
 */
export async function moveCategory(
  engine: Database['engine'],
  trx: WriteDb,
  from: CategoryKey,
  to: CategoryKey,
): Promise<void> {
  const having = (category: CategoryKey) =>
    trx.selectFrom('app_categories').select('app_id').where('category', '=', category);
  if (engine.name === 'postgres')
    await trx
      .selectFrom('apps')
      .select('id')
      .where('id', 'in', having(from))
      .orderBy('id')
      .forUpdate()
      .execute();
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
