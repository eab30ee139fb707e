// Which listings have a category, in any state.
import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { Database, ReadDb, WriteDb } from '../../platform/db/database.ts';

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

/** The listings of a category, locked, so that their owners change them before or after. */
export async function lockAppsInCategory(
  engine: Database['engine'],
  trx: WriteDb,
  category: CategoryKey,
): Promise<string[]> {
  const having = trx.selectFrom('app_categories').select('app_id').where('category', '=', category);
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    .where('id', 'in', having)
    .orderBy('id')
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
  return rows.map(({ id }) => id);
}
