// What staff set for the whole site.
import type { CategoryKey, CategoryName } from '../../../../shared/schemas/categories.ts';

/** A setting that is in the database once somebody has changed it. */
export interface SiteSettingTable {
  name: 'announcement' | 'contact' | 'data-price';
  /** JSON (site/settings.ts). */
  value: string;
  /** Grows with each change, so that of two people who change it at once the second is told. */
  version: number;
  updated_at: number;
}

export interface CategoryTable {
  key: CategoryKey;
  name: CategoryName;
  slug: string;
  /** Its place in the order of the categories; gaps are possible. */
  position: number;
  /** Grows with each change, so that of two people who change it at once the second is told. */
  version: number;
  created_at: number;
  changed_at: number;
}

/** A name that a category had, or that of a category which was merged into it. Their addresses lead on. */
export interface CategoryAliasTable {
  slug: string;
  name: CategoryName;
  category: CategoryKey;
  /** The key of the merged category; null for a former name of the category itself. */
  merged_key: CategoryKey | null;
  created_at: number;
}

export interface SiteTables {
  site_settings: SiteSettingTable;
  categories: CategoryTable;
  category_aliases: CategoryAliasTable;
}
