import { categoryLimits } from '../../../shared/schemas/categories.ts';
import type { DeskCategories } from '../../../shared/schemas/moderation/categories.ts';
import { slugify } from '../../../shared/text/text.ts';
import { countByCategory, findCategoryRows, findFormerNames } from '../../apps/categories.ts';
import type { SiteContext } from '../context.ts';

/** The permanent id of a category in addresses of the API and the desk, made of its key. */
export const idOfCategory = (key: string): string => slugify(key);

/** The categories with the numbers of their listings in any state, as staff see them. */
export async function showCategories({ db }: Pick<SiteContext, 'db'>): Promise<DeskCategories> {
  const [rows, formerNames, counts] = await Promise.all([
    findCategoryRows(db.read),
    findFormerNames(db.read),
    countByCategory(db.read),
  ]);
  return {
    most: categoryLimits.most,
    categories: rows.map((row) => ({
      id: idOfCategory(row.key),
      name: row.name,
      version: row.version,
      listings: counts.get(row.key) ?? 0,
      former_names: formerNames
        .filter(({ category, slug }) => category === row.key && slug !== row.slug)
        .map(({ name }) => name),
    })),
  };
}
