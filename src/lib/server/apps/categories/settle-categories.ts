import { noSuchCategory } from '../../../shared/schemas/app-forms.ts';
import type { CategoryKey, CategoryName } from '../../../shared/schemas/categories.ts';
import type { Database, WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findByFormerName, holdCategories } from './category-queries.ts';

/**
 * Finds the categories of these names, in the transaction that stores a listing: one may have been renamed or merged
 * since the form was checked.
 * @throws AppError 400 for one that was removed meanwhile
 */
export async function settleCategories(
  engine: Database['engine'],
  trx: WriteDb,
  names: readonly CategoryName[],
): Promise<CategoryKey[]> {
  if (names.length === 0) return [];
  // A merge may end between the two queries of the first try.
  const first = await find(engine, trx, names);
  const found = first.includes(undefined) ? await find(engine, trx, names) : first;
  const keys = found.filter((key) => key !== undefined);
  if (keys.length === names.length) return [...new Set(keys)];
  const missing = names.filter((_, at) => found[at] === undefined);
  const sentence = noSuchCategory(missing.join(', '));
  throw new AppError(400, sentence, { category: sentence });
}

/** @returns the category of each name; undefined for one that there is not */
async function find(
  engine: Database['engine'],
  trx: WriteDb,
  names: readonly CategoryName[],
): Promise<(CategoryKey | undefined)[]> {
  const former = await findByFormerName(trx, names);
  const held = await holdCategories(engine, trx, [...names, ...former.values()]);
  return names.map((name) => {
    const keyOfFormer = former.get(name);
    return (held.find((one) => one.name === name) ?? held.find((one) => one.key === (keyOfFormer ?? name)))
      ?.key;
  });
}
