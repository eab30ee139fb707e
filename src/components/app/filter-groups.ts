import {
  appFilters,
  filterNames,
  labelOfFilter,
  valuesOfFilter,
  type FilterName,
} from '../../lib/shared/schemas/app-filters.ts';
import { sortOrders } from '../../lib/shared/schemas/apps.ts';
import { browseUrl, sortLabels, type BrowseChoice } from '../../lib/shared/schemas/browse.ts';

/** Fragment of the sheet with the filters. It stays in the address, so that the sheet stays open after a choice. */
export const sheet = '#filters';

interface FilterOption {
  label: string;
  href: string;
  current: boolean;
  /** Number of apps that the option gives. A sort order has none. */
  count?: number;
}

interface FilterGroup {
  title: string;
  options: FilterOption[];
}

/** The link of the current option removes it. Options that give no apps are left out. */
function optionsOf(name: FilterName, choice: BrowseChoice, counts: Record<string, number>): FilterOption[] {
  return valuesOfFilter(name).flatMap((value) => {
    const count = counts[value] ?? 0;
    const current = choice[name] === value;
    if (count === 0 && !current) return [];
    const href = browseUrl({ ...choice, [name]: current ? undefined : value }) + sheet;
    return [{ label: labelOfFilter(name, value), href, current, count }];
  });
}

/** @returns one group for each filter, long ones last */
export function filterGroups(
  choice: BrowseChoice,
  counts: Record<FilterName, Record<string, number>>,
): FilterGroup[] {
  return [...filterNames]
    .sort((one, other) => valuesOfFilter(one).length - valuesOfFilter(other).length)
    .map((name) => ({ title: appFilters[name].title, options: optionsOf(name, choice, counts[name]) }));
}

export function sortGroup(choice: BrowseChoice): FilterGroup {
  const options = sortOrders.map((name) => ({
    label: sortLabels[name],
    href: browseUrl({ ...choice, sort: name }) + sheet,
    current: (choice.sort ?? 'newest') === name,
  }));
  return { title: 'Sort by', options };
}
