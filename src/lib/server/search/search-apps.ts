// Pages of the apps that match a text, pass filters, or both.
import type { AppFilter, FacetCounts } from '../../shared/schemas/filters.ts';
import type { SortOrder } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { asOwnedCards, inOrder, type ListedAs, type OwnedCard } from '../apps/index.ts';
import type { CategoryList } from '../platform/category-list.ts';
import { cursorRefusal, decodeCursor, encodeCursor } from '../platform/db/keyset.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { all } from './expression.ts';
import { countFacets, countListed } from './facets.ts';
import type { Hit, Tiers } from './search-index.ts';
import { appIdsAt, indexOf } from './search-queries.ts';
import { filterExpressions, tiersOf } from './tiers.ts';

/** With the categories that are known now. */
export interface SearchReader extends Reader {
  categories: CategoryList;
}

interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Number of matches, if it is known or not needed. */
  count?: number | undefined;
  /** Otherwise the count stops here. Default: `limits.counted`. */
  countUpTo?: number;
}

export interface SearchQuery extends AppFilter, PageQuery {
  /** Compared without case, accents and spaces. */
  text: string;
}

export interface BrowseQuery extends AppFilter, PageQuery {
  sort?: SortOrder | undefined;
}

/**
 * The best matches first, newer ones first among equals. A text without letters or digits finds nothing.
 * @throws AppError 400 for an invalid cursor
 */
export async function searchApps<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: SearchReader,
  query: SearchQuery,
): Promise<Page<Item>> {
  const tiers = await tiersOf(reader, query.text.slice(0, limits.searchText));
  return await pageOfTiers(as, reader, filtered(tiers, query), query);
}

const filtered = (tiers: Tiers, filter: AppFilter): Tiers =>
  tiers.map((tier) => all(tier, ...filterExpressions(filter)));

/** Apps that pass the filter, newest first by default. @throws AppError 400 for an invalid cursor */
export async function browseApps<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: SearchReader,
  query: BrowseQuery,
): Promise<Page<Item>> {
  const { sort = 'newest', cursor, limit = limits.pageSize, countUpTo = limits.counted } = query;
  const filters = filterExpressions(query);
  if (filters.length > 0 && sort === 'newest') return await pageOfTiers(as, reader, [all(...filters)], query);
  const countAll = () =>
    filters.length === 0
      ? countListed(reader)
      : indexOf(reader.engine).count(reader.read, all(...filters), countUpTo);
  const count = query.count ?? (await countAll());
  return await as.findPage(reader, { ...query, sort, cursor, limit, count });
}

/**
 * A page of the apps that match a text and pass the filter, and how many each choice of a filter would give.
 * @param choice with the text '' for all apps
 * @throws AppError 400 for an invalid cursor
 */
export async function browseWithCounts(
  reader: SearchReader,
  { text = '', ...choice }: BrowseQuery & { text?: string },
): Promise<{ list: Page<OwnedCard>; counts: FacetCounts }> {
  const query = { ...choice, countUpTo: limits.countedOnPages };
  if (text === '') {
    const list = await browseApps(asOwnedCards, reader, query);
    return { list, counts: await countFacets(reader, choice, undefined) };
  }
  const tiers = await tiersOf(reader, text.slice(0, limits.searchText));
  const list = await pageOfTiers(asOwnedCards, reader, filtered(tiers, choice), query);
  return { list, counts: await countFacets(reader, choice, tiers.at(-1) ?? null) };
}

/** @throws AppError 400 for a cursor of another list */
function tierOf(id: string, tiers: Tiers): number {
  const tier = /^\d{1,3}$/.test(id) ? Number(id) : Infinity;
  if (tier > tiers.length) throw cursorRefusal();
  return tier;
}

/** Matching apps by tier, newest first within one; those with a dead link after all others. */
export async function pageOfTiers<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: Reader,
  tiers: Tiers,
  { cursor: text, limit = limits.pageSize, count, countUpTo = limits.counted }: PageQuery,
): Promise<Page<Item>> {
  // Noted also where nothing is found, because a new app may match.
  reader.reads.note(dataKey.apps);
  const cursor = text === undefined ? undefined : decodeCursor(text, 'number');
  const every = tiers.at(-1);
  if (!every) return emptyPage();
  const index = indexOf(reader.engine);
  const backwards = cursor?.side === 'before';
  const start = cursor && { tier: tierOf(cursor.id, tiers), position: Number(cursor.key) };
  const matches = count === undefined ? await index.count(reader.read, every, countUpTo) : undefined;
  // Where there are few, the worse tiers need not be read once all are found.
  const most = cursor || matches === undefined ? limit + 1 : Math.min(limit + 1, matches);
  const hits = await index.find(reader.read, { tiers, start, backwards, limit: most, matches });
  const more = hits.length > limit;
  const shown = hits.slice(0, limit);
  if (backwards) shown.reverse();
  const cursorAt = (side: 'after' | 'before', hit: Hit | undefined) =>
    hit === undefined ? null : encodeCursor({ side, key: hit.position, id: String(hit.tier) });
  const positions = shown.map(({ position }) => position);
  return {
    items: await inOrder(as, reader, await appIdsAt(reader.read, positions)),
    next: backwards || more ? cursorAt('after', shown.at(-1)) : null,
    previous: (backwards ? more : cursor !== undefined) ? cursorAt('before', shown[0]) : null,
    count: count ?? matches ?? 0,
  };
}
