// Reads lists of apps, as whole listings or as cards: rows of `apps` with what belongs to them.
import { type Insertable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { columnsOf, firstVersion, platforms } from '../../shared/schemas/app-fields.ts';
import {
  allFilterNames,
  type AppFilter as SharedFilter,
  excludingNames,
  factFilters,
} from '../../shared/schemas/filters.ts';
import {
  type AppListing,
  type AppSummary,
  type LinkHealth,
  type ListingState,
  type Release,
  type SortOrder,
  type Successor,
  type TimelineEntry,
  visibleStates,
} from '../../shared/schemas/apps.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { countingRules, viewsKeptMs } from '../../shared/schemas/views.ts';
import { pictureOfRow, type PictureRow } from '../media/index.ts';
import { atFewLengths, countRows, sqlLiteral } from '../platform/db/statements.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { AppTable, Schema, VersionTable } from '../platform/db/schema.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { KeptRead } from '../platform/reads/kept-reads.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { ownerColumns, ownerOfRow, type OwnerRow } from '../profiles/index.ts';
import { findOwnerIds, listedApps, profileApps } from './visibility.ts';
import type { Skill } from '../../shared/schemas/users.ts';
import { type IdPart, partNumber, partSize, partsOf } from '../platform/db/id-parts.ts';

// What belongs to an app is read by the statement that reads its row, as texts of JSON: building and running a
// statement takes longer than most of these reads (docs/decisions/006-one-process-is-one-node.md).

const jsonFunctions = {
  sqlite: { object: 'json_object', list: 'json_group_array' },
  postgres: { object: 'json_build_object', list: 'json_agg' },
} as const;

function partsFor(engine: Engine['name']) {
  const object = sql.raw(jsonFunctions[engine].object);
  const list = sql.raw(jsonFunctions[engine].list);
  const picture = sql`${object}('id', media.id, 'width', media.width, 'height', media.height,
    'widths', media.widths, 'fallback', media.fallback, 'colour', media.colour)`;
  const text = (part: RawBuilder<unknown>) => sql<string | null>`cast(${part} as text)`;
  return {
    categories: text(
      sql`(select ${list}(categories.name order by app_categories.position) from app_categories
        join categories on categories.key = app_categories.category where app_categories.app_id = apps.id)`,
    ).as('category_json'),
    logo: text(sql`(select ${picture} from media where media.id = apps.logo_id)`).as('logo_json'),
    screenshots: text(
      sql`(select ${list}(${object}('id', screenshots.id, 'picture', ${picture}) order by position, screenshots.id)
        from screenshots join media on media.id = media_id where app_id = apps.id)`,
    ).as('screenshot_json'),
    release: text(
      sql`(select ${object}('id', id, 'app_id', app_id, 'version', version, 'release_type', release_type,
        'release_date', release_date, 'latest_feature', latest_feature, 'created_at', created_at,
        'updated_at', updated_at) from versions where app_id = apps.id and is_current = 1)`,
    ).as('release_json'),
    successor: text(
      sql`(select ${object}('id', later.id, 'nameId', later.name_id, 'name', later.name)
        from apps as later join users on users.id = later.owner_id
        where later.id = apps.replaced_by and later.state = 'public' and users.banned_at is null)`,
    ).as('successor_json'),
    // As everybody may see an account (`publicUsers`).
    owner: text(
      sql`(select ${object}(${sql.raw(ownerColumns.map((name) => `'${name}', users.${name}`).join())}, 'picture', ${picture})
        from users left join media on media.id = picture_id
        where users.id = apps.owner_id and is_verified = 1 and banned_at is null)`,
    ).as('owner_json'),
  };
}

export const parts = { sqlite: partsFor('sqlite'), postgres: partsFor('postgres') };

export type StoredRelease = Omit<VersionTable, 'is_current'>;

export const releaseOfRow = (row: StoredRelease): Release => ({
  id: row.id,
  appId: row.app_id,
  // May be empty in the database.
  version: row.version || firstVersion,
  releaseType: row.release_type,
  releaseDate: row.release_date,
  latestFeature: row.latest_feature,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const categoriesOf = (json: string | null): CategoryName[] =>
  JSON.parse(json ?? '[]') as CategoryName[];

const cardColumns = [
  ...(['id', 'name_id', 'name', 'description', 'lifecycle', 'owner_id', 'created_at', 'updated_at'] as const),
  ...(['proof_checked_at', 'has_dead_link', 'state'] as const),
] as const;

type Joined<Part extends string> = Record<`${Part}_json`, string | null>;
type CardRow = Pick<AppTable, (typeof cardColumns)[number]> & Joined<'category' | 'logo' | 'owner'>;
type ListingRow = AppTable & CardRow & Joined<'screenshot' | 'release' | 'successor'>;

type StoredOwner = OwnerRow & { picture: PictureRow | Record<keyof PictureRow, null> };

/** What a card and a listing have in common; null if the owner is not public. */
function summaryOf(row: CardRow) {
  if (row.owner_json === null) return null;
  const { picture, ...owner } = JSON.parse(row.owner_json) as StoredOwner;
  return {
    id: row.id,
    nameId: row.name_id,
    name: row.name,
    description: row.description,
    logo: row.logo_json === null ? null : pictureOfRow(JSON.parse(row.logo_json) as PictureRow),
    categories: categoriesOf(row.category_json),
    owner: ownerOfRow(owner, picture.id === null ? null : pictureOfRow(picture)),
    lifecycle: row.lifecycle,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function listingsOf({ reads }: Reader, rows: readonly ListingRow[]): AppListing[] {
  if (rows.length === 0) return [];
  reads.note(dataKey.categories);
  for (const { id, owner_id, replaced_by } of rows) {
    reads.note(dataKey.app(id), dataKey.user(owner_id));
    if (replaced_by !== null) reads.note(dataKey.app(replaced_by));
  }
  reads.keepFor(viewsKeptMs);
  return rows.flatMap((row) => {
    const summary = summaryOf(row);
    const release = JSON.parse(row.release_json ?? 'null') as StoredRelease | null;
    if (!summary || !release) return [];
    const shots = JSON.parse(row.screenshot_json ?? '[]') as { id: string; picture: PictureRow }[];
    return {
      ...columnsOf(row),
      ...summary,
      screenshots: shots.map(({ id, picture }) => ({ id, picture: pictureOfRow(picture) })),
      currentVersion: releaseOfRow(release),
      state: row.state,
      details: {
        at: row.state_at,
        reason: row.state_reason,
        clears: row.state_clears,
        policy: row.state_policy,
        decision: row.state_decision,
      },
      discontinuedAt: row.discontinued_at,
      successor: JSON.parse(row.successor_json ?? 'null') as Successor | null,
      proof: row.proof_checked_at === null ? null : { name: row.proof_name, checkedAt: row.proof_checked_at },
      // A copy of what the room `links` found, so that every list has it.
      links: row.link_health === '' ? [] : (JSON.parse(row.link_health) as LinkHealth[]),
      views: row.views,
      taps: row.taps,
      popularity: row.popular,
      trend: row.trending,
    };
  });
}

const selectListings = (apps: Apps, { name }: Engine): Selected<ListingRow> =>
  apps.selectAll('apps').select(Object.values(parts[name]));

/** An app as cards show it: a third of what a listing has. */
export interface AppCard extends AppSummary {
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  /** Whether its owner has proved to control it. */
  isProved: boolean;
  /** Whether one of its links is dead: then no shelf has it. */
  hasDeadLink: boolean;
  isListed: boolean;
}

/** The cards of these apps, in any state, of owners whom everybody may see. */
async function readCards({ engine, read }: Reader, ids: readonly string[]) {
  const rows = await read
    .selectFrom('apps')
    .select(cardColumns)
    .select([parts[engine.name].categories, parts[engine.name].logo, parts[engine.name].owner])
    .where('apps.id', 'in', atFewLengths(ids))
    .execute();
  const cards = new Map<string, KeptRead<AppCard>>();
  for (const row of rows) {
    const summary = summaryOf(row);
    if (!summary) continue;
    const value: AppCard = {
      ...summary,
      isProved: row.proof_checked_at !== null,
      hasDeadLink: row.has_dead_link === 1,
      isListed: row.state === 'public',
    };
    const keys = [dataKey.categories, dataKey.app(row.id), dataKey.user(row.owner_id)];
    cards.set(row.id, { value, keys });
  }
  return cards;
}

/** The cards of these apps, in this order. */
async function cardsOf(reader: Reader, apps: readonly Pick<AppTable, 'id'>[]): Promise<AppCard[]> {
  const ids = apps.map(({ id }) => id);
  const cards = await reader.kept.get('card', ids, (missing) => readCards(reader, missing));
  reader.reads.note(dataKey.categories);
  return ids.flatMap((id) => {
    const card = cards.get(id);
    reader.reads.note(...(card?.keys ?? []));
    return card?.value ?? [];
  });
}

export interface AppFilter extends SharedFilter {
  ownerId?: string | undefined;
  /** Includes limited apps; for profiles. */
  withLimited?: boolean;
  /** Only those whose visits grow. */
  isGrowing?: boolean;
  /** Includes apps in every state; for their owner and staff only. */
  inAnyState?: boolean;
}

export interface AppPageQuery extends AppFilter {
  /** Default: newest first. */
  sort?: SortOrder | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Length of the whole list, where it is known or not needed. */
  count?: number;
}

const sortKeys = {
  newest: ['created_at', 'desc'],
  updated: ['updated_at', 'desc'],
  name: ['name_key', 'asc'],
  popular: ['popular', 'desc'],
  trending: ['trending', 'desc'],
} as const satisfies Record<SortOrder, readonly [column: keyof AppTable, direction: 'asc' | 'desc']>;

/** The sort keys, and the tie-breaker, which every row has. */
type Sorted = Pick<AppTable, 'id' | (typeof sortKeys)[SortOrder][0]>;

type Apps = ReturnType<typeof filterApps>;
type Selected<Row> = SelectQueryBuilder<Schema, 'apps', Row>;

function filterApps(db: ReadDb, filter: AppFilter) {
  const { category, ownerId, phase, platform, inAnyState, isGrowing, withLimited, without = {} } = filter;
  let query = inAnyState ? db.selectFrom('apps') : withLimited ? profileApps(db) : listedApps(db);
  if (ownerId !== undefined) query = query.where('apps.owner_id', '=', ownerId);
  if (isGrowing) query = query.where('apps.trending', '>=', countingRules.smallestTrend);
  if (platform !== undefined) query = query.where('apps.platform', '=', platform);
  for (const name of factFilters)
    if (filter[name] !== undefined)
      query = query.where(
        sql<boolean>`',' || ${sql.ref(`apps.${name}`)} || ',' like ${`%,${filter[name]},%`}`,
      );
  if (phase !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('versions')
          .select('versions.app_id')
          .whereRef('versions.app_id', '=', 'apps.id')
          .where('versions.is_current', '=', sqlLiteral.true)
          .where('versions.release_type', '=', phase),
      ),
    );
  const isInOneOf = (categories: readonly string[]) => sql<boolean>`exists (select 1 from app_categories
    where app_categories.app_id = apps.id and app_categories.category in (${sql.join(categories)}))`;
  if (category !== undefined) query = query.where(isInOneOf([category]));
  if (without.category?.length) query = query.where(sql<boolean>`not ${isInOneOf(without.category)}`);
  const { platform: unwanted = [] } = without;
  if (unwanted.length > 0)
    query = query.where(({ eb, or }) =>
      or([eb('apps.platform', 'is', null), eb('apps.platform', 'not in', unwanted)]),
    );
  return query;
}

/** Counts all apps; those of an owner or a filter only up to `limits.counted`. */
async function countApps(db: ReadDb, query: AppPageQuery): Promise<number> {
  const isFiltered =
    query.ownerId !== undefined ||
    allFilterNames.some((name) => query[name] !== undefined) ||
    excludingNames.some((name) => query.without?.[name]?.length);
  const apps = filterApps(db, query).select('apps.id');
  return await countRows(db, isFiltered ? apps.limit(limits.counted) : apps);
}

/** What a list reads of its apps. */
export interface ListedAs<Item> {
  /** The listed apps with these ids, in this order. */
  find(reader: Reader, ids: readonly string[], filter?: Pick<AppFilter, 'inAnyState'>): Promise<Item[]>;
  /** Counted only where the first page does not hold them all. @throws AppError 400 for an invalid cursor */
  page(reader: Reader, query: AppPageQuery): Promise<Page<Item>>;
}

/** Pages of apps. */
function pagesOf<Row extends Sorted, Item>(
  select: (apps: Apps, engine: Engine) => Selected<Row>,
  complete: (reader: Reader, rows: readonly Row[]) => Item[] | Promise<Item[]>,
): ListedAs<Item>['page'] {
  return async (reader, query) => {
    const { read, reads, engine } = reader;
    const { ownerId, sort = 'newest', limit = limits.pageSize, cursor } = query;
    if (ownerId !== undefined && !isId(ownerId)) return emptyPage();
    reads.note(ownerId === undefined ? dataKey.apps : dataKey.user(ownerId));
    // Ranks are not published.
    if (sort === 'popular' || sort === 'trending') reads.keepFor(viewsKeptMs);
    const [column, direction] = sortKeys[sort];
    const keyType = column === 'name_key' ? 'string' : 'number';
    const apps = filterApps(read, query);
    // Apps with a dead link come last. A literal, so that both engines use the partial index of them.
    const both = [sqlLiteral.false, sqlLiteral.true].map((isDead) =>
      select(apps.where('apps.has_dead_link', '=', isDead), engine),
    );
    const keyset = { cursor, limit, table: 'apps', column, keyType, direction } as const;
    const count = async () => query.count ?? (await countApps(read, query));
    const page = await keysetPage(read, both, { ...keyset, count });
    return { ...page, items: await complete(reader, page.items) };
  };
}

/** Everything, for the API and feeds. */
export const asListings: ListedAs<AppListing> = {
  async find(reader, ids, filter = {}) {
    if (ids.length === 0) return [];
    // Notes ids that are not found too, because those apps may become public again.
    reader.reads.note(...ids.map(dataKey.app));
    const apps = filterApps(reader.read, filter).where('apps.id', 'in', atFewLengths(ids));
    const items = listingsOf(reader, await selectListings(apps, reader.engine).execute());
    const itemOf = new Map(items.map((item) => [item.id, item]));
    return ids.flatMap((id) => itemOf.get(id) ?? []);
  },
  page: pagesOf<ListingRow, AppListing>(selectListings, listingsOf),
};

const selectKeys = (apps: Apps): Selected<Sorted> =>
  apps.select(['id', 'created_at', 'updated_at', 'name_key', 'popular', 'trending']);

/** What a card shows, for pages. */
export const asCards: ListedAs<AppCard> = {
  async find(reader, ids) {
    reader.reads.note(...ids.map(dataKey.app));
    const cards = await cardsOf(
      reader,
      ids.map((id) => ({ id })),
    );
    return cards.filter(({ isListed }) => isListed);
  },
  page: pagesOf<Sorted, AppCard>(selectKeys, cardsOf),
};

/** A listing in one of the states. */
export async function findListing(
  reader: Reader,
  by: 'id' | 'name_id',
  value: string,
  states: readonly ListingState[] = visibleStates,
): Promise<AppListing | null> {
  const apps = filterApps(reader.read, { inAnyState: true })
    .where(by, '=', value)
    .where('state', 'in', states);
  const [listing] = listingsOf(reader, await selectListings(apps, reader.engine).execute());
  return listing ?? null;
}

// Lists of apps for certain pages: those that grow, those of one owner, those that somebody shares, the sitemap.

/** The apps whose visits grow most, the strongest trend first; fewer than `limit` when few apps grow. */
export const listTrending = async <Item>(
  as: ListedAs<Item>,
  reader: Reader,
  limit: number,
): Promise<Item[]> => (await as.page(reader, { sort: 'trending', isGrowing: true, limit, count: 0 })).items;

export async function storeRanks(
  trx: WriteDb,
  apps: readonly Pick<AppTable, 'id' | 'popular' | 'trending'>[],
): Promise<void> {
  const rows = apps.map(
    ({ id, popular, trending }) => sql`(${id}, cast(${popular} as bigint), cast(${trending} as bigint))`,
  );
  await sql`with given (id, popular, trending) as (values ${sql.join(rows)})
    update apps set popular = given.popular, trending = given.trending from given where apps.id = given.id`.execute(
    trx,
  );
}

/** The owner's newest other apps. */
export async function listOtherApps(reader: Reader, { id, owner }: AppListing, limit: number) {
  const { items } = await asCards.page(reader, { ownerId: owner.id, limit: limit + 1, count: 0 });
  return items.filter((one) => one.id !== id).slice(0, limit);
}

/** The ids of apps that were deleted. A hidden app is not one of them, because it may be public again. */
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
    const former = db.selectFrom('app_name_ids').select(['name_id', 'app_id as id']);
    const current = db.selectFrom('apps').select(['name_id', 'id']);
    const all = former.where('name_id', 'in', nameIds).unionAll(current.where('name_id', 'in', nameIds));
    for (const { name_id, id } of await all.execute()) idOf.set(name_id, id);
  }
  const ids = wanted.flatMap((name) => (isId(name) ? [name] : (idOf.get(name) ?? [])));
  return await asListings.find(reader, [...new Set(ids)]);
}

// The sitemap, read only from the index apps_listed_sitemap.

export async function sitemapParts({ read, reads }: Reader): Promise<IdPart[]> {
  reads.note(dataKey.apps);
  return await partsOf(read, listedApps(read).select(['id', 'updated_at', partNumber]).as('numbered'));
}

/** At most `partSize` apps, by id. */
export async function sitemapApps({ read: db, reads }: Reader, after: string) {
  reads.note(dataKey.apps);
  const next = listedApps(db).where('id', '>', after).orderBy('id').limit(partSize);
  return await next.select(['name_id as nameId', 'updated_at as changedAt']).execute();
}

/** Newest apps that are counted. */
const counted = 500;

/** What somebody's apps say that they can do: how many are of each platform and category, the most frequent first. */
export async function countSkills({ engine, read: db, reads }: Reader, ownerId: string): Promise<Skill[]> {
  reads.note(dataKey.user(ownerId), dataKey.categories);
  const apps = await profileApps(db)
    .select(['apps.platform', parts[engine.name].categories])
    .where('apps.owner_id', '=', ownerId)
    .orderBy('apps.created_at', 'desc')
    .orderBy('apps.id', 'desc')
    .limit(counted)
    .execute();
  const mostFirst = (names: string[]): Skill[] =>
    [...Map.groupBy(names, (name) => name)]
      .map(([name, group]) => ({ name, apps: group.length }))
      .sort((one, other) => other.apps - one.apps || (one.name < other.name ? -1 : 1));
  return [
    ...mostFirst(apps.map(({ platform }) => platforms[platform])),
    ...mostFirst(apps.flatMap((app) => categoriesOf(app.category_json))),
  ];
}

// What a user has done, as profiles show it.

/** Call it in the transaction of the event, so that neither is stored without the other. */
export async function recordEvent(trx: WriteDb, event: Omit<Insertable<Schema['timeline']>, 'id'>) {
  await trx
    .insertInto('timeline')
    .values({ id: newId(), ...event })
    .execute();
}

export interface TimelineQuery {
  userId: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A user's events with their apps, newest first, counted up to `limits.counted`. */
export async function listActivity<App extends { id: string }>(
  as: Pick<ListedAs<App>, 'find'>,
  reader: Reader,
  { userId, cursor, limit = limits.pageSize }: TimelineQuery,
): Promise<Page<TimelineEntry<App>>> {
  const { read, reads } = reader;
  reads.note(dataKey.user(userId));
  const unlisted = read
    .selectFrom('apps')
    .select('apps.id')
    .where('apps.owner_id', '=', userId)
    .where('apps.state', '!=', 'public');
  const events = read
    .selectFrom('timeline')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('app_id', 'is', null), eb('app_id', 'not in', unlisted)]));
  const page = await keysetPage(read, events, { cursor, limit, table: 'timeline', column: 'created_at' });
  const apps = await as.find(
    reader,
    page.items.flatMap((event) => event.app_id ?? []),
  );
  return {
    ...page,
    items: page.items.map((event) => ({
      id: event.id,
      category: event.category,
      userId: event.user_id,
      app: apps.find(({ id }) => id === event.app_id) ?? null,
      createdAt: event.created_at,
    })),
  };
}
