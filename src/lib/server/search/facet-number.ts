// All facets of an app as one number, which the index stores beside the position of the app: counts beside a search
// read thousands of them.
import { createHash } from 'node:crypto';
import {
  filterNames,
  valuesOfFilter,
  type AppFilter,
  type FilterName,
} from '../../shared/schemas/app-filters.ts';

/** The value of each filter that a bit stands for, in the order of the bits. */
const facets = filterNames.flatMap((name) =>
  valuesOfFilter(name).map((value: string) => ({ name, value, key: `${name} ${value}` })),
);
const bitOf = new Map(facets.map(({ key }, bit) => [key, bit]));

/** Bits for facets. Twelve bits of format above them still make a safe integer. */
const maxFacets = 40;
if (facets.length > maxFacets) throw new RangeError(`A facet number has room for ${maxFacets} facets.`);

/**
 * The meaning of the bits depends on the list of facets, so a number begins with a digest of that list. It identifies a
 * number of a version with other facets, which is replaced.
 */
const digest = createHash('sha256')
  .update(facets.map(({ key }) => key).join('\n'))
  .digest();
const format = (digest.readUInt16BE(0) % 4_095) + 1;

/** The number of an app without facets. */
export const firstFacetNumber = format * 2 ** maxFacets;

/** Whether it is a number of this format. */
export const isFacetNumber = (number: number | null): boolean => hasFacets((number ?? 0) - firstFacetNumber);

const hasFacets = (offset: number): boolean => offset >= 0 && offset < 2 ** maxFacets;

/** @param rows of one app; a value may be in several of them, and '' is none */
export function facetNumber(rows: readonly Record<FilterName, string>[]): number {
  const bits = new Set(rows.flatMap((row) => filterNames.map((name) => bitOf.get(`${name} ${row[name]}`))));
  let number = firstFacetNumber;
  for (const bit of bits) if (bit !== undefined) number += 2 ** bit;
  return number;
}

/** How often each facet occurs. */
export interface FacetTally {
  /** Apps that were added. */
  apps: number;
  /** Whether an app had no number of this format. */
  hasUnknown: boolean;
  of(name: FilterName, value: string): number;
  /** @param offsets of facet numbers from the first one of this format */
  add(offsets: readonly number[]): void;
}

/** Whether one of the apps has no number of this format. @param offsets as a tally takes them */
export function lacksFacets(offsets: readonly number[]): boolean {
  return !offsets.every(hasFacets);
}

/** @param list of offsets with commas between, as the databases send them */
export function parseOffsets(list: string | null): number[] {
  return list === null || list === '' ? [] : list.split(',').map(Number);
}

/** @param filter that an app has to pass; others are passed over */
export function createTally(filter: AppFilter = {}): FacetTally {
  let wanted = 0;
  for (const name of filterNames)
    if (filter[name] !== undefined) wanted += 2 ** (bitOf.get(`${name} ${filter[name]}`) ?? maxFacets);
  const [wantedLow, wantedHigh] = [lowWord(wanted), highWord(wanted)];
  const counts = new Uint32Array(maxFacets);
  const addBits = (word: number, from: number): void => {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const bit = from + 31 - Math.clz32(rest & -rest);
      counts[bit] = (counts[bit] ?? 0) + 1;
    }
  };
  return {
    apps: 0,
    hasUnknown: false,
    of: (name, value) => counts[bitOf.get(`${name} ${value}`) ?? -1] ?? 0,
    add(offsets) {
      for (const bits of offsets) {
        const low = lowWord(bits);
        const high = highWord(bits);
        if ((low & wantedLow) !== wantedLow || (high & wantedHigh) !== wantedHigh) continue;
        this.apps += 1;
        if (!hasFacets(bits)) this.hasUnknown = true;
        else {
          addBits(low, 0);
          addBits(high, 32);
        }
      }
    },
  };
}

// Bitwise operators work on 32 bits.
const lowWord = (bits: number): number => bits | 0;
const highWord = (bits: number): number => (bits / 2 ** 32) | 0;
