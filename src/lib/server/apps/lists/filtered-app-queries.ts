// The rows of a list of apps: which pass a filter, in which order, and how many they are.
import { sql, type SelectQueryBuilder } from 'kysely';
import {
  columnFilters,
  filterNames,
  type AppFilter as SharedFilter,
  askedFacts,
} from '../../../shared/schemas/filters.ts';
import type { SortOrder } from '../../../shared/schemas/apps.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { countedPage, keysetPageOfParts } from '../../platform/db/keyset.ts';
import { sqlLiteral } from '../../platform/db/sql-literal.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { listedApps, profileApps } from '../public-app-queries.ts';

export interface AppFilter extends SharedFilter {
  ownerId?: string | undefined;
  /** Includes limited apps; for profiles. */
  withLimited?: boolean;
  /** Includes apps in every state; for their owner and staff only. */
  inAnyState?: boolean;
}

export interface AppPageQuery extends AppFilter {
  sort: SortOrder;
  cursor: string | undefined;
  limit: number;
  /** Length of the whole list, where it is known. */
  count?: number;
}

const sortKeys: Record<
  SortOrder,
  {
    column: 'created_at' | 'updated_at' | 'name_key' | 'popular' | 'trending';
    direction: 'asc' | 'desc';
  }
> = {
  newest: { column: 'created_at', direction: 'desc' },
  updated: { column: 'updated_at', direction: 'desc' },
  name: { column: 'name_key', direction: 'asc' },
  popular: { column: 'popular', direction: 'desc' },
  trending: { column: 'trending', direction: 'desc' },
};

function filterApps(db: ReadDb, filter: AppFilter) {
  const { category, ownerId, phase, inAnyState = false, withLimited = false } = filter;
  let query = inAnyState ? db.selectFrom('apps') : withLimited ? profileApps(db) : listedApps(db);
  if (ownerId !== undefined) query = query.where('apps.owner_id', '=', ownerId);
  for (const name of columnFilters) {
    const value = filter[name];
    if (value !== undefined) query = query.where(`apps.${name}`, '=', value);
  }
  for (const [name, value] of askedFacts(filter))
    query = query.where(sql<boolean>`',' || ${sql.ref(`apps.${name}`)} || ',' like ${`%,${value},%`}`);
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
  const isFiltered =
    query.ownerId !== undefined ||
    filterNames.some((name) => query[name] !== undefined) ||
    askedFacts(query).length > 0;
  const apps = filterApps(db, query).select('apps.id');
  return await countRows(db, (isFiltered ? apps.limit(limits.counted) : apps).as('counted'));
}

type Apps = ReturnType<typeof filterApps>;

type SortColumn = (typeof sortKeys)[SortOrder]['column'];

/** Columns of every row: the sort keys, and the tie-breaker. */
type Sorted = { id: string } & Record<SortColumn, number | string>;

/** A page of rows with the columns of `select`. Counted only where the first page does not hold them all. */
export async function findRowPage<Row extends Sorted>(
  { read: db, reads }: Reader,
  query: AppPageQuery,
  select: (apps: Apps) => SelectQueryBuilder<Schema, 'apps', Row>,
): Promise<Page<Row>> {
  reads.note(query.ownerId === undefined ? dataKey.apps : dataKey.user(query.ownerId));
  const { column, direction } = sortKeys[query.sort];
  const keyset = {
    cursor: query.cursor,
    limit: query.limit,
    table: 'apps',
    column,
    keyType: column === 'name_key' ? 'string' : 'number',
    direction,
  } as const;
  const apps = filterApps(db, query);
  // Apps with a dead link come last. A literal, so that both engines use the partial index of them.
  const parts = [sqlLiteral.false, sqlLiteral.true].map((isDead) =>
    select(apps.where('apps.has_dead_link', '=', isDead)),
  );
  const page = await keysetPageOfParts(parts, keyset, query.count ?? 0);
  return query.count === undefined ? await countedPage(page, () => countApps(db, query)) : page;
}
