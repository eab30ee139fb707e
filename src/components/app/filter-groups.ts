import {
  appFilters,
  filterNames,
  labelOfFilter,
  valuesOfFilter,
  type FilterName,
  type FixedFilter,
} from '../../lib/shared/schemas/app-filters.ts';
import {
  askedFacts,
  labelsOfFact,
  titleOfFact,
  type OfferedFact,
} from '../../lib/shared/schemas/facts/fact-filters.ts';
import { sortOrders } from '../../lib/shared/schemas/apps.ts';
import { browseUrl, sortLabels, type BrowseChoice } from '../../lib/shared/schemas/browse.ts';

/** Fragment of the sheet with the filters. It stays in the address, so that the sheet stays open after a choice. */
export const sheet = '#filters';

interface FilterOption {
  label: string;
  /** Stands alone among the filters that are on; `label` when left out. */
  wholeLabel?: string;
  href: string;
  current: boolean;
  /** Number of apps that the option gives. A sort order has none. */
  count?: number;
}

interface FilterGroup {
  title: string;
  options: FilterOption[];
}

/** A category as the filters show it. */
export interface ShownCategory {
  key: string;
  name: string;
}

interface Value {
  /** Under which it is counted. */
  key: string;
  /** As the address has it. */
  value: string;
  label: string;
}

function valuesOf(name: FilterName, categories: readonly ShownCategory[]): Value[] {
  if (name === 'category') return categories.map(({ key, name: value }) => ({ key, value, label: value }));
  return valuesOfFilter<FixedFilter>(name).map((value) => ({
    key: value,
    value,
    label: labelOfFilter<FixedFilter>(name, value),
  }));
}

/** The link of the current option removes it. Options that give no apps are left out. */
function optionsOf(
  name: FilterName,
  choice: BrowseChoice,
  values: readonly Value[],
  counts: Record<string, number>,
): FilterOption[] {
  return values.flatMap(({ key, label, value }) => {
    const count = counts[key] ?? 0;
    const current = choice[name] === value;
    if (count === 0 && !current) return [];
    const href = browseUrl({ ...choice, [name]: current ? undefined : value }) + sheet;
    return [{ label, href, current, count }];
  });
}

/** @returns one group for each filter, long ones last */
export function filterGroups(
  choice: BrowseChoice,
  counts: Record<FilterName, Record<string, number>>,
  categories: readonly ShownCategory[],
): FilterGroup[] {
  return filterNames
    .map((name) => ({ name, values: valuesOf(name, categories) }))
    .sort((one, other) => one.values.length - other.values.length)
    .map(({ name, values }) => ({
      title: appFilters[name].title,
      options: optionsOf(name, choice, values, counts[name]),
    }));
}

/**
 * Their counts are those of all listed apps, so they are shown only where nothing else is chosen: no counter knows how
 * many apps have a fact among the apps of a category or a text.
 */
export function factGroups(choice: BrowseChoice, facts: readonly OfferedFact[]): FilterGroup[] {
  const isAll =
    choice.text === '' &&
    filterNames.every((name) => choice[name] === undefined) &&
    askedFacts(choice).length === 0;
  return facts.map(({ name, values }) => ({
    title: titleOfFact(name),
    options: values.map(({ value, apps }) => {
      const current = choice[name] === value;
      return {
        label: labelsOfFact(name)[value] ?? value,
        wholeLabel: `${titleOfFact(name)}: ${labelsOfFact(name)[value] ?? value}`,
        href: browseUrl({ ...choice, [name]: current ? undefined : value }) + sheet,
        current,
        ...(isAll && { count: apps }),
      };
    }),
  }));
}

export function sortGroup(choice: BrowseChoice): FilterGroup {
  const options = sortOrders.map((name) => ({
    label: sortLabels[name],
    href: browseUrl({ ...choice, sort: name }) + sheet,
    current: (choice.sort ?? 'newest') === name,
  }));
  return { title: 'Sort by', options };
}
