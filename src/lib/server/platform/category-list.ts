// The categories of the directory in memory. The site room reads them; the rooms that need them come before it, so
// the composition root passes the list to them (docs/decisions/028-categories.md).
import { firstCategories, type CategoryKey, type CategoryName } from '../../shared/schemas/categories.ts';
import { slugify } from '../../shared/text/text.ts';

export interface Category {
  key: CategoryKey;
  name: CategoryName;
}

/** A name that a category had before it was renamed, or that of a category which was merged into it. */
export interface FormerName {
  slug: string;
  name: CategoryName;
  category: CategoryKey;
  /** The key of the merged category; null for a former name of the category itself. */
  merged_key: CategoryKey | null;
}

export type CategoryList = ReturnType<typeof createCategoryList>;

const keyOf = (name: string): string => name.trim().toLowerCase();

/** @param all in the order in which pages show them */
export function createCategoryList(all: readonly Category[], formerNames: readonly FormerName[] = []) {
  const byKey = new Map(all.map((category) => [category.key, category]));
  const byName = new Map<string, Category>();
  const bySlug = new Map<string, Category>();
  const origins = new Map<CategoryKey, CategoryKey[]>();
  for (const { slug, name, category: key, merged_key: merged } of formerNames) {
    const category = byKey.get(key);
    if (!category) continue;
    byName.set(keyOf(name), category);
    bySlug.set(slug, category);
    if (merged !== null) origins.set(key, [...(origins.get(key) ?? []), merged]);
  }
  for (const category of all) {
    byName.set(keyOf(category.name), category);
    bySlug.set(slugify(category.name), category);
  }
  return {
    all,
    /** The category with this name or former name, ignoring case. */
    named: (text: string) => byName.get(keyOf(text)),
    /** The category with this slug or former slug. The slug of its name is `slugify(name)`. */
    ofSlug: (slug: string) => bySlug.get(slug),
    /** These keys, and those of the categories that were merged into them: what a rule about 'Finance' looks for. */
    originsOf: (keys: readonly CategoryKey[]) => keys.flatMap((key) => [key, ...(origins.get(key) ?? [])]),
  };
}

/** The list of a new directory. */
export const firstCategoryList = createCategoryList(firstCategories.map((name) => ({ key: name, name })));
