// What somebody's apps say that they can do.
import { sql } from 'kysely';
import type { CategoryName } from '../../../shared/schemas/categories.ts';
import type { Platform } from '../../../shared/schemas/app-fields.ts';
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
  // One statement for both, so that the apps are found once.
  const rows = await db
    .with('newest', () =>
      profileApps(db)
        .select(['apps.id', 'apps.platform'])
        .where('apps.owner_id', '=', ownerId)
        .orderBy('apps.created_at', 'desc')
        .orderBy('apps.id', 'desc')
        .limit(counted),
    )
    .selectFrom('newest')
    .select((eb) => [
      sql<'platform' | 'category'>`'platform'`.as('kind'),
      sql<string>`newest.platform`.as('value'),
      eb.fn.countAll<number | string>().as('apps'),
    ])
    .groupBy('newest.platform')
    .unionAll((union) =>
      union
        .selectFrom('newest')
        // SQLite keeps the order of a cross join. Without it, it reads the apps of all categories.
        .crossJoin('app_categories')
        .whereRef('app_categories.app_id', '=', 'newest.id')
        .innerJoin('categories', 'categories.key', 'app_categories.category')
        .select((eb) => [
          sql<'platform' | 'category'>`'category'`.as('kind'),
          sql<string>`categories.name`.as('value'),
          eb.fn.countAll<number | string>().as('apps'),
        ])
        .groupBy('categories.name'),
    )
    .execute();
  const mostFirst = (wanted: 'platform' | 'category') =>
    rows
      .flatMap(({ kind, value, apps }) => (kind === wanted ? [{ value, apps: Number(apps) }] : []))
      .sort((one, other) => other.apps - one.apps || (one.value < other.value ? -1 : 1));
  return {
    platforms: mostFirst('platform').map(({ value, apps }) => ({ platform: value as Platform, apps })),
    categories: mostFirst('category').map(({ value, apps }) => ({ category: value, apps })),
  };
}
