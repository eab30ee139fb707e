import { expect, test } from 'vitest';
import { allFilterNames, type FacetCounts, noChoice } from '../../lib/shared/schemas/filters.ts';
import { factGroups, filterGroups } from './filter-groups.ts';

const categories = ['Finance', 'Weather'].map((name) => ({ key: name, name }));

function countsOf(isPart: boolean): FacetCounts {
  const apps: Record<string, number> = { Finance: 12, mobile: 900, English: 100 };
  return Object.fromEntries(allFilterNames.map((name) => [name, { apps, of: 1_000, isPart }])) as FacetCounts;
}

const chips = (groups: ReturnType<typeof filterGroups>) =>
  groups.flatMap(({ options }) => options.map(({ count, label }) => `${label} ${count}`.trim()));

test('Leaves out what no app has', () => {
  const groups = filterGroups(noChoice, countsOf(false), categories);
  expect(chips(groups)).toEqual(['Finance 12', 'Mobile 900']);
  expect(groups.every(({ options }) => options.length > 0)).toBe(true);
});

test('Offers every choice where only a part of the apps was counted, and says that there may be more', () => {
  const shown = chips(filterGroups(noChoice, countsOf(true), categories));
  expect(shown).toEqual(expect.arrayContaining(['Mobile 900+', 'Web', 'Finance 12+', 'Weather']));
});

test('Offers a fact that a tenth of the apps has, and one that is chosen', () => {
  expect(chips(factGroups(noChoice, countsOf(false)))).toEqual(['English 100']);
  const chosen = factGroups({ ...noChoice, ads: 'no' }, countsOf(false));
  expect(chosen.flatMap(({ options }) => options.map(({ current }) => current))).toContain(true);
});
