// Describes each filter of lists of apps, once. The parameters of /apps and of the API, the groups of choices beside a
// list, and the tokens and counters of the search follow from here.
import { slugify } from '../text/text.ts';
import {
  appFacts,
  factFields,
  ofRegisters,
  platforms,
  type AppField,
  type FactName,
  type Platform,
  releaseTypes,
  type ReleaseType,
} from './app-fields.ts';
import type { CategoryKey, CategoryName } from './categories.ts';
import { sortOrders, type SortOrder } from './apps.ts';
import { limits } from './limits.ts';
import { keysOf } from '../zod.ts';

type Facts = typeof appFacts;
/** Filters by facts of an app. A list offers one where enough of its apps have the fact. */
export type FactFilterName =
  | { [Name in FactName]: Facts[Name] extends { isFilter: true } ? Name : never }[FactName]
  | 'proved';
export type FilterName = 'platform' | 'phase' | FactFilterName;

type Filter = Pick<AppField, 'label' | 'isList'> & { options: Record<string, string>; description?: string };

const asked = factFields.filter(
  (name): name is Exclude<FactFilterName, 'proved'> => 'isFilter' in appFacts[name],
);

/** In the order of the lists: what a register or a proof says comes last. */
export const factFilters: readonly FactFilterName[] = [
  ...asked.filter((name) => !ofRegisters.includes(name)),
  ...asked.filter((name) => ofRegisters.includes(name)),
  'proved',
];

/** Staff change the categories while the site runs, so the filter by one is not among these. */
export const appFilters: Readonly<Record<FilterName, Filter>> = {
  platform: { label: 'Platform', options: platforms, description: 'What it runs on.' },
  phase: {
    label: 'Phase',
    options: releaseTypes,
    description: 'The type of its current release.',
  },
  ...appFacts,
  // No field of the owner: a proof sets it.
  proved: { label: 'Owner', options: { yes: 'Verified' } },
};
export const filterNames: readonly FilterName[] = ['platform', 'phase', ...factFilters];
export const allFilterNames = ['category', ...filterNames] as const;

export type FilterValues = { platform: Platform; phase: ReleaseType } & Record<FactFilterName, string>;
type ChosenValues = { [Name in FilterName]?: FilterValues[Name] | undefined };

/** Filters whose values a list can also leave out, as `-category` and `-platform` of its address say. */
export const excludingNames = ['category', 'platform'] as const;
export interface Excluded {
  category?: readonly CategoryKey[];
  platform?: readonly Platform[];
}

export type AppFilter = ChosenValues & { category?: CategoryKey | undefined; without?: Excluded | undefined };

/** How many of the apps that a list shows beside other choices have each value of a filter. */
export interface FacetCount {
  apps: Record<string, number>;
  /** The apps that were counted. */
  of: number;
  /** Whether there are more apps than were counted: then each number is a lower bound. */
  isPart: boolean;
}

export type FacetCounts = Record<FilterName | 'category', FacetCount>;

/** A filter is offered where at least one in so many of the apps has the fact. */
export const factShare = 10;

export const valuesOfFilter = (name: FilterName): string[] => Object.keys(appFilters[name].options);

/** @returns the value with this slug, such as 'in-development'; undefined for another text */
export function filterOfSlug(name: FilterName, slug: string): string | undefined {
  const wanted = slugify(slug);
  return valuesOfFilter(name).find((value) => slugify(value) === wanted);
}

export const valuesOfStored = (name: FilterName, stored: string): string[] =>
  stored === '' ? [] : appFilters[name].isList ? stored.split(',') : [stored];

// Reads and writes the filters in the address of /apps.

export interface BrowseChoice extends ChosenValues {
  category?: CategoryName | undefined;
  without?: Excluded | undefined;
  /** '' for none. */
  text: string;
  /** undefined with a text, because the best matches come first. */
  sort?: SortOrder | undefined;
}

export const noChoice: BrowseChoice = { text: '' };

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
  const chosen = filterNames.map((name) => [name, filterOfSlug(name, value(name))]);
  const excluded = (name: (typeof excludingNames)[number]): string[] => {
    const known = name === 'category' ? categoryOf : (slug: string) => filterOfSlug(name, slug);
    return [...new Set(slugsIn(value(`-${name}`)).flatMap((slug) => known(slug) ?? []))];
  };
  return {
    ...(Object.fromEntries(chosen) as ChosenValues),
    category: categoryOf(slugify(value('category'))),
    without: Object.fromEntries(excludingNames.map((name) => [name, excluded(name)])) as Excluded,
    text,
    sort: text ? undefined : keysOf(sortOrders).find((name) => name === value('sort')),
  };
}

/** Slugs that are separated by spaces, each once and in order. */
export const slugsIn = (value: string): string[] =>
  [...new Set(value.split(' ').map(slugify))].filter((slug) => slug !== '').sort();

/** The same choice always has the same address. */
export function browseUrl({ text, sort, without = {}, ...filters }: BrowseChoice): string {
  const parameters = new URLSearchParams();
  if (text) parameters.set('q', text);
  for (const name of allFilterNames) {
    const value = filters[name];
    if (value) parameters.set(name, slugify(value));
  }
  for (const name of excludingNames) {
    const slugs = (without[name] ?? []).map(slugify);
    if (slugs.length > 0) parameters.set(`-${name}`, slugsIn(slugs.join(' ')).join(' '));
  }
  if (sort && sort !== 'newest') parameters.set('sort', sort);
  const query = parameters.toString();
  return query ? `/apps?${query}` : '/apps';
}
