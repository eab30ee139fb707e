// How many apps each choice of a filter would give: counted over `sampled` matches at most, by the facets that each
// search entry has as one text.
import {
  filterNames,
  valuesOfFilter,
  type AppFilter,
  type FacetCounts,
  factFilters,
  labelsOfFact,
  type FactFilterName,
} from '../../shared/schemas/filters.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { all, type Expression } from './expression.ts';
import type { FacetGroup } from './search-index.ts';
import { indexOf } from './search-queries.ts';
import { filterExpressions } from './tiers.ts';
import { factToken, filterToken } from './tokens.ts';

const sampled = 1_000;

type Name = keyof FacetCounts;

const names: readonly Name[] = [...filterNames, ...factFilters];

interface Group {
  tokens: readonly string[];
  apps: number;
}

const groupsOf = (rows: readonly FacetGroup[]): Group[] =>
  rows.map(({ facets, apps }) => ({ tokens: facets.split(' '), apps }));

const sumOf = (groups: readonly Group[]): number => groups.reduce((sum, { apps }) => sum + apps, 0);

/** How many apps have each token. */
function tally(groups: readonly Group[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tokens, apps } of groups)
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + apps);
  return counts;
}

/** The tokens of the values that a filter can have, by value. */
function tokensOf(name: Name, { all: categories }: CategoryList): [value: string, token: string][] {
  if (isFact(name)) return Object.keys(labelsOfFact(name)).map((value) => [value, factToken(name, value)]);
  const values = name === 'category' ? categories.map(({ key }) => key) : valuesOfFilter(name);
  return values.map((value) => [value, filterToken(name, value)]);
}

const isFact = (name: Name): name is FactFilterName => factFilters.some((fact) => fact === name);

/**
 * Each choice of a filter is counted beside the choices of the others.
 * @param matching what is counted, before the filter; null for nothing, undefined for all apps
 */
export async function countFacets(
  reader: Reader & { categories: CategoryList },
  filter: AppFilter,
  matching: Expression | null | undefined,
): Promise<FacetCounts> {
  reader.reads.note(dataKey.apps);
  const find = async (parts: readonly Expression[]): Promise<Group[]> =>
    groupsOf(
      parts.length === 0
        ? await newestFacets(reader.read)
        : await indexOf(reader.engine).groupByFacets(reader.read, all(...parts), sampled),
    );
  const unfiltered = matching ? [matching] : [];
  const sample = matching === null ? [] : await find(unfiltered);
  const isPart = sumOf(sample) >= sampled;
  const tokenOf = (name: Name): string[] => {
    const value = filter[name];
    if (value === undefined) return [];
    return [isFact(name) ? factToken(name, value) : filterToken(name, value)];
  };
  /** Those of the sample that pass all filters but one. */
  const passing = (without?: Name): Group[] => {
    const wanted = names.filter((name) => name !== without).flatMap(tokenOf);
    return sample.filter(({ tokens }) => wanted.every((token) => tokens.includes(token)));
  };
  const filters = filterExpressions(filter);
  // A part of all may lack most of those that pass.
  const passed = isPart && filters.length > 0 ? await find([...unfiltered, ...filters]) : passing();
  const counts: Partial<FacetCounts> = {};
  for (const name of names) {
    const isSet = filter[name] !== undefined;
    const groups = isSet ? passing(name) : passed;
    const tallied = tally(groups);
    const apps: Record<string, number> = {};
    for (const [value, token] of tokensOf(name, reader.categories)) apps[value] = tallied.get(token) ?? 0;
    const of = sumOf(groups);
    counts[name] = { apps, of, isPart: isSet ? isPart : of >= sampled };
  }
  return counts as FacetCounts;
}

const newestFacets = (read: ReadDb): Promise<FacetGroup[]> =>
  read
    .selectFrom((db) =>
      db
        .selectFrom('search_entries')
        .select('facets')
        .orderBy('position', 'desc')
        .limit(sampled)
        .as('newest'),
    )
    .select(({ fn }) => ['facets', fn.countAll<number>().as('apps')])
    .groupBy('facets')
    .execute();

/** How many apps each category has, by its key, over the whole directory. */
export async function countByCategory({ read, reads }: Reader): Promise<Record<string, number>> {
  reads.note(dataKey.apps);
  const rows = await read
    .selectFrom('app_categories')
    .innerJoin('search_entries', 'search_entries.app_id', 'app_categories.app_id')
    .select(({ fn }) => ['category', fn.countAll<number>().as('apps')])
    .groupBy('category')
    .execute();
  return Object.fromEntries(rows.map(({ category, apps }) => [category, apps]));
}

/** How many apps are listed. */
export async function countListed({ read, reads }: Reader): Promise<number> {
  reads.note(dataKey.apps);
  const { apps } = await read
    .selectFrom('search_entries')
    .select(({ fn }) => fn.countAll<number>().as('apps'))
    .executeTakeFirstOrThrow();
  return apps;
}
