// Describes each filter of lists of apps, once. The parameters of /apps and of the API, the groups of
// choices beside a list, and the tokens and counters of the search follow from here.
import { slugify } from '../text/text.ts';
import { appFields, type AppColumns, type AppFieldName } from './app-fields.ts';
import type { CategoryKey } from './categories.ts';
import type { FactFilter, FactFilterName } from './facts/fact-filters.ts';
import { releaseTypeLabels } from './versions.ts';

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
