import type { SortOrder } from '../../shared/schemas/apps.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { asOwnedCards, type ListedAs, type OwnedCard } from '../apps/index.ts';
import type { SearchReader } from './counts/match-memory.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { all } from './expression.ts';
import type { AppFilter } from '../../shared/schemas/app-filters.ts';
import { countMatchesByFacet, type CountedMatches } from './counts/count-matches-by-facet.ts';
import { countFacets, type FacetCounts } from './counts/facet-queries.ts';
import type { OfferedFact } from '../../shared/schemas/facts/fact-filters.ts';
import { findOfferedFacts } from './counts/fact-queries.ts';
import { pageOfRanking, type FoundMatches } from './search-apps.ts';
import { countMatches } from './search-queries.ts';
import { factExpressions, filterExpressions, filterRanking, rankingOf } from './tiers.ts';

export interface BrowseQuery extends AppFilter {
  sort?: SortOrder | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Length of the whole list, where it is known or not needed. */
  count?: number | undefined;
}

/** Apps that pass the filter, newest first by default. @throws AppError 400 for an invalid cursor */
export async function browseApps<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: SearchReader,
  query: BrowseQuery,
): Promise<Page<Item>> {
  const count =
    query.count ??
    (factExpressions(query).length === 0
      ? (await countFacets(reader, query)).total
      : await countMatches(reader, all(...filterExpressions(query)), limits.counted));
  return await filteredApps(as, reader, { ...query, count });
}

async function filteredApps<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: SearchReader,
  query: BrowseQuery & { count: number },
): Promise<Page<Item>> {
  const { sort = 'newest', cursor, limit = limits.pageSize, count } = query;
  const filters = filterExpressions(query);
  if (sort === 'newest' && filters.length > 0) {
    const filtered = all(...filters);
    return await pageOfRanking(
      reader,
      { tiers: [filtered], anyTier: filtered },
      { as, cursor, limit, count },
    );
  }
  return await as.findPage(reader, { ...query, sort, cursor, limit, count });
}

interface Choice extends BrowseQuery {
  /** '' for all apps. Otherwise the best matches come first. */
  text?: string;
}

interface CountedPage {
  list: Page<OwnedCard>;
  counts: FacetCounts;
  facts: OfferedFact[];
}

/**
 * A page of the apps that match a text and pass the filter, and how many each choice of a filter would give.
 * @throws AppError 400 for an invalid cursor
 */
export async function browseWithCounts(reader: SearchReader, choice: Choice): Promise<CountedPage> {
  const page = await findPage(reader, choice);
  const facts = await findOfferedFacts(reader, choice);
  return { ...page, facts };
}

async function findPage(
  reader: SearchReader,
  { text = '', ...query }: Choice,
): Promise<Omit<CountedPage, 'facts'>> {
  const facts = factExpressions(query);
  if (text === '') {
    const counts =
      facts.length === 0
        ? await countFacets(reader, query)
        : (await countMatchesByFacet(reader, query, all(...facts))).counts;
    return { list: await filteredApps(asOwnedCards, reader, { ...query, count: counts.total }), counts };
  }
  const ranking = await rankingOf(reader, text.slice(0, limits.searchText));
  let found: CountedMatches | undefined;
  const find = async (): Promise<FoundMatches> => {
    found = await countMatchesByFacet(reader, query, ranking && all(ranking.anyTier, ...facts));
    return { count: found.counts.total, few: found.few };
  };
  const filtered = ranking && filterRanking(ranking, query);
  const { cursor, limit } = query;
  const list = await pageOfRanking(reader, filtered, { as: asOwnedCards, cursor, limit, find });
  return { list, counts: (found ?? (await countMatchesByFacet(reader, query, null))).counts };
}
