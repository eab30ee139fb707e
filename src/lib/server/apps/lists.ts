import { sql } from 'kysely';
import { columnFilters, type FilterColumns, filterColumnsOf } from '../../shared/schemas/app-filters.ts';
import type { AppListing, AppSummary, Platform } from '../../shared/schemas/apps.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { type FactFilterName, factFilters } from '../../shared/schemas/facts/fact-filters.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { countingRules } from '../../shared/schemas/popularity/ranks.ts';
import type { TimelineEntry } from '../../shared/schemas/timeline.ts';
import { viewsKeptMs } from '../../shared/schemas/views.ts';
import { findUserNames } from '../accounts/index.ts';
import type { Category } from '../platform/category-list.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { type IdPart, partSize, walkParts } from '../platform/db/id-parts.ts';
import type { AppTable, VersionTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import {
  type AppName,
  cardsOf,
  categoryColumn,
  findCategories,
  findListings,
  findNames,
  inOrder,
  type ListedAs,
} from './listings.ts';
import { findOwnerIds } from './owned-apps.ts';
import { listEvents, type TimelineQuery } from './timeline.ts';
import { listedApps, profileApps } from './visibility.ts';

/** The apps whose visits grow most, the strongest trend first; fewer than `limit` when few apps grow. */
export async function listTrending<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: Reader,
  limit: number,
): Promise<Item[]> {
  reader.reads.note(dataKey.apps);
  // Ranks are not published. Listings limit how long they are kept, but there may be none yet.
  reader.reads.keepFor(viewsKeptMs);
  const ids = await findTrendingIds(reader.read, countingRules.smallestTrend, limit);
  return await inOrder(as, reader, ids);
}

export type RankedApp = Pick<AppTable, 'id' | 'popular' | 'trending'>;

/** Up to `limit` apps with ids greater than `after`, in order. */
export async function findRanksAfter(db: ReadDb, after: string, limit: number): Promise<RankedApp[]> {
  return await db
    .selectFrom('apps')
    .select(['id', 'popular', 'trending'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Ids of the listed apps with the strongest trends, from `least` on. */
export async function findTrendingIds(db: ReadDb, least: number, limit: number): Promise<string[]> {
  const rows = await listedApps(db)
    .select('apps.id')
    .where('apps.trending', '>=', least)
    .orderBy('apps.trending', 'desc')
    .orderBy('apps.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function storeRanks(trx: WriteDb, apps: readonly RankedApp[]): Promise<void> {
  if (apps.length === 0) return;
  const rows = apps.map(
    ({ id, popular, trending }) => sql`(${id}, cast(${popular} as bigint), cast(${trending} as bigint))`,
  );
  await sql`with given (id, popular, trending) as (values ${sql.join(rows)})
    update apps set popular = given.popular, trending = given.trending from given where apps.id = given.id`.execute(
    trx,
  );
}

/** The owner's newest other apps, with the fields of a card only: this is a third of what an app's page reads. */
export async function findOtherApps(
  { engine, read: db, reads }: Reader,
  { id, owner }: AppListing,
  limit: number,
): Promise<AppSummary[]> {
  reads.note(dataKey.user(owner.id), dataKey.categories);
  const rows = await listedApps(db)
    .select(['id', 'name_id', 'name', 'description', 'logo_id', 'lifecycle'])
    .select(categoryColumn(engine))
    .where('owner_id', '=', owner.id)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return (await cardsOf(db, rows)).map((card) => ({ ...card, owner }));
}

/** Those of the ids that no app has any more. One that is not public now may come back. */
export async function listGoneIds({ read, reads }: Reader, ids: readonly string[]): Promise<string[]> {
  reads.note(dataKey.apps);
  const wanted = ids.filter(isId).slice(0, limits.sharedApps);
  const owners = await findOwnerIds(read, wanted);
  return wanted.filter((id) => !owners.has(id));
}

/**
 * The listed apps with these ids, or current or former name_ids, in this order. An app that is named twice is there
 * once; one that is not listed is left out.
 */
export async function listNamedApps(reader: Reader, names: readonly string[]): Promise<AppListing[]> {
  const { read: db, reads } = reader;
  // A name that leads to no app may be given to one.
  reads.note(dataKey.apps);
  const wanted = names.slice(0, limits.sharedApps);
  const nameIds = wanted.filter((name) => !isId(name));
  const idOf = new Map<string, string>();
  if (nameIds.length > 0) {
    const former = await db
      .selectFrom('app_name_ids')
      .select(['name_id', 'app_id'])
      .where('name_id', 'in', nameIds)
      .execute();
    const current = await db
      .selectFrom('apps')
      .select(['name_id', 'id'])
      .where('name_id', 'in', nameIds)
      .execute();
    for (const { name_id, app_id } of former) idOf.set(name_id, app_id);
    for (const { name_id, id } of current) idOf.set(name_id, id);
  }
  const ids = wanted.flatMap((name) => (isId(name) ? [name] : (idOf.get(name) ?? [])));
  const found = new Map((await findListings(reader, [...new Set(ids)])).map((app) => [app.id, app]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}

// Apps of the sitemap, read only from the index apps_listed_sitemap.

function nextChunk(db: ReadDb, after: string) {
  return listedApps(db).where('id', '>', after).orderBy('id').limit(partSize);
}

export async function sitemapParts({ read, reads }: Reader): Promise<IdPart[]> {
  reads.note(dataKey.apps);
  return await walkParts(read, (after) => nextChunk(read, after).select(['id', 'updated_at']).as('part'));
}

/** At most `partSize` apps, by id. */
export async function sitemapApps(
  { read: db, reads }: Reader,
  after: string,
): Promise<{ nameId: string; changedAt: number }[]> {
  reads.note(dataKey.apps);
  return await nextChunk(db, after).select(['name_id as nameId', 'updated_at as changedAt']).execute();
}

/** The ids of the next listed apps. */
export async function listedIdsAfter(db: ReadDb, after: string, limit: number): Promise<string[]> {
  const rows = await listedApps(db).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

// What somebody's apps say that they can do.

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

async function activityWith<App extends { id: string }>(
  find: (reader: Reader, ids: string[]) => Promise<App[]>,
  reader: Reader,
  query: TimelineQuery,
): Promise<Page<TimelineEntry<App>>> {
  const page = await listEvents(reader, query);
  const apps = await find(
    reader,
    page.items.flatMap((event) => event.app_id ?? []),
  );
  const appOf = new Map(apps.map((app) => [app.id, app]));
  return {
    ...page,
    items: page.items.map((event) => ({
      id: event.id,
      category: event.category,
      userId: event.user_id,
      app: appOf.get(event.app_id ?? '') ?? null,
      createdAt: event.created_at,
    })),
  };
}

/** A user's timeline with the apps of its entries. */
export const listActivity = (reader: Reader, query: TimelineQuery): Promise<Page<TimelineEntry>> =>
  activityWith(findListings, reader, query);

/** A user's timeline with the names of its apps, for pages. */
export const listNamedActivity = (
  reader: Reader,
  query: TimelineQuery,
): Promise<Page<TimelineEntry<AppName>>> => activityWith(findNames, reader, query);

// Apps as the search indexes them.

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
