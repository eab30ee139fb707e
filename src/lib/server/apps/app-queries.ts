// Reads listings: rows of `apps` with everything that belongs to them.
import { valuesOfColumns } from '../../shared/schemas/app-fields.ts';
import {
  columnFilters,
  filterNames,
  type AppFilter as SharedFilter,
} from '../../shared/schemas/app-filters.ts';
import type { AppListing, Screenshot, SortOrder } from '../../shared/schemas/apps.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { viewsKeptMs } from '../../shared/schemas/views.ts';
import { findPictures } from '../media/index.ts';
import { countRows } from '../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { findOwners } from '../profiles/index.ts';
import { listedApps } from './public-app-queries.ts';
import { releaseOfRow } from './releases/release-of-row.ts';

export interface AppFilter extends SharedFilter {
  ownerId?: string | undefined;
  /** Includes apps that the operator has removed; for their owner only. */
  withRemoved?: boolean;
}

export interface AppPageQuery extends AppFilter {
  sort: SortOrder;
  cursor: string | undefined;
  limit: number;
  /** Length of the whole list, where it is known. */
  count?: number;
}

/** Adds everything that belongs to these apps, in a fixed number of queries. */
async function completeListings(reader: Reader, rows: AppTable[]): Promise<AppListing[]> {
  if (rows.length === 0) return [];
  const { read: db, reads } = reader;
  const ids = rows.map((row) => row.id);
  reads.note(...ids.map(dataKey.app));
  reads.keepFor(viewsKeptMs);
  const [owners, releases, categoriesOf, screenshots] = await Promise.all([
    findOwners(
      reader,
      rows.map((row) => row.owner_id),
    ),
    db
      .selectFrom('versions')
      .selectAll()
      .where('app_id', 'in', ids)
      .where('is_current', '=', sqlLiteral.true)
      .execute(),
    findCategories(db, ids),
    db
      .selectFrom('screenshots')
      .select(['id', 'app_id', 'media_id'])
      .where('app_id', 'in', ids)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  ]);
  const pictures = await findPictures(db, [
    ...rows.map((row) => row.logo_id),
    ...screenshots.map((screenshot) => screenshot.media_id),
  ]);
  const releaseOf = new Map(releases.map((release) => [release.app_id, release]));
  const screenshotsOf = Map.groupBy(screenshots, (screenshot) => screenshot.app_id);

  return rows.flatMap((row) => {
    const owner = owners.get(row.owner_id);
    const release = releaseOf.get(row.id);
    // Deleted between two of the queries above, or its account was.
    if (!owner || !release) return [];
    return {
      id: row.id,
      nameId: row.name_id,
      name: row.name,
      ...valuesOfColumns(row),
      logo: pictures.get(row.logo_id ?? '') ?? null,
      categories: categoriesOf.get(row.id) ?? [],
      screenshots: (screenshotsOf.get(row.id) ?? []).flatMap(({ id, media_id }): Screenshot[] => {
        const picture = pictures.get(media_id);
        return picture ? [{ id, picture }] : [];
      }),
      owner,
      currentVersion: releaseOfRow(release),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      views: row.views,
    };
  });
}

/** Categories by app, in order. */
export async function findCategories(
  db: ReadDb | WriteDb,
  appIds: string[],
): Promise<Map<string, CategoryName[]>> {
  const rows = await db
    .selectFrom('app_categories')
    .select(['app_id', 'category'])
    .where('app_id', 'in', appIds)
    .orderBy('position')
    .execute();
  const rowsOf = Map.groupBy(rows, (row) => row.app_id);
  return new Map([...rowsOf].map(([appId, ofApp]) => [appId, ofApp.map(({ category }) => category)]));
}

const sortKeys: Record<
  SortOrder,
  { column: 'created_at' | 'updated_at' | 'name_key'; direction: 'asc' | 'desc' }
> = {
  newest: { column: 'created_at', direction: 'desc' },
  updated: { column: 'updated_at', direction: 'desc' },
  name: { column: 'name_key', direction: 'asc' },
};

function filterApps(db: ReadDb, filter: AppFilter) {
  const { category, ownerId, phase, withRemoved = false } = filter;
  let query = withRemoved ? db.selectFrom('apps') : listedApps(db);
  if (ownerId !== undefined) query = query.where('apps.owner_id', '=', ownerId);
  for (const name of columnFilters) {
    const value = filter[name];
    if (value !== undefined) query = query.where(`apps.${name}`, '=', value);
  }
  if (phase !== undefined) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('versions')
          .select('versions.app_id')
          .whereRef('versions.app_id', '=', 'apps.id')
          .where('versions.is_current', '=', sqlLiteral.true)
          .where('versions.release_type', '=', phase),
      ),
    );
  }
  if (category !== undefined) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('app_categories')
          .select('app_categories.app_id')
          .whereRef('app_categories.app_id', '=', 'apps.id')
          .where('app_categories.category', '=', category),
      ),
    );
  }
  return query;
}

/** Counts all apps; those of an owner or a filter only up to `limits.counted`. */
async function countApps(db: ReadDb, query: AppPageQuery): Promise<number> {
  const isFiltered = query.ownerId !== undefined || filterNames.some((name) => query[name] !== undefined);
  const apps = filterApps(db, query).select('apps.id');
  return await countRows(db, (isFiltered ? apps.limit(limits.counted) : apps).as('counted'));
}

export async function findAppPage(reader: Reader, query: AppPageQuery): Promise<Page<AppListing>> {
  const { read: db, reads } = reader;
  reads.note(query.ownerId === undefined ? dataKey.apps : dataKey.user(query.ownerId));
  const count = query.count ?? (await countApps(db, query));
  const { column, direction } = sortKeys[query.sort];
  const page = await keysetPage(
    filterApps(db, query).selectAll('apps'),
    {
      cursor: query.cursor,
      limit: query.limit,
      table: 'apps',
      column,
      keyType: column === 'name_key' ? 'string' : 'number',
      direction,
    },
    count,
  );
  return { ...page, items: await completeListings(reader, page.items) };
}

/** The public listings with these ids, in any order. @param withRemoved as in `AppFilter` */
export async function findListings(
  reader: Reader,
  ids: string[],
  { withRemoved = false }: { withRemoved?: boolean } = {},
): Promise<AppListing[]> {
  if (ids.length === 0) return [];
  const { read: db, reads } = reader;
  // Notes ids that are not found too, because those apps may become public again.
  reads.note(...ids.map(dataKey.app));
  const apps = withRemoved ? db.selectFrom('apps') : listedApps(db);
  return await completeListings(reader, await apps.selectAll('apps').where('apps.id', 'in', ids).execute());
}

/** A public listing. */
export async function findListing(
  reader: Reader,
  by: 'id' | 'name_id',
  value: string,
): Promise<AppListing | null> {
  const rows = await reader.read
    .selectFrom('apps')
    .selectAll()
    .where(by, '=', value)
    .where('state', '=', 'public')
    .execute();
  const [listing] = await completeListings(reader, rows);
  return listing ?? null;
}
