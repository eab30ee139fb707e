// Categories: rows that staff change, and what listings have of them.
import { noSuchCategory } from '../../shared/schemas/app-forms.ts';
import type { CategoryKey, CategoryName } from '../../shared/schemas/categories.ts';
import { createCategoryList, type CategoryList } from '../platform/category-list.ts';
import { atFewLengths } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import { fieldError } from '../platform/errors.ts';

/** In the order in which pages show them. */
export async function findCategoryRows(db: ReadDb): Promise<Row<'categories'>[]> {
  return await db.selectFrom('categories').selectAll().orderBy('position').orderBy('key').execute();
}

/** The former names of all categories, the oldest first. */
export async function findFormerNames(db: ReadDb): Promise<Row<'category_aliases'>[]> {
  return await db.selectFrom('category_aliases').selectAll().orderBy('created_at').orderBy('slug').execute();
}

export async function findCategoryList(db: ReadDb): Promise<CategoryList> {
  return createCategoryList(await findCategoryRows(db), await findFormerNames(db));
}

/** The listings of a category, locked, so that their owners change them before or after. */
export async function lockAppsInCategory(trx: WriteDb, category: CategoryKey): Promise<string[]> {
  const having = trx.selectFrom('app_categories').select('app_id').where('category', '=', category);
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    .where('id', 'in', having)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

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

/** Categories by app, in order. */
export async function findCategories(db: ReadDb, appIds: readonly string[]) {
  const rows = await db
    .selectFrom('app_categories')
    .innerJoin('categories', 'categories.key', 'app_categories.category')
    .select(['app_id', 'key', 'name'])
    .where('app_id', 'in', atFewLengths(appIds))
    .orderBy('app_categories.position')
    .execute();
  return Map.groupBy(rows, (row) => row.app_id);
}

/**
 * Finds the categories of these names, in the transaction that stores a listing: one may have been renamed or merged
 * since the form was checked. They stay as they are until the transaction ends.
 * @throws AppError 400 for one that was removed meanwhile
 */
export async function settleCategories(trx: WriteDb, names: readonly CategoryName[]): Promise<CategoryKey[]> {
  if (names.length === 0) return [];
  const categories = trx.selectFrom('categories').select('key').orderBy('key');
  // Waits for whoever renames or merges one. What they did is seen by the statements that follow.
  await categories.forShare().execute();
  const list = await findCategoryList(trx);
  const missing = names.filter((name) => !list.named(name));
  if (missing.length === 0) return [...new Set(names.flatMap((name) => list.named(name)?.key ?? []))];
  throw fieldError('category', noSuchCategory(missing.join(', ')));
}
