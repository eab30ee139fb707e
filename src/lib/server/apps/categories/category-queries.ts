import type { CategoryKey, CategoryName } from '../../../shared/schemas/categories.ts';
import { createCategoryList, type CategoryList } from '../../platform/category-list.ts';
import type { Database, ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { CategoryAliasTable, CategoryTable } from '../../platform/db/schema.ts';

/** In the order in which pages show them. */
export async function findCategoryRows(db: ReadDb | WriteDb): Promise<CategoryTable[]> {
  return await db.selectFrom('categories').selectAll().orderBy('position').orderBy('key').execute();
}

/** The former names of all categories, the oldest first. */
export async function findFormerNames(db: ReadDb | WriteDb): Promise<CategoryAliasTable[]> {
  return await db.selectFrom('category_aliases').selectAll().orderBy('created_at').orderBy('slug').execute();
}

export async function findCategoryList(db: ReadDb | WriteDb): Promise<CategoryList> {
  const [rows, formerNames] = [await findCategoryRows(db), await findFormerNames(db)];
  return createCategoryList(
    rows.map(({ key, name }) => ({ key, name })),
    formerNames,
  );
}

/** Locks all categories, in the order of their keys, against other changes and against listings that name one. */
export async function lockCategories(engine: Database['engine'], trx: WriteDb): Promise<CategoryTable[]> {
  const rows = trx.selectFrom('categories').selectAll().orderBy('key');
  // The statement that waits for the locks does not see what others have added meanwhile; the next one does.
  if (engine.name === 'postgres') await rows.forUpdate().execute();
  return await rows.execute();
}

/** The categories with these names or keys. They stay as they are until the transaction ends. */
export async function holdCategories(
  engine: Database['engine'],
  trx: WriteDb,
  texts: readonly string[],
): Promise<Pick<CategoryTable, 'key' | 'name'>[]> {
  return await trx
    .selectFrom('categories')
    .select(['key', 'name'])
    .where((eb) => eb.or([eb('name', 'in', texts), eb('key', 'in', texts)]))
    .orderBy('key')
    .$if(engine.name === 'postgres', (query) => query.forShare())
    .execute();
}

/** The categories that had these names, by name. */
export async function findByFormerName(
  trx: WriteDb,
  names: readonly CategoryName[],
): Promise<Map<CategoryName, CategoryKey>> {
  const rows = await trx
    .selectFrom('category_aliases')
    .select(['name', 'category'])
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, category }) => [name, category]));
}
