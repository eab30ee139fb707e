// Filters by facts of an app. A list offers one where enough of its apps have the fact. Unlike the filters of
// app-filters.ts they are tokens of the search index without counters for each combination.
import { slugify } from '../../text/text.ts';
import { appFacts, factFields, ofRegisters, type FactName } from './app-facts.ts';
import type { AppField } from './app-field.ts';

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
