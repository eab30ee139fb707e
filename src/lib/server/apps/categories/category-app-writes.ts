// Moves listings from one category to another, for a merge.
import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import type { Database, WriteDb } from '../../platform/db/database.ts';

interface Move {
  from: CategoryKey;
  to: CategoryKey;
  appIds: readonly string[];
}

/**
 * Gives these listings the category `to` in place of `from`. A listing that has both keeps one of them, in the place of
 * the first. The rows of the apps are locked, so that their owners change the categories before or after.
 */
export async function moveCategory(
  engine: Database['engine'],
  trx: WriteDb,
  { from, to, appIds }: Move,
): Promise<void> {
  if (appIds.length === 0) return;
  await trx
    .selectFrom('apps')
    .select('id')
    .where('id', 'in', appIds)
    .orderBy('id')
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
  const rows = await trx
    .selectFrom('app_categories')
    .select(['app_id', 'category', 'position'])
    .where('app_id', 'in', appIds)
    .where('category', 'in', [from, to])
    .execute();
  const leaving = new Map(
    rows.filter(({ category }) => category === from).map((row) => [row.app_id, row.position]),
  );
  const both = rows.filter(({ app_id, category }) => category === to && leaving.has(app_id));
  for (const { app_id, position } of both) {
    await trx
      .deleteFrom('app_categories')
      .where('app_id', '=', app_id)
      .where('category', '=', from)
      .execute();
    await trx
      .updateTable('app_categories')
      .set({ position: Math.min(position, leaving.get(app_id) ?? position) })
      .where('app_id', '=', app_id)
      .where('category', '=', to)
      .execute();
    leaving.delete(app_id);
  }
  if (leaving.size === 0) return;
  await trx
    .updateTable('app_categories')
    .set({ category: to })
    .where('app_id', 'in', [...leaving.keys()])
    .where('category', '=', from)
    .execute();
}
