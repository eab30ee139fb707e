// How many apps each choice of a filter would give: counted over the best matches, at most `sampled` of them, by the
// facets that each search entry has as one text.
import { sql } from 'kysely';
import {
  filterNames,
  fixedFilters,
  valuesOfFilter,
  type AppFilter,
  type FilterName,
} from '../../shared/schemas/app-filters.ts';
import {
  askedFacts,
  factFilters,
  factShare,
  labelsOfFact,
  valuesOfFact,
  type OfferedFact,
} from '../../shared/schemas/facts/fact-filters.ts';
import type { IndexableApp } from '../apps/index.ts';
import type { CategoryList } from '../platform/category-list.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { Expression } from './expression.ts';
import { matchesOf } from './search-queries.ts';
import { factToken, filterToken } from './tokens.ts';

const sampled = 1_000;

export interface FacetCounts extends Record<FilterName, Record<string, number>> {
  /** Apps that pass the whole filter; null where there are more matches than were counted. */
  total: number | null;
  /** A count of this number or more is a lower bound. */
  most: number;
  facts: OfferedFact[];
}

/** The facets of an app as its search entry holds them: the tokens of its filters and facts. */
export function facetsOf(app: IndexableApp): string {
  const tokens = [
    ...app.categories.map(({ key }) => filterToken('category', key)),
    ...fixedFilters.map((name) => filterToken(name, app[name])),
    ...factFilters.flatMap((name) => valuesOfFact(name, app[name]).map((value) => factToken(name, value))),
  ];
  return tokens.sort().join(' ');
}

interface Group {
  tokens: readonly string[];
  apps: number;
}

const sumOf = (groups: readonly Group[]): number => groups.reduce((sum, { apps }) => sum + apps, 0);

/** How many apps have each token. */
function tally(groups: readonly Group[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tokens, apps } of groups)
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + apps);
  return counts;
}

const valuesOf = (name: FilterName, { all }: CategoryList): string[] =>
  name === 'category' ? all.map(({ key }) => key) : valuesOfFilter(name);

/**
 * @param matching what is counted, before the filters; null for nothing, undefined for all apps
 */
export async function countFacets(
  reader: Reader & { categories: CategoryList },
  filter: AppFilter,
  matching: Expression | null | undefined,
): Promise<FacetCounts> {
  reader.reads.note(dataKey.apps);
  const groups = matching === null ? [] : await findGroups(reader, matching);
  const isPart = sumOf(groups) >= sampled;
  const facts = askedFacts(filter).map(([name, value]) => factToken(name, value));
  const ofFilter = (name: FilterName): string[] => {
    const value = filter[name];
    return value === undefined ? [] : [filterToken(name, value)];
  };
  /** The groups that pass the facts and all filters but one, beside whose choices they are counted. */
  const passing = (without?: FilterName): Group[] => {
    const wanted = [...facts, ...filterNames.filter((name) => name !== without).flatMap(ofFilter)];
    return groups.filter(({ tokens }) => wanted.every((token) => tokens.includes(token)));
  };
  const passed = passing();
  const all = tally(passed);
  const countsOf = (name: FilterName) => {
    const beside = filter[name] === undefined ? all : tally(passing(name));
    return Object.fromEntries(
      valuesOf(name, reader.categories).map((value) => [value, beside.get(filterToken(name, value)) ?? 0]),
    );
  };
  const counts = Object.fromEntries(filterNames.map((name) => [name, countsOf(name)])) as Record<
    FilterName,
    Record<string, number>
  >;
  return {
    ...counts,
    total: isPart ? null : sumOf(passed),
    most: isPart ? 1 : Infinity,
    facts: offeredFacts(groups, filter),
  };
}

/** A fact is offered where one in `factShare` apps has it, or the filter asks for it. */
function offeredFacts(groups: readonly Group[], filter: AppFilter): OfferedFact[] {
  const counts = tally(groups);
  const asked = new Set(askedFacts(filter).map(([name]) => name));
  return factFilters.flatMap((name) => {
    const values = Object.keys(labelsOfFact(name))
      .map((value) => ({ value, apps: counts.get(factToken(name, value)) ?? 0 }))
      .filter(({ value, apps }) => apps > 0 || filter[name] === value);
    // An app may have several values of one fact, so this is a little more than the apps that have it.
    const having = values.reduce((sum, { apps }) => sum + apps, 0);
    return asked.has(name) || (having > 0 && having * factShare >= sumOf(groups)) ? [{ name, values }] : [];
  });
}

async function findGroups(reader: Reader, matching: Expression | undefined): Promise<Group[]> {
  const best =
    matching === undefined
      ? sql`select facets from search_entries order by position desc limit ${sql.lit(sampled)}`
      : sql`select facets from (${matchesOf(reader, matching, sampled)}) as matches
          join search_entries on search_entries.position = matches.position`;
  const { rows } = await sql<{ facets: string; apps: number }>`select facets, count(*) as apps
    from (${best}) as best group by facets`.execute(reader.read as never);
  return rows.map(({ facets, apps }) => ({ tokens: facets.split(' '), apps }));
}

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
