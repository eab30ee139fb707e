// Reads and writes the filters in the address of /apps.
import { filterNames, filterOfSlug, type AppFilter, type FilterName } from './app-filters.ts';
import { sortOrders, type SortOrder } from './apps.ts';
import { slugify } from '../text/text.ts';
import { limits } from './limits.ts';

export interface BrowseChoice extends AppFilter {
  /** '' for none. */
  text: string;
  /** undefined with a text, because the best matches come first. */
  sort?: SortOrder | undefined;
}

export const noChoice: BrowseChoice = { text: '' };

export const sortLabels: Record<SortOrder, string> = { newest: 'Newest', updated: 'Updated', name: 'Name' };

/** Ignores unknown values, so that an old address still shows a list. */
export function readBrowseChoice(parameters: URLSearchParams): BrowseChoice {
  const value = (name: string) => parameters.get(name) ?? '';
  const text = Array.from(value('q').trim()).slice(0, limits.searchText).join('');
  const filters: Partial<Record<FilterName, string | undefined>> = Object.fromEntries(
    filterNames.map((name) => [name, filterOfSlug(name, value(name))]),
  );
  return {
    ...(filters as AppFilter),
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
  if (sort && sort !== 'newest') parameters.set('sort', sort);
  const query = parameters.toString();
  return query ? `/apps?${query}` : '/apps';
}
