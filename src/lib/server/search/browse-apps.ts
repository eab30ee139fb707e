import type { AppListing, SortOrder } from '../../shared/schemas/apps.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { findAppPage } from '../apps/index.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { all } from './expression.ts';
import type { AppFilter } from '../../shared/schemas/app-filters.ts';
import { countMatchesByFacet } from './count-matches-by-facet.ts';
import { countFacets, type FacetCounts } from './facet-queries.ts';
import { pageOfRanking } from './search-apps.ts';
import { filterExpressions, filterRanking, rankingOf } from './tiers.ts';

interface BrowseQuery extends AppFilter {
  sort?: SortOrder | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Apps that pass the filter, newest first by default. @throws AppError 400 for an invalid cursor */
export async function browseApps(reader: Reader, query: BrowseQuery): Promise<Page<AppListing>> {
  return await filteredApps(reader, query, (await countFacets(reader, query)).total);
}

async function filteredApps(reader: Reader, query: BrowseQuery, count: number): Promise<Page<AppListing>> {
  const { sort = 'newest', cursor, limit = limits.pageSize } = query;
  const filters = filterExpressions(query);
  if (sort === 'newest' && filters.length > 0) {
    const filtered = all(...filters);
    return await pageOfRanking(reader, { tiers: [filtered], anyTier: filtered }, { cursor, limit, count });
  }
  return await findAppPage(reader, { ...query, sort, cursor, limit, count });
}

interface Choice extends BrowseQuery {
  /** '' for all apps. Otherwise the best matches come first. */
  text?: string;
}

interface CountedPage {
  list: Page<AppListing>;
  counts: FacetCounts;
}

/**
 * A page of the apps that match a text and pass the filter, and how many each choice of a filter would give.
 * @throws AppError 400 for an invalid cursor
 */
export async function browseWithCounts(
  reader: Reader,
  { text = '', ...query }: Choice,
): Promise<CountedPage> {
  if (text === '') {
    const counts = await countFacets(reader, query);
    return { list: await filteredApps(reader, query, counts.total), counts };
  }
  const ranking = await rankingOf(reader, text.slice(0, limits.searchText));
  const counting = countMatchesByFacet(reader, query, ranking?.anyTier ?? null);
  const [list, counts] = await Promise.all([
    pageOfRanking(reader, ranking && filterRanking(ranking, query), {
      cursor: query.cursor,
      limit: query.limit,
      count: async () => (await counting).total,
    }),
    counting,
  ]);
  return { list, counts };
}
