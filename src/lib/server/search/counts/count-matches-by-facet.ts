import { filterNames, type AppFilter, type FilterName } from '../../../shared/schemas/app-filters.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import type { CategoryList } from '../../platform/category-list.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Expression } from '../expression.ts';
import { bitsOfFilter, maxFacets } from './facet-number.ts';
import { noCounts, type FacetCounts } from './facet-queries.ts';
import type { FacetTable } from './facet-table.ts';
import type { MatchMemory } from './match-memory.ts';

type Source = Pick<Database, 'engine' | 'read'> & { categories: CategoryList; matches: MatchMemory };

export interface CountedMatches {
  counts: FacetCounts;
  /** All matches that pass the filter, newest first; null for more than `few`. */
  few: number[] | null;
}

interface CountLimits {
  /** Counts stop here. */
  most: number;
  few: number;
}

const defaults: CountLimits = { most: limits.countedOnPages, few: limits.pageSize };

/**
 * As `countFacets`, for the apps that match.
 * @param matching null for none
 */
export async function countMatchesByFacet(
  db: Source,
  filter: AppFilter,
  matching: Expression | null,
  { most, few }: CountLimits = defaults,
): Promise<CountedMatches> {
  const { categories } = db;
  const values = Object.fromEntries(
    filterNames.map((name) => [name, bitsOfFilter(name, categories)]),
  ) as FacetBits;
  if (!matching) return { counts: countsOf(filter, { values, tallies: createTallies() }, most), few: [] };
  return await db.matches.withMatches(db, matching, (slots, table) => {
    const tallies = tally(slots, table, { filter, values }, few);
    const { passing, firstPassing } = tallies;
    return {
      counts: countsOf(filter, { values, tallies }, most),
      few: passing > few ? null : table.newestFirst(firstPassing),
    };
  });
}

/** The values of each filter, with their bits. */
type FacetBits = Record<FilterName, [value: string, bit: number][]>;

interface Tallies {
  /** Matches that pass the whole filter, and how often each facet occurs among them. */
  passing: number;
  /** Their slots, as far as they may be few. */
  firstPassing: number[];
  ofPassing: Uint32Array;
  /** How often each value of a filter occurs among those that fail only this filter. */
  ofFailing: Record<FilterName, Uint32Array>;
}

function createTallies(): Tallies {
  const ofFailing = Object.fromEntries(
    filterNames.map((name) => [name, new Uint32Array(maxFacets)]),
  ) as Tallies['ofFailing'];
  return { passing: 0, firstPassing: [], ofPassing: new Uint32Array(maxFacets), ofFailing };
}

/** One pass over the matches answers each question: a filter is counted among the matches that pass all others. */
function tally(
  slots: Uint32Array,
  table: FacetTable,
  { filter, values }: { filter: AppFilter; values: FacetBits },
  few: number,
): Tallies {
  const tallies = createTallies();
  const { low, high } = table.bits();
  const chosen = filterNames.flatMap((name) => {
    const wanted = filter[name];
    if (wanted === undefined) return [];
    return {
      wanted: maskOf(values[name].filter(([value]) => value === wanted)),
      all: maskOf(values[name]),
      counts: tallies.ofFailing[name],
    };
  });
  for (const slot of slots) {
    const [lowBits, highBits] = [low[slot] ?? 0, high[slot] ?? 0];
    let failures = 0;
    let failed = chosen[0];
    for (const one of chosen) {
      if ((lowBits & one.wanted.low) !== 0 || (highBits & one.wanted.high) !== 0) continue;
      failed = one;
      failures += 1;
    }
    if (failures === 0) {
      if (tallies.passing < few) tallies.firstPassing.push(slot);
      tallies.passing += 1;
      addBits(tallies.ofPassing, lowBits, 0);
      addBits(tallies.ofPassing, highBits, 32);
    } else if (failures === 1 && failed) {
      addBits(failed.counts, lowBits & failed.all.low, 0);
      addBits(failed.counts, highBits & failed.all.high, 32);
    }
  }
  return tallies;
}

/** Bitwise operators work on 32 bits. */
function maskOf(values: FacetBits[FilterName]): { low: number; high: number } {
  const sum = values.reduce((before, [, bit]) => before + 2 ** bit, 0);
  return { low: sum | 0, high: (sum / 2 ** 32) | 0 };
}

function addBits(counts: Uint32Array, word: number, from: number): void {
  for (let rest = word; rest !== 0; rest &= rest - 1) {
    const bit = from + 31 - Math.clz32(rest & -rest);
    counts[bit] = (counts[bit] ?? 0) + 1;
  }
}

function countsOf(
  filter: AppFilter,
  { tallies, values }: { tallies: Tallies; values: FacetBits },
  most: number,
): FacetCounts {
  const counts = noCounts(most);
  counts.total = Math.min(tallies.passing, most);
  for (const name of filterNames)
    for (const [value, bit] of values[name]) {
      // Beside its own filter a value is counted whether or not that filter holds.
      const failing = filter[name] === undefined ? 0 : (tallies.ofFailing[name][bit] ?? 0);
      counts[name][value] = Math.min((tallies.ofPassing[bit] ?? 0) + failing, most);
    }
  return counts;
}
