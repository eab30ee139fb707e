import { expect, test } from 'vitest';
import { slugify } from '../text/text.ts';
import { appFilters, filterNames, filterOfSlug, fixedFilters, valuesOfFilter } from './filters.ts';
import {
  answersOf,
  appFieldNames,
  columnsOfValues,
  factsOf,
  fieldOf,
  updateForms,
  valuesOfColumns,
  wizardFields,
  type TypedFieldName,
} from './app-fields.ts';

test('Turns columns into values of a listing and back', () => {
  const columns = {
    ...columnsOfValues({ platform: 'game' }),
    long_description: 'Long.',
    website: 'https://a.ng',
  };
  const values = valuesOfColumns(columns);
  expect(values).toMatchObject({ longDescription: 'Long.', website: 'https://a.ng', platform: 'game' });
  expect(columnsOfValues(values)).toEqual(columns);
});

test('Turns missing columns into empty texts', () => {
  const { platform, ...others } = columnsOfValues({ platform: 'web' });
  expect(platform).toBe('web');
  expect(Object.keys(others)).toHaveLength(appFieldNames.length - 1);
  expect(new Set(Object.values(others))).toEqual(new Set(['']));
});

test("Leaves the platform out of the API's answers", () => {
  const answer = answersOf(valuesOfColumns({ platform: 'web', description: 'Short.' }));
  expect(answer).toMatchObject({ description: 'Short.', playstore_link: '' });
  expect(answer).not.toHaveProperty('platform');
});

test('Lists facts with the labels of choices, and without empty values', () => {
  expect(factsOf(valuesOfColumns({ platform: 'game' }))).toContainEqual({ label: 'Platform', value: 'Game' });
});

test('Has every field on a form of the owner', () => {
  const onForms: TypedFieldName[] = Object.values(updateForms).flat();
  expect(appFieldNames.filter((name) => !onForms.includes(name))).toEqual([]);
});

test('Lets every choice of the wizard stay empty', () => {
  const choices = Object.values(wizardFields)
    .flat()
    .map(fieldOf)
    .filter(({ options }) => options);
  expect(choices.filter(({ none, automatic }) => none === undefined && automatic === undefined)).toEqual([]);
});

test('Finds every value of a filter by its slug, and no other text', () => {
  for (const name of fixedFilters) {
    for (const value of valuesOfFilter(name)) expect(filterOfSlug(name, slugify(value))).toBe(value);
    expect(filterOfSlug(name, '')).toBeUndefined();
    expect(filterOfSlug(name, 'no-such-thing')).toBeUndefined();
  }
});

test('Gives the tokens of each filter a letter of their own', () => {
  // e, n, p and a stand for names and other words, f for facts (search/tokens.ts).
  const letters = ['e', 'n', 'p', 'a', 'f', ...filterNames.map((name) => appFilters[name].token)];
  expect(new Set(letters).size).toBe(letters.length);
});
