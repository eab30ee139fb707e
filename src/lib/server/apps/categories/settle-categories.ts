import { noSuchCategory } from '../../../shared/schemas/app-forms.ts';
import type { CategoryKey, CategoryName } from '../../../shared/schemas/categories.ts';
import type { Database, WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findByFormerName, holdCategories } from './category-queries.ts';

/**
 * Finds the categories of these names, in the transaction that stores a listing: one may have been renamed or merged
 * since the form was checked. A category that is being merged gets no more listings, so that the merge comes to an end.
 * @throws AppError 400 for one that was removed meanwhile
 */
export async function settleCategories(
  engine: Database['engine'],
  trx: WriteDb,
  names: readonly CategoryName[],
): Promise<CategoryKey[]> {
  if (names.length === 0) return [];
  // A merge may end between the two queries of the first try.
  const found = (await find(engine, trx, names)) ?? (await find(engine, trx, names));
  if (found) return [...new Set(found)];
  const sentence = noSuchCategory(names.join(', '));
  throw new AppError(400, sentence, { category: sentence });
}

/** @returns null where one was not found */
async function find(
  engine: Database['engine'],
  trx: WriteDb,
  names: readonly CategoryName[],
): Promise<CategoryKey[] | null> {
  const former = await findByFormerName(trx, names);
  const held = await holdCategories(engine, trx, [...names, ...former.values()]);
  const keys = names.map((name) => {
    const keyOfFormer = former.get(name);
    const category =
      held.find((one) => one.name === name) ?? held.find((one) => one.key === (keyOfFormer ?? name));
    return category && (category.merges_into ?? category.key);
  });
  return keys.every((key) => key !== undefined) ? keys : null;
}
