// Which listings have a category, in any state.
import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';

/** How many listings each category has; one without listings is left out. */
export async function countByCategory(db: ReadDb): Promise<Map<CategoryKey, number>> {
  const rows = await db
    .selectFrom('app_categories')
    .select(({ fn }) => ['category', fn.countAll<number>().as('apps')])
    .groupBy('category')
    .execute();
  return new Map(rows.map(({ category, apps }) => [category, apps]));
}

/** How many listings have both categories. */
export async function countWithBoth(db: ReadDb, one: CategoryKey, other: CategoryKey): Promise<number> {
  const both = db
    .selectFrom('app_categories')
    .select('app_id as id')
    .where('category', '=', one)
    .where('app_id', 'in', (eb) =>
      eb.selectFrom('app_categories').select('app_id').where('category', '=', other),
    );
  return await countRows(db, both.as('counted'));
}

/** The place of a listing among those of its category. */
export interface PlaceInCategory {
  createdAt: number;
  id: string;
}

/**
 * Up to `limit` listings of a category, the oldest first, after a place. This is the order of the index: any other one
 * sorts the whole category.
 */
export async function appsInCategory(
  db: ReadDb | WriteDb,
  { category, after = null }: { category: CategoryKey; after?: PlaceInCategory | null },
  limit: number,
): Promise<PlaceInCategory[]> {
  return await db
    .selectFrom('app_categories')
    .select(['app_id as id', 'app_created_at as createdAt'])
    .where('category', '=', category)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('app_created_at', 'app_id'), '>', eb.tuple(after?.createdAt ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('app_created_at')
    .orderBy('app_id')
    .limit(limit)
    .execute();
}
