// Describes each filter of lists of apps, once. The parameters of /apps and of the API, the groups of
// choices beside a list, and the tokens and counters of the search follow from here.
import { slugify } from '../text/text.ts';
import {
  appFacts,
  appFields,
  factFields,
  ofRegisters,
  type AppColumns,
  type AppField,
  type AppFieldName,
  type FactName,
} from './app-fields.ts';
import type { CategoryKey, CategoryName } from './categories.ts';
import { releaseTypeLabels, sortOrders, type SortOrder } from './apps.ts';
import { limits } from './limits.ts';

interface AppFilterFacts {
  title: string;
  /** The label of each value, in their order. */
  labels: Record<string, string>;
  /** The first letter of its tokens in the search index (search/tokens.ts); each filter has a letter of its own. */
  token: string;
  /** Describes the API's parameter. */
  description: string;
}

/** Staff change the categories while the site runs, so no list is compiled. A filter has the key of one. */
const noLabels: Record<CategoryKey, string> = {};

export const appFilters = {
  category: {
    title: 'Category',
    labels: noLabels,
    token: 'c',
    description: 'A name of /app/category_list/.',
  },
  platform: {
    title: 'Platform',
    labels: appFields.platform.options,
    token: 't',
    description: 'What it runs on.',
  },
  phase: {
    title: 'Phase',
    labels: releaseTypeLabels,
    token: 'h',
    description: 'The type of its current release.',
  },
} satisfies Record<string, AppFilterFacts>;

export type FilterName = keyof typeof appFilters;
export type FilterValue<Name extends FilterName> = Name extends FilterName
  ? Extract<keyof (typeof appFilters)[Name]['labels'], string>
  : never;
export type AppFilter = { [Name in FilterName]?: FilterValue<Name> | undefined } & FactFilter;

/** How many of the apps that a list shows beside other choices have each value of a filter. */
export interface FacetCount {
  apps: Record<string, number>;
  /** The apps that were counted. */
  of: number;
  /** Whether there are more apps than were counted: then each number is a lower bound. */
  isPart: boolean;
}

export type FacetCounts = Record<FilterName | FactFilterName, FacetCount>;

export const filterNames = Object.keys(appFilters) as FilterName[];

/** Filters by a column of the app itself. */
export type ColumnFilter = Extract<FilterName, AppFieldName>;
export const columnFilters = filterNames.filter((name): name is ColumnFilter => name in appFields);
export type FilterColumns = Pick<AppColumns, ColumnFilter>;

export function valuesOfFilter<Name extends FixedFilter>(name: Name): FilterValue<Name>[] {
  return Object.keys(appFilters[name].labels) as FilterValue<Name>[];
}

export function labelOfFilter<Name extends FixedFilter>(name: Name, value: FilterValue<Name>): string {
  const { labels }: AppFilterFacts = appFilters[name];
  return labels[value] ?? value;
}

/** Filters whose values are compiled. */
export type FixedFilter = Exclude<FilterName, 'category'>;
export const fixedFilters = filterNames.filter((name): name is FixedFilter => name !== 'category');

/** @returns the value with this slug, such as 'in-development'; undefined for another text */
export function filterOfSlug<Name extends FixedFilter>(
  name: Name,
  slug: string,
): FilterValue<Name> | undefined {
  const wanted = slugify(slug);
  return valuesOfFilter(name).find((value) => slugify(value) === wanted);
}

// Filters by facts of an app. A list offers one where enough of its apps have the fact. Unlike the filters of
// `appFilters` they are tokens of the search index without counters for each combination.

type Facts = typeof appFacts;
export type FactFilterName =
  | { [Name in FactName]: Facts[Name] extends { isFilter: true } ? Name : never }[FactName]
  | 'proved';

const asked = factFields.filter(
  (name): name is Exclude<FactFilterName, 'proved'> => 'isFilter' in appFacts[name],
);

/** In the order of the lists: what a register or a proof says comes last. */
export const factFilters: readonly FactFilterName[] = [
  ...asked.filter((name) => !ofRegisters.includes(name)),
  ...asked.filter((name) => ofRegisters.includes(name)),
  'proved',
];
export type FactFilter = { [Name in FactFilterName]?: string | undefined };

/** A filter is offered where at least one in so many of the apps has the fact. */
export const factShare = 10;

/** No field of the owner: a proof sets it. */
const proved = { label: 'Owner', options: { yes: 'Verified' } };

const fieldOf = (name: FactFilterName): Pick<AppField, 'label' | 'options' | 'isList'> =>
  name === 'proved' ? proved : appFacts[name];

export const titleOfFact = (name: FactFilterName): string => fieldOf(name).label;

export const labelsOfFact = (name: FactFilterName): Record<string, string> => fieldOf(name).options ?? {};

/** @returns the value with this slug, such as 'yes' or 'Hausa'; undefined for another text */
export function factOfSlug(name: FactFilterName, slug: string): string | undefined {
  const wanted = slugify(slug);
  return Object.keys(labelsOfFact(name)).find((value) => slugify(value) === wanted);
}

/** The values of a stored fact: a list has several. */
export const valuesOfFact = (name: FactFilterName, stored: string): string[] =>
  stored === '' ? [] : fieldOf(name).isList ? stored.split(',') : [stored];

/** The facts that a query asks for. */
export const askedFacts = (filter: FactFilter): [name: FactFilterName, value: string][] =>
  factFilters.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [[name, value]];
  });

// Reads and writes the filters in the address of /apps.

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
