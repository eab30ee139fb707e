import {
  filterNames,
  valuesOfFilter,
  type AppFilter,
  type FilterName,
} from '../../shared/schemas/app-filters.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { all, type Expression } from './expression.ts';
import { createTally, lacksFacets } from './facet-number.ts';
import { noCounts, type FacetCounts } from './facet-queries.ts';
import type { FacetStep } from './hit.ts';
import { countEach, readFacets } from './search-queries.ts';
import { filterExpressions } from './tiers.ts';

interface CountLimits {
  /** Counts stop here. */
  most: number;
  /** Apps that are read at once, and in all. */
  step: number;
  /** At least `most`. */
  pass: number;
}

/**
 * A step takes SQLite 2 ms, and holds up other requests meanwhile. A pass of this length decides most counts of a
 * common word.
 */
const defaults: CountLimits = { most: limits.countedOnPages, step: 4_000, pass: 16_000 };

/** A few facets are counted one by one sooner than by reading on. */
const fewFacets = 3;

type Source = Pick<Reader, 'engine' | 'read'>;

/** As `countFacets`, for the apps that match. @param matching null for none */
export async function countMatchesByFacet(
  db: Source,
  filter: AppFilter,
  matching: Expression | null,
  bounds = defaults,
): Promise<FacetCounts> {
  const counts = noCounts(bounds.most);
  for (const name of filterNames) for (const value of valuesOfFilter(name)) counts[name][value] = 0;
  if (!matching) return counts;
  // A filter that is chosen is counted among what the other filters leave, and those that are not among what all do.
  const chosen = filterNames.filter((name) => filter[name] !== undefined);
  const open = filterNames.filter((name) => filter[name] === undefined);
  // All matches, where they are few enough, have the answer to each of these questions.
  const unfiltered = chosen.length > 0 ? await readUnfiltered(db, matching, bounds) : null;
  const everything = unfiltered?.at(-1)?.isLast ? unfiltered : null;
  counts.total = await countAmong(db, { matching, given: everything, filter, names: open, counts, bounds });
  for (const name of chosen) {
    const given = chosen.length === 1 ? unfiltered : everything;
    const others = { ...filter, [name]: undefined };
    await countAmong(db, { matching, given, filter: others, names: [name], counts, bounds });
  }
  return counts;
}

/** The facets of the matches, whatever the filter; null where one lacks its facets. */
async function readUnfiltered(
  db: Source,
  matching: Expression,
  bounds: CountLimits,
): Promise<FacetStep[] | null> {
  const steps: FacetStep[] = [];
  for await (const step of readFacets(db, matching, bounds)) {
    if (lacksFacets(step.offsets)) return null;
    steps.push(step);
  }
  return steps;
}

interface Counting {
  matching: Expression;
  /** Matches that have been read: a whole pass without a filter. */
  given: FacetStep[] | null;
  filter: AppFilter;
  /** Filters whose values are counted. */
  names: FilterName[];
  counts: FacetCounts;
  bounds: CountLimits;
}

/**
 * One pass over the matches, which ends when each count is known. What it leaves open is counted value by value.
 * @returns the number of matches, up to the limit
 */
async function countAmong(db: Source, counting: Counting): Promise<number> {
  const { matching, given, filter, names, counts, bounds } = counting;
  const tally = createTally(given ? filter : {});
  let open = names.flatMap((name) => valuesOfFilter(name).map((value) => ({ name, value })));
  let isComplete = false;
  for await (const step of given ?? readFacets(db, all(matching, ...filterExpressions(filter)), bounds)) {
    tally.add(step.offsets);
    isComplete = step.isLast;
    open = open.filter(({ name, value }) => tally.of(name, value) < bounds.most);
    // Where an entry of an older version lacks its facets, reading on decides nothing.
    if (!given && tally.apps >= bounds.most && (tally.hasUnknown || open.length <= fewFacets)) break;
  }
  for (const name of names)
    for (const value of valuesOfFilter(name))
      counts[name][value] = Math.min(tally.of(name, value), bounds.most);
  if (!isComplete || tally.hasUnknown) {
    const wanted = open.map(({ name, value }) =>
      all(matching, ...filterExpressions({ ...filter, [name]: value })),
    );
    for (const [index, count] of (await countEach(db, wanted, bounds.most)).entries()) {
      const facet = open[index];
      if (facet) counts[facet.name][facet.value] = count;
    }
  }
  return Math.min(tally.apps, bounds.most);
}
