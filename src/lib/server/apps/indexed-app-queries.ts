// Apps as the search indexes them.
import {
  columnFilters,
  filterColumnsOf,
  type FilterColumns,
  factFilters,
  type FactFilterName,
} from '../../shared/schemas/filters.ts';
import { findUserNames } from '../accounts/index.ts';
import { findCategories } from './app-queries.ts';
import type { Category } from '../platform/category-list.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable, VersionTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';

export interface IndexableApp
  extends FilterColumns, Record<FactFilterName, string>, Pick<AppTable, 'id' | 'name' | 'description'> {
  createdAt: number;
  hasDeadLink: boolean;
  ownerName: string;
  phase: VersionTable['release_type'];
  categories: Category[];
}

/** The listed ones among these apps; unlisted apps are not indexed. */
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
      ...factFilters.map((name) => `apps.${name}` as const),
      'apps.created_at',
      'apps.owner_id',
      'apps.has_dead_link',
      'versions.release_type',
    ])
    .where('apps.id', 'in', appIds)
    .where('apps.is_listed', '=', sqlLiteral.true)
    .execute();
  const names = await findUserNames(trx, [...new Set(apps.map(({ owner_id }) => owner_id))]);
  const categoriesOf = await findCategories(trx, appIds);
  return apps.map((app) => ({
    id: app.id,
    name: app.name,
    description: app.description,
    createdAt: app.created_at,
    ownerName: names.get(app.owner_id) ?? '',
    categories: categoriesOf.get(app.id) ?? [],
    ...filterColumnsOf(app),
    ...factColumnsOf(app),
    phase: app.release_type,
    hasDeadLink: app.has_dead_link === 1,
  }));
}

const factColumnsOf = (row: Pick<AppTable, FactFilterName>) =>
  Object.fromEntries(factFilters.map((name) => [name, row[name]])) as Record<FactFilterName, string>;

/** Up to `limit` ids of apps greater than `after`, in order. */
export async function appIdsAfter(db: ReadDb | WriteDb, after: string, limit: number): Promise<string[]> {
  const rows = await (db as ReadDb)
    .selectFrom('apps')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
