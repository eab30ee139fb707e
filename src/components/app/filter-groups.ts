import {
  appFilters,
  browseUrl,
  excludingNames,
  factFilters,
  factShare,
  type BrowseChoice,
  type FacetCount,
  type FacetCounts,
  type FilterName,
} from '../../lib/shared/schemas/filters.ts';
import { sortOrders } from '../../lib/shared/schemas/apps.ts';
import { formatCount } from '../../lib/shared/text/text.ts';
import { keysOf } from '../../lib/shared/zod.ts';

/** Fragment of the sheet with the filters. It stays in the address, so that the sheet stays open after a choice. */
export const sheet = '#filters';

interface Value {
  /** Under which it is counted. */
  key: string;
  /** As the address has it. */
  value: string;
  label: string;
  /** Stands alone among the filters that are on; `label` when left out. */
  wholeLabel?: string;
}

const valuesOf = (name: FilterName): Value[] =>
  Object.entries(appFilters[name].options).map(([value, label]) => ({ key: value, value, label }));

/**
 * The choices after this one of an option is pressed, and after it is taken out. An option of a filter that can exclude
 * is wanted at the first press and unwanted at the second.
 */
function pressed(name: keyof FacetCounts, value: string, choice: BrowseChoice) {
  const of = excludingNames.find((one) => one === name);
  const excluded = of ? (choice.without?.[of] ?? []) : [];
  const withExcluded = (values: readonly string[]): BrowseChoice =>
    of ? { ...choice, without: { ...choice.without, [of]: values } } : choice;
  const isWanted = choice[name] === value;
  const isExcluded = excluded.includes(value);
  const none = {
    ...withExcluded(excluded.filter((one) => one !== value)),
    ...(isWanted && { [name]: undefined }),
  };
  if (isExcluded || (isWanted && !of)) return { isWanted, isExcluded, next: none, none };
  const next = isWanted
    ? { ...withExcluded([...excluded, value]), [name]: undefined }
    : { ...choice, [name]: value };
  return { isWanted, isExcluded, next, none };
}

/** Options that give no apps are left out, unless only a part of the apps was counted. */
function optionsOf(
  name: keyof FacetCounts,
  choice: BrowseChoice,
  values: readonly Value[],
  { apps, isPart }: FacetCount,
) {
  return values.flatMap(({ key, value, label, wholeLabel = label }) => {
    const count = apps[key] ?? 0;
    const { isExcluded, isWanted, next, none } = pressed(name, value, choice);
    const current = isWanted || isExcluded;
    if (count === 0 && !current && !isPart) return [];
    const shown = isPart || isExcluded ? (count === 0 ? '' : `${formatCount(count)}+`) : formatCount(count);
    return [
      {
        label: isExcluded ? `Without ${label}` : label,
        wholeLabel: isExcluded ? `Without ${wholeLabel}` : wholeLabel,
        href: browseUrl(next) + sheet,
        removal: browseUrl(none),
        current,
        count: shown,
      },
    ];
  });
}

/** @returns one group for each filter that has options, long ones last */
export function filterGroups(
  choice: BrowseChoice,
  counts: FacetCounts,
  categories: readonly { key: string; name: string }[],
) {
  const filters = [
    {
      name: 'category' as const,
      title: 'Category',
      values: categories.map(({ key, name }) => ({ key, value: name, label: name })),
    },
    ...(['platform', 'phase'] as const).map((name) => ({
      name,
      title: appFilters[name].label,
      values: valuesOf(name),
    })),
  ];
  return filters
    .sort((one, other) => one.values.length - other.values.length)
    .map(({ name, title, values }) => ({ title, options: optionsOf(name, choice, values, counts[name]) }))
    .filter(({ options }) => options.length > 0);
}

/** One for each fact that enough of the apps have, or that is chosen. */
export function factGroups(choice: BrowseChoice, counts: FacetCounts) {
  return factFilters.flatMap((name) => {
    const { apps, of } = counts[name];
    const title = appFilters[name].label;
    const values = valuesOf(name).map((value) => ({ ...value, wholeLabel: `${title}: ${value.label}` }));
    // An app may have several values of one fact, so this is a little more than the apps that have it.
    const having = values.reduce((sum, { value }) => sum + (apps[value] ?? 0), 0);
    if (choice[name] === undefined && (having === 0 || having * factShare < of)) return [];
    return [{ title, options: optionsOf(name, choice, values, counts[name]) }];
  });
}

export function sortGroup(choice: BrowseChoice) {
  const options = keysOf(sortOrders).map((name) => ({
    label: sortOrders[name],
    href: browseUrl({ ...choice, sort: name }) + sheet,
    current: (choice.sort ?? 'newest') === name,
    count: '',
  }));
  return { title: 'Sort by', options };
}
