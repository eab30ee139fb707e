import { expect, test } from 'vitest';
import {
  answersOf,
  appFieldNames,
  columnsOf,
  factsOf,
  fieldOf,
  updateForms,
  wizardFields,
  type TypedFieldName,
} from './app-fields.ts';

test('Turns missing columns into empty texts', () => {
  const { platform, ...others } = columnsOf({ platform: 'web' });
  expect(platform).toBe('web');
  expect(Object.keys(others)).toHaveLength(appFieldNames.length - 1);
  expect(new Set(Object.values(others))).toEqual(new Set(['']));
});

test("Leaves the platform out of the API's answers", () => {
  const answer = answersOf(columnsOf({ platform: 'web', description: 'Short.' }));
  expect(answer).toMatchObject({ description: 'Short.', playstore_link: '' });
  expect(answer).not.toHaveProperty('platform');
});

test('Lists facts with the labels of choices, and without empty values', () => {
  expect(factsOf(columnsOf({ platform: 'game' }))).toContainEqual({ label: 'Platform', value: 'Game' });
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
