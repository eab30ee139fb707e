// What somebody's apps say that they can do.
import type { CategoryName } from '../../../shared/schemas/categories.ts';
import type { Platform } from '../../../shared/schemas/apps.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { profileApps } from '../public-app-queries.ts';

export interface Skills {
  /** How many of the newest apps are of each, the most frequent first. */
  platforms: { platform: Platform; apps: number }[];
  categories: { category: CategoryName; apps: number }[];
}

/** Newest apps that are counted. */
const counted = 500;

/** Counts the apps on the profile by platform and category. */
export async function countSkills({ read: db, reads }: Reader, ownerId: string): Promise<Skills> {
  reads.note(dataKey.user(ownerId), dataKey.categories);
  const newest = profileApps(db)
    .select(['apps.id', 'apps.platform'])
    .where('apps.owner_id', '=', ownerId)
    .orderBy('apps.created_at', 'desc')
    .orderBy('apps.id', 'desc')
    .limit(counted)
    .as('newest');
  const platforms = await db
    .selectFrom(newest)
    .select((eb) => ['newest.platform', eb.fn.countAll<number | string>().as('apps')])
    .groupBy('newest.platform')
    .execute();
  const categories = await db
    .selectFrom(newest)
    .innerJoin('app_categories', 'app_categories.app_id', 'newest.id')
    .innerJoin('categories', 'categories.key', 'app_categories.category')
    .select((eb) => ['categories.name as category', eb.fn.countAll<number | string>().as('apps')])
    .groupBy('categories.name')
    .execute();
  const mostFirst = <Row extends { apps: number | string }>(rows: Row[], name: (row: Row) => string) =>
    rows
      .map((row) => ({ ...row, apps: Number(row.apps) }))
      .sort((one, other) => other.apps - one.apps || (name(one) < name(other) ? -1 : 1));
  return {
    platforms: mostFirst(platforms, ({ platform }) => platform),
    categories: mostFirst(categories, ({ category }) => category),
  };
}
