import type { SortOrder } from '../../shared/schemas/apps.ts';
import type { AppFilter } from '../../shared/schemas/app-filters.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { asOwnedCards, type ListedAs, type OwnedCard } from '../apps/index.ts';
import { all } from './expression.ts';
import { countFacets, countListed, type FacetCounts } from './facets.ts';
import { pageOfRanking, type SearchReader } from './search-apps.ts';
import { countMatches } from './search-queries.ts';
import { factExpressions, filterExpressions, filterRanking, rankingOf } from './tiers.ts';

export interface BrowseQuery extends AppFilter {
  sort?: SortOrder | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Length of the whole list, where it is not needed. */
  count?: number | undefined;
  /** Otherwise the count stops here. Default: `limits.counted`. */
  countUpTo?: number;
}

/** Apps that pass the filter, newest first by default. @throws AppError 400 for an invalid cursor */
export async function browseApps<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: SearchReader,
  query: BrowseQuery,
): Promise<Page<Item>> {
  const { sort = 'newest', cursor, limit = limits.pageSize, countUpTo = limits.counted } = query;
  const filters = filterExpressions(query);
  const filtered = filters.length > 0 ? all(...filters) : null;
  if (filtered && sort === 'newest') {
    const ranking = { tiers: [filtered], anyTier: filtered };
    return await pageOfRanking(reader, ranking, { ...query, as });
  }
  const count =
    query.count ?? (filtered ? await countMatches(reader, filtered, countUpTo) : await countListed(reader));
  return await as.findPage(reader, { ...query, sort, cursor, limit, count });
}

interface Choice extends BrowseQuery {
  /** '' for all apps. Otherwise the best matches come first. */
  text?: string;
}

interface CountedPage {
  list: Page<OwnedCard>;
  counts: FacetCounts;
}

/**
 * A page of the apps that match a text and pass the filter, and how many each choice of a filter would give.
 * @throws AppError 400 for an invalid cursor
 */
export async function browseWithCounts(
  reader: SearchReader,
  { text = '', ...query }: Choice,
): Promise<CountedPage> {
  const countUpTo = limits.countedOnPages;
  if (text === '') {
    const list = await browseApps(asOwnedCards, reader, { ...query, countUpTo });
    return { list, counts: await countFacets(reader, query, undefined) };
  }
  const ranking = await rankingOf(reader, text.slice(0, limits.searchText));
  const { cursor, limit } = query;
  const filtered = ranking && filterRanking(ranking, query);
  const list = await pageOfRanking(reader, filtered, { as: asOwnedCards, cursor, limit, countUpTo });
  const matching = ranking && all(ranking.anyTier, ...factExpressions(query));
  return { list, counts: await countFacets(reader, query, matching) };
}
