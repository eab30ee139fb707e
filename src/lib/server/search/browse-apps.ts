import type { AppListing, SortOrder } from '../../shared/schemas/apps.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { findAppPage } from '../apps/index.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { all } from './expression.ts';
import type { AppFilter } from '../../shared/schemas/app-filters.ts';
import { countFacets } from './facet-queries.ts';
import { pageOfRanking } from './search-apps.ts';
import { filterExpressions } from './tiers.ts';

interface BrowseQuery extends AppFilter {
  sort?: SortOrder | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Apps that pass the filter, newest first by default. @throws AppError 400 for an invalid cursor */
export async function browseApps(reader: Reader, query: BrowseQuery): Promise<Page<AppListing>> {
  const { sort = 'newest', cursor, limit = limits.pageSize } = query;
  const { total } = await countFacets(reader, query);
  const filters = filterExpressions(query);
  if (sort === 'newest' && filters.length > 0) {
    const filtered = all(...filters);
    const ranking = { tiers: [filtered], anyTier: filtered };
    return await pageOfRanking(reader, ranking, { cursor, limit, count: total });
  }
  return await findAppPage(reader, { ...query, sort, cursor, limit, count: total });
}
