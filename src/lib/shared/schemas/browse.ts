// Reads and writes the filters in the address of /apps.
import { filterNames, filterOfSlug, fixedFilters, type AppFilter, type FixedFilter } from './app-filters.ts';
import type { CategoryName } from './categories.ts';
import { askedFacts, factFilters, factOfSlug, type FactFilter } from './facts/fact-filters.ts';
import { sortOrders, type SortOrder } from './apps.ts';
import { slugify } from '../text/text.ts';
import { limits } from './limits.ts';

export interface BrowseChoice extends Pick<AppFilter, FixedFilter>, FactFilter {
  category?: CategoryName | undefined;
  /** '' for none. */
  text: string;
  /** undefined with a text, because the best matches come first. */
  sort?: SortOrder | undefined;
}

export const noChoice: BrowseChoice = { text: '' };

export const sortLabels: Record<SortOrder, string> = {
  newest: 'Newest',
  updated: 'Updated',
  popular: 'Popular',
  trending: 'Trending',
  name: 'Name',
};

/**
 * Ignores unknown values, so that an old address still shows a list.
 * @param categoryOf the name of the category with a slug or former slug
 */
export function readBrowseChoice(
  parameters: URLSearchParams,
  categoryOf: (slug: string) => CategoryName | undefined,
): BrowseChoice {
  const value = (name: string) => parameters.get(name) ?? '';
  const text = Array.from(value('q').trim()).slice(0, limits.searchText).join('');
  const filters: Partial<Record<FixedFilter, string | undefined>> = Object.fromEntries(
    fixedFilters.map((name) => [name, filterOfSlug(name, value(name))]),
  );
  const facts: FactFilter = Object.fromEntries(
    factFilters.map((name) => [name, factOfSlug(name, value(name))]),
  );
  return {
    ...(filters as Pick<AppFilter, FixedFilter>),
    ...facts,
    category: categoryOf(slugify(value('category'))),
    text,
    sort: text ? undefined : sortOrders.find((name) => name === value('sort')),
  };
}

/** The same choice always has the same address. */
export function browseUrl({ text, sort, ...filters }: BrowseChoice): string {
  const parameters = new URLSearchParams();
  if (text) parameters.set('q', text);
  for (const name of filterNames) {
    const value = filters[name];
    if (value) parameters.set(name, slugify(value));
  }
  for (const [name, value] of askedFacts(filters)) parameters.set(name, slugify(value));
  if (sort && sort !== 'newest') parameters.set('sort', sort);
  const query = parameters.toString();
  return query ? `/apps?${query}` : '/apps';
}
