// Reads listings: rows of `apps` with everything that belongs to them.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { linkNames, valuesOfColumns } from '../../shared/schemas/app-fields.ts';
import {
  type AppFilter as SharedFilter,
  columnFilters,
  filterNames,
} from '../../shared/schemas/app-filters.ts';
import type { AppListing, AppSummary, Screenshot, SortOrder, Successor } from '../../shared/schemas/apps.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { askedFacts } from '../../shared/schemas/facts/fact-filters.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { LinkHealth } from '../../shared/schemas/links/links.ts';
import { type ListingState, visibleStates } from '../../shared/schemas/listing-states.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { firstVersion, type Release } from '../../shared/schemas/versions.ts';
import { viewsKeptMs } from '../../shared/schemas/views.ts';
import { findPictures } from '../media/index.ts';
import type { Category } from '../platform/category-list.ts';
import { countRows } from '../platform/db/count-rows.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import { countedPage, keysetPageOfParts } from '../platform/db/keyset.ts';
import type { AppTable, Schema, VersionTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { atFewLengths } from '../platform/db/statements/few-lengths.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findOwnerRows, ownerOfRow } from '../profiles/index.ts';
import { listedApps, profileApps } from './visibility.ts';

/** Reads the parts of these apps in one statement. */
async function findParts({ engine, read }: Reader, ids: string[]): Promise<Map<string, PartColumns>> {
  const rows = await read
    .selectFrom('apps')
    .select('id')
    .select(partColumns(engine))
    .where('id', 'in', atFewLengths(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Adds everything that belongs to these apps, in a fixed number of statements. @param known their parts, by id */
async function completeListings(
  reader: Reader,
  rows: AppTable[],
  known?: Map<string, PartColumns>,
): Promise<AppListing[]> {
  if (rows.length === 0) return [];
  const { read: db, reads } = reader;
  const ids = rows.map((row) => row.id);
  reads.note(dataKey.categories, ...ids.map(dataKey.app));
  reads.keepFor(viewsKeptMs);
  const [owners, columnsOf, successors] = await Promise.all([
    findOwnerRows(
      reader,
      rows.map((row) => row.owner_id),
    ),
    known ?? findParts(reader, ids),
    findSuccessors(reader, rows),
  ]);
  const partsOfApp = new Map([...columnsOf].map(([id, row]) => [id, partsOf(row)]));
  const pictures = await findPictures(db, [
    ...rows.map((row) => row.logo_id),
    ...[...partsOfApp.values()].flatMap(({ screenshots }) => screenshots.map(({ media_id }) => media_id)),
    ...owners.map((owner) => owner.picture_id),
  ]);
  const ownerOf = new Map(owners.map((owner) => [owner.id, ownerOfRow(owner, pictures)]));

  return rows.flatMap((row) => {
    const owner = ownerOf.get(row.owner_id);
    const parts = partsOfApp.get(row.id);
    // Deleted between two of the statements above, or its account was.
    if (!owner || !parts?.release) return [];
    return {
      id: row.id,
      nameId: row.name_id,
      name: row.name,
      ...valuesOfColumns(row),
      logo: pictures.get(row.logo_id ?? '') ?? null,
      categories: parts.categories,
      screenshots: parts.screenshots.flatMap(({ id, media_id }): Screenshot[] => {
        const picture = pictures.get(media_id);
        return picture ? [{ id, picture }] : [];
      }),
      owner,
      currentVersion: releaseOfRow(parts.release),
      state: row.state,
      lifecycle: row.lifecycle,
      discontinuedAt: row.discontinued_at,
      successor: successors.get(row.replaced_by ?? '') ?? null,
      proof: row.proof_checked_at === null ? null : { name: row.proof_name, checkedAt: row.proof_checked_at },
      links: linkHealthOf(row),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      views: row.views,
      taps: row.taps,
      popularity: row.popular,
      trend: row.trending,
    };
  });
}

/** Categories by app, in order. */
export async function findCategories(
  db: ReadDb | WriteDb,
  appIds: string[],
): Promise<Map<string, Category[]>> {
  const rows = await db
    .selectFrom('app_categories')
    .innerJoin('categories', 'categories.key', 'app_categories.category')
    .select(['app_id', 'key', 'name'])
    .where('app_id', 'in', atFewLengths(appIds))
    .orderBy('app_categories.position')
    .execute();
  return Map.groupBy(rows, (row) => row.app_id);
}

export async function findAppPage(reader: Reader, query: AppPageQuery): Promise<Page<AppListing>> {
  const page = await findRowPage(reader, query, (apps) => apps.selectAll('apps'));
  return { ...page, items: await completeListings(reader, page.items) };
}

/** The listed apps with these ids, in any order. @param inAnyState as in `AppFilter` */
export async function findListings(
  reader: Reader,
  ids: string[],
  { inAnyState = false }: { inAnyState?: boolean } = {},
): Promise<AppListing[]> {
  if (ids.length === 0) return [];
  const { read: db, reads } = reader;
  // Notes ids that are not found too, because those apps may become public again.
  reads.note(...ids.map(dataKey.app));
  const apps = inAnyState ? db.selectFrom('apps') : listedApps(db);
  const rows = await apps.selectAll('apps').where('apps.id', 'in', atFewLengths(ids)).execute();
  return await completeListings(reader, rows);
}

/** A listing in one of the states. */
export async function findListing(
  reader: Reader,
  by: 'id' | 'name_id',
  value: string,
  states: readonly ListingState[] = visibleStates,
): Promise<AppListing | null> {
  const rows = await reader.read
    .selectFrom('apps')
    .selectAll()
    .select(partColumns(reader.engine))
    .where(by, '=', value)
    .where('state', 'in', states)
    .execute();
  const [listing] = await completeListings(reader, rows, new Map(rows.map((row) => [row.id, row])));
  return listing ?? null;
}

// What belongs to an app, as columns of JSON, so that the statement that reads the app reads it, too. Building and
// running a statement takes longer than most of these reads (docs/decisions/006-one-process-is-one-node.md).

/** The columns of `select`, each a JSON text. */
export interface PartColumns {
  /** Null where the app was deleted meanwhile. */
  release_json: string | null;
  category_json: string | null;
  screenshot_json: string | null;
}

export interface AppParts {
  release: Omit<VersionTable, 'is_current'> | null;
  categories: CategoryName[];
  screenshots: { id: string; media_id: string }[];
}

const functions = {
  sqlite: { object: 'json_object', array: 'json_array', list: 'json_group_array' },
  postgres: { object: 'json_build_object', array: 'json_build_array', list: 'json_agg' },
} as const;

function columnsFor(engine: Engine['name']) {
  const object = sql.raw(functions[engine].object);
  const array = sql.raw(functions[engine].array);
  const list = sql.raw(functions[engine].list);
  const text = (part: RawBuilder<unknown>) => sql<string | null>`cast(${part} as text)`;
  const categories = text(
    sql`(select ${list}(categories.name order by app_categories.position) from app_categories
      join categories on categories.key = app_categories.category where app_categories.app_id = apps.id)`,
  ).as('category_json');
  const screenshots = text(
    sql`(select ${list}(${array}(id, media_id) order by position, id) from screenshots where app_id = apps.id)`,
  ).as('screenshot_json');
  const release = text(
    sql`(select ${object}('id', id, 'app_id', app_id, 'version', version, 'release_type', release_type,
      'release_date', release_date, 'latest_feature', latest_feature, 'created_at', created_at, 'updated_at', updated_at)
      from versions where app_id = apps.id and is_current = 1)`,
  ).as('release_json');
  return { categories, all: [release, categories, screenshots] as const };
}

const columns = { sqlite: columnsFor('sqlite'), postgres: columnsFor('postgres') };

/** For a statement that selects from `apps`. */
export const partColumns = ({ name }: Pick<Engine, 'name'>) => columns[name].all;

/** The first of them, for cards. */
export const categoryColumn = ({ name }: Pick<Engine, 'name'>) => columns[name].categories;

export function categoriesOf({ category_json: json }: Pick<PartColumns, 'category_json'>): CategoryName[] {
  return JSON.parse(json ?? '[]') as CategoryName[];
}

export function partsOf(row: PartColumns): AppParts {
  const screenshots = JSON.parse(row.screenshot_json ?? '[]') as [id: string, mediaId: string][];
  return {
    release: JSON.parse(row.release_json ?? 'null') as AppParts['release'],
    categories: categoriesOf(row),
    screenshots: screenshots.map(([id, mediaId]) => ({ id, media_id: mediaId })),
  };
}

export function releaseOfRow(row: Omit<VersionTable, 'is_current'>): Release {
  return {
    id: row.id,
    appId: row.app_id,
    // May be empty in the database.
    version: row.version || firstVersion,
    releaseType: row.release_type,
    releaseDate: row.release_date,
    latestFeature: row.latest_feature,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

// What an app's row says of its links: a copy of what the slice `links` found, so that every list has it.

type Stored = Partial<Record<LinkHealth['name'], [checkedAt: number | null, deadSince: number | null]>>;

/** @returns what everybody may know, in the order of the links */
export function linkHealthOf({ link_health: json }: Pick<AppTable, 'link_health'>): LinkHealth[] {
  if (json === '') return [];
  const stored = JSON.parse(json) as Stored;
  return linkNames.flatMap((name) => {
    const [checkedAt, deadSince] = stored[name] ?? [null, null];
    return checkedAt === null && deadSince === null ? [] : [{ name, checkedAt, deadSince }];
  });
}

/** @returns the columns of an app with these links */
export function columnsOfHealth(
  links: readonly LinkHealth[],
): Pick<AppTable, 'link_health' | 'has_dead_link'> {
  const stored: Stored = Object.fromEntries(
    links.map(({ name, checkedAt, deadSince }) => [name, [checkedAt, deadSince]] as const),
  );
  return {
    link_health: links.length === 0 ? '' : JSON.stringify(stored),
    has_dead_link: links.some(({ deadSince }) => deadSince !== null) ? 1 : 0,
  };
}

export type AppName = Pick<AppListing, 'id' | 'nameId' | 'name'>;

/** Names and addresses of the listed apps with these ids, in any order. */
export async function findNames({ read, reads }: Reader, ids: readonly string[]): Promise<AppName[]> {
  if (ids.length === 0) return [];
  // Notes ids that are not found too, because those apps may be listed again.
  reads.note(...ids.map(dataKey.app));
  return await listedApps(read)
    .select(['id', 'name_id as nameId', 'name'])
    .where('id', 'in', atFewLengths(ids))
    .execute();
}

/** The apps that replace the discontinued ones among these, by id. One that is not listed any more is left out. */
export async function findSuccessors(
  reader: Reader,
  rows: readonly Pick<AppTable, 'lifecycle' | 'replaced_by'>[],
): Promise<Map<string, Successor>> {
  const ids = rows.flatMap(({ lifecycle, replaced_by }) =>
    lifecycle === 'discontinued' && replaced_by !== null ? [replaced_by] : [],
  );
  return new Map((await findNames(reader, ids)).map((successor) => [successor.id, successor]));
}

// The rows of a list of apps: which pass a filter, in which order, and how many they are.

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

// Reads what cards show of apps: a third of what a listing has.

/** An app as a card without its owner shows it. */
export type AppCard = Omit<AppSummary, 'owner'>;

/** As an ordered list has it. */
export interface ListedCard extends AppCard {
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  /** Whether its owner has proved to control it. */
  isProved: boolean;
  /** Whether one of its links is dead: then no shelf has it. */
  hasDeadLink: boolean;
}

/** With the owner, whom most lists name. */
export type OwnedCard = ListedCard & Pick<AppSummary, 'owner'>;

const cardColumns = [
  'apps.id',
  'apps.name_id',
  'apps.name',
  'apps.description',
  'apps.logo_id',
  'apps.lifecycle',
] as const;

const listedColumns = [
  ...cardColumns,
  'apps.owner_id',
  'apps.created_at',
  'apps.updated_at',
  'apps.proof_checked_at',
  'apps.has_dead_link',
  'apps.name_key',
  'apps.popular',
  'apps.trending',
] as const;

type CardRow = Pick<AppTable, 'id' | 'name_id' | 'name' | 'description' | 'logo_id' | 'lifecycle'> &
  Parameters<typeof categoriesOf>[0];

type ListedRow = CardRow &
  Pick<AppTable, 'owner_id' | 'created_at' | 'updated_at' | 'proof_checked_at' | 'has_dead_link'>;

type Pictures = Awaited<ReturnType<typeof findPictures>>;

const cardOf = (row: CardRow, pictures: Pictures): AppCard => ({
  id: row.id,
  nameId: row.name_id,
  name: row.name,
  description: row.description,
  logo: pictures.get(row.logo_id ?? '') ?? null,
  categories: categoriesOf(row),
  lifecycle: row.lifecycle,
});

/** The apps of these rows with their logos, in the order of the rows. */
export async function cardsOf(db: ReadDb, rows: readonly CardRow[]): Promise<AppCard[]> {
  const logos = await findPictures(
    db,
    rows.map((row) => row.logo_id),
  );
  return rows.map((row) => cardOf(row, logos));
}

const listedCardOf = (row: ListedRow, pictures: Pictures): ListedCard => ({
  ...cardOf(row, pictures),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  isProved: row.proof_checked_at !== null,
  hasDeadLink: row.has_dead_link === 1,
});

function noteCards({ reads }: Reader, rows: readonly ListedRow[]): void {
  reads.note(dataKey.categories);
  for (const row of rows) reads.note(dataKey.app(row.id), dataKey.user(row.owner_id));
}

/** Adds the pictures, in the order of the rows. */
async function listedCardsOf(reader: Reader, rows: readonly ListedRow[]): Promise<ListedCard[]> {
  noteCards(reader, rows);
  const logos = await findPictures(
    reader.read,
    rows.map((row) => row.logo_id),
  );
  return rows.map((row) => listedCardOf(row, logos));
}

/** Adds owners and pictures, in the order of the rows. */
async function ownedCardsOf(reader: Reader, rows: readonly ListedRow[]): Promise<OwnedCard[]> {
  noteCards(reader, rows);
  const owners = await findOwnerRows(
    reader,
    rows.map((row) => row.owner_id),
  );
  const pictures = await findPictures(reader.read, [
    ...rows.map((row) => row.logo_id),
    ...owners.map((owner) => owner.picture_id),
  ]);
  const ownerOf = new Map(owners.map((owner) => [owner.id, ownerOfRow(owner, pictures)]));
  return rows.flatMap((row) => {
    const owner = ownerOf.get(row.owner_id);
    // The account was deleted between the statements.
    return owner ? { ...listedCardOf(row, pictures), owner } : [];
  });
}

async function findPage(reader: Reader, query: AppPageQuery): Promise<Page<ListedRow>> {
  // Ranks are not published.
  if (query.sort === 'popular' || query.sort === 'trending') reader.reads.keepFor(viewsKeptMs);
  return await findRowPage(reader, query, (apps) =>
    apps.select(listedColumns).select(categoryColumn(reader.engine)),
  );
}

async function findRows(reader: Reader, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  // Notes ids that are not found too, because those apps may become public again.
  reader.reads.note(...ids.map(dataKey.app));
  return await listedApps(reader.read)
    .select(listedColumns)
    .select(categoryColumn(reader.engine))
    .where('apps.id', 'in', atFewLengths(ids))
    .execute();
}

export async function findCardPage(reader: Reader, query: AppPageQuery): Promise<Page<ListedCard>> {
  const page = await findPage(reader, query);
  return { ...page, items: await listedCardsOf(reader, page.items) };
}

export async function findOwnedCardPage(reader: Reader, query: AppPageQuery): Promise<Page<OwnedCard>> {
  const page = await findPage(reader, query);
  return { ...page, items: await ownedCardsOf(reader, page.items) };
}

/** The listed apps with these ids, in any order. */
export async function findCards(reader: Reader, ids: readonly string[]): Promise<ListedCard[]> {
  return await listedCardsOf(reader, await findRows(reader, ids));
}

/** As `findCards`, with owners. */
export async function findOwnedCards(reader: Reader, ids: readonly string[]): Promise<OwnedCard[]> {
  return await ownedCardsOf(reader, await findRows(reader, ids));
}

/** What a list reads of its apps. */
export interface ListedAs<Item> {
  /** The listed apps with these ids, in any order. */
  find(reader: Reader, ids: string[]): Promise<Item[]>;
  /** @throws AppError 400 for an invalid cursor */
  findPage(reader: Reader, query: AppPageQuery): Promise<Page<Item>>;
}

/** Everything, for the API and feeds. */
export const asListings: ListedAs<AppListing> = { find: findListings, findPage: findAppPage };
/** What a card shows, for pages: with its owner, or without. */
export const asOwnedCards: ListedAs<OwnedCard> = { find: findOwnedCards, findPage: findOwnedCardPage };
export const asCards: ListedAs<ListedCard> = { find: findCards, findPage: findCardPage };

/** The listed apps with these ids, in this order. */
export async function inOrder<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: Reader,
  ids: string[],
): Promise<Item[]> {
  const apps = new Map((await as.find(reader, ids)).map((app) => [app.id, app]));
  return ids.flatMap((id) => apps.get(id) ?? []);
}
