import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { CategoryAliasTable, CategoryTable } from '../../platform/db/schema.ts';

export async function insertCategory(trx: WriteDb, row: CategoryTable): Promise<void> {
  await trx.insertInto('categories').values(row).execute();
}

export async function changeCategory(
  trx: WriteDb,
  key: CategoryKey,
  columns: Partial<CategoryTable>,
): Promise<void> {
  await trx.updateTable('categories').set(columns).where('key', '=', key).execute();
}

export async function deleteCategory(trx: WriteDb, key: CategoryKey): Promise<void> {
  await trx.deleteFrom('categories').where('key', '=', key).execute();
}

/** Keeps a name that leads to a category from now on. A row that remembers a merged category goes on doing so. */
export async function keepFormerName(trx: WriteDb, row: CategoryAliasTable): Promise<void> {
  const { name, category, created_at } = row;
  await trx
    .insertInto('category_aliases')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((eb) => ({
        name,
        category,
        merged_key: eb.fn.coalesce('excluded.merged_key', 'category_aliases.merged_key'),
        created_at,
      })),
    )
    .execute();
}

/**
 * A former name that a category has again is none. A row that remembers a merged category stays, because rules and rows
 * of older versions know that one by its key.
 */
export async function dropFormerName(trx: WriteDb, slug: string): Promise<void> {
  await trx.deleteFrom('category_aliases').where('slug', '=', slug).where('merged_key', 'is', null).execute();
}

/** The former names of a category lead to another one. */
export async function moveFormerNames(trx: WriteDb, from: CategoryKey, to: CategoryKey): Promise<void> {
  await trx.updateTable('category_aliases').set({ category: to }).where('category', '=', from).execute();
}
