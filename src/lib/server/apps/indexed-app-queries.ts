// Apps as the search indexes them.
import { columnFilters, filterColumnsOf, type FilterColumns } from '../../shared/schemas/app-filters.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { findUserNames } from '../accounts/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable, VersionTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';

export interface IndexableApp extends FilterColumns, Pick<AppTable, 'id' | 'name' | 'description'> {
  createdAt: number;
  ownerName: string;
  phase: VersionTable['release_type'];
  categories: CategoryName[];
}

/** Those of these apps that are in lists: one that is in none is found by nothing. */
export async function findIndexableApps(trx: WriteDb, appIds: string[]): Promise<IndexableApp[]> {
  const apps = await trx
    .selectFrom('apps')
    .innerJoin('versions', (join) =>
      join.onRef('versions.app_id', '=', 'apps.id').on('versions.is_current', '=', sqlLiteral.true),
    )
    .select([
      'apps.id',
      'apps.name',
      'apps.description',
      ...columnFilters.map((name) => `apps.${name}` as const),
      'apps.created_at',
      'apps.owner_id',
      'versions.release_type',
    ])
    .where('apps.id', 'in', appIds)
    .where('apps.is_listed', '=', sqlLiteral.true)
    .execute();
  const names = await findUserNames(trx, [...new Set(apps.map(({ owner_id }) => owner_id))]);
  const categories = await trx
    .selectFrom('app_categories')
    .select(['app_id', 'category'])
    .where('app_id', 'in', appIds)
    .execute();
  const categoriesOf = Map.groupBy(categories, (row) => row.app_id);
  return apps.map((app) => ({
    id: app.id,
    name: app.name,
    description: app.description,
    createdAt: app.created_at,
    ownerName: names.get(app.owner_id) ?? '',
    categories: (categoriesOf.get(app.id) ?? []).map(({ category }) => category),
    ...filterColumnsOf(app),
    phase: app.release_type,
  }));
}

/** Up to `limit` apps whose id is beyond `after`, in the order of their ids. */
export async function appIdsAfter(trx: WriteDb, after: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
