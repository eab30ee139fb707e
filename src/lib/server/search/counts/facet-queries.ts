import { filterNames, type AppFilter, type FilterName } from '../../../shared/schemas/app-filters.ts';
import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { FacetCountTable } from '../../platform/db/schema.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { CountReader } from './kept-counts.ts';

export interface FacetCounts extends Record<FilterName, Record<string, number>> {
  /** Apps that pass the whole filter. */
  total: number;
  /** Counting stops here: a count that reaches it may be higher. */
  most: number;
}

/** Counts of the apps that each value of a filter would give beside the chosen values of the others; all zero. */
export function noCounts(most: number): FacetCounts {
  const none = Object.fromEntries(filterNames.map((name) => [name, {}])) as Record<
    FilterName,
    Record<string, number>
  >;
  return { total: 0, most, ...none };
}

/** How many apps are listed, for work that is no answer. */
export async function sumOfFacets(db: ReadDb): Promise<number> {
  const { apps } = await db
    .selectFrom('facet_counts')
    .select((eb) => eb.fn.sum<number | string | null>('apps').as('apps'))
    .where('category', '=', '')
    .executeTakeFirstOrThrow();
  return Number(apps ?? 0);
}

/** How many apps are listed, from all counters. */
export const listedIn = (facets: readonly FacetCountTable[]): number =>
  facets.reduce((sum, { category, apps }) => (category === '' ? sum + apps : sum), 0);

/** How many listed apps each category has, read from counters; one without apps is left out. */
export async function countListedByCategory(db: ReadDb): Promise<Map<CategoryKey, number>> {
  const rows = await db
    .selectFrom('facet_counts')
    .select(['category', 'apps'])
    .where('category', '!=', '')
    .where('apps', '>', 0)
    .execute();
  const counts = new Map<CategoryKey, number>();
  for (const { category, apps } of rows) counts.set(category, (counts.get(category) ?? 0) + apps);
  return counts;
}

/** Adds the counters up. */
export async function countFacets(reader: CountReader, filter: AppFilter): Promise<FacetCounts> {
  reader.reads.note(dataKey.apps);
  const { facets: rows } = await reader.counts.read(reader);
  const counts = noCounts(Infinity);
  const add = (name: FilterName, value: string, apps: number): void => {
    if (value !== '') counts[name][value] = (counts[name][value] ?? 0) + apps;
  };
  // Rows with the category '' count each app once; the others count it once for each category.
  const ofApps = filterNames.filter((name) => name !== 'category');
  for (const row of rows) {
    const misfits = ofApps.filter((name) => filter[name] !== undefined && row[name] !== filter[name]);
    if (misfits.length === 0) add('category', row.category, row.apps);
    if (row.category !== (filter.category ?? '')) continue;
    if (misfits.length === 0) counts.total += row.apps;
    for (const name of ofApps) if (misfits.every((misfit) => misfit === name)) add(name, row[name], row.apps);
  }
  return counts;
}
