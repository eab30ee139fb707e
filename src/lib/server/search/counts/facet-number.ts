// All facets of an app as one number, which the index stores beside the position of the app.
import { createHash } from 'node:crypto';
import {
  fixedFilters,
  valuesOfFilter,
  type FilterName,
  type FixedFilter,
} from '../../../shared/schemas/app-filters.ts';
import { categoryLimits, firstCategories } from '../../../shared/schemas/categories.ts';
import type { CategoryList } from '../../platform/category-list.ts';

/** What each bit stands for, from the lowest on. Those of later categories follow. */
const facets = [
  ...firstCategories.map((name) => `category ${name}`),
  ...fixedFilters.flatMap((name) => valuesOfFilter(name).map((value: string) => `${name} ${value}`)),
];
const bitOf = new Map(facets.map((facet, bit) => [facet, bit]));

/** Bits for facets. Nine bits of format above them still make a safe integer. */
export const maxFacets = 44;
if (facets.length - firstCategories.length + categoryLimits.most > maxFacets)
  throw new RangeError(`A facet number has room for ${maxFacets} facets.`);

/**
 * The bits that categories can have: first those of the first categories, then from the highest on, so that a later
 * version can add other facets. A category that is merged or removed leaves its bit to a later one.
 */
export const categoryFacets: readonly number[] = Array.from({ length: categoryLimits.most }, (_, at) =>
  at < firstCategories.length ? at : maxFacets - 1 - (at - firstCategories.length),
);

/**
 * The meaning of the bits depends on the list of facets, so a number begins with a digest of that list. It identifies a
 * number of a version with other facets, which is replaced.
 */
const digest = createHash('sha256').update(facets.join('\n')).digest();
const format = (digest.readUInt16BE(0) % 511) + 1;

/** The number of an app without facets. */
const firstFacetNumber = format * 2 ** maxFacets;

/** Whether it is a number of this format. */
export function isFacetNumber(number: number | null): number is number {
  return number !== null && number >= firstFacetNumber && number < firstFacetNumber + 2 ** maxFacets;
}

interface FacetRow extends Record<FixedFilter, string> {
  /** The bit of the category; null for the row that stands for all categories. */
  facet: number | null;
}

/** @param rows of one app; a value may be in several of them, and '' is none */
export function facetNumber(rows: readonly FacetRow[]): number {
  const bits = new Set(
    rows.flatMap((row) => [row.facet, ...fixedFilters.map((name) => bitOf.get(`${name} ${row[name]}`))]),
  );
  let number = firstFacetNumber;
  for (const bit of bits) if (typeof bit === 'number') number += 2 ** bit;
  return number;
}

/** Distance of a number of this format from the first one, for a facet table. */
export const offsetOf = (number: number): number => number - firstFacetNumber;

/** The values of a filter, each with its bit. */
export const bitsOfFilter = (name: FilterName, { all }: CategoryList): [value: string, bit: number][] =>
  name === 'category'
    ? all.map(({ key, facet }) => [key, facet])
    : valuesOfFilter(name).map((value) => [value, bitOf.get(`${name} ${value}`) ?? maxFacets]);
