import { expect, test } from 'vitest';
import { slugify } from '../text/text.ts';
import { appFilters, filterNames, filterOfSlug, valuesOfFilter } from './app-filters.ts';
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

test('Columns become values of a listing and columns again', () => {
  const columns = {
    ...columnsOfValues({ platform: 'game' }),
    long_description: 'Long.',
    website: 'https://a.ng',
  };
  const values = valuesOfColumns(columns);
  expect(values).toMatchObject({ longDescription: 'Long.', website: 'https://a.ng', platform: 'game' });
  expect(columnsOfValues(values)).toEqual(columns);
});

test('What nobody gave is an empty text', () => {
  const { platform, ...others } = columnsOfValues({ platform: 'web' });
  expect(platform).toBe('web');
  expect(Object.keys(others)).toHaveLength(appFieldNames.length - 1);
  expect(new Set(Object.values(others))).toEqual(new Set(['']));
});

test('An answer leaves out the platform, which its shape never had', () => {
  const answer = answersOf(valuesOfColumns({ platform: 'web', description: 'Short.' }));
  expect(answer).toMatchObject({ description: 'Short.', playstore_link: '' });
  expect(answer).not.toHaveProperty('platform');
});

test('Facts have the label of a choice, and none for what is empty', () => {
  expect(factsOf(valuesOfColumns({ platform: 'game' }))).toContainEqual({ label: 'Platform', value: 'Game' });
});

test('Every field can be typed on a form of its owner', () => {
  const onForms: TypedFieldName[] = Object.values(updateForms).flat();
  expect(appFieldNames.filter((name) => !onForms.includes(name))).toEqual([]);
});

test('A choice of the wizard can be left open', () => {
  const choices = Object.values(wizardFields)
    .flat()
    .map(fieldOf)
    .filter(({ options }) => options);
  expect(choices.filter(({ none, automatic }) => none === undefined && automatic === undefined)).toEqual([]);
});

test('Every value of a filter is found by its slug, and no other text is', () => {
  for (const name of filterNames) {
    for (const value of valuesOfFilter(name)) expect(filterOfSlug(name, slugify(value))).toBe(value);
    expect(filterOfSlug(name, '')).toBeUndefined();
    expect(filterOfSlug(name, 'no-such-thing')).toBeUndefined();
  }
});

test('Filters begin their tokens with a letter of their own', () => {
  // e, n, p and a stand for names and other words (search/tokens.ts).
  const letters = ['e', 'n', 'p', 'a', ...filterNames.map((name) => appFilters[name].token)];
  expect(new Set(letters).size).toBe(letters.length);
});
