import { expect, test } from 'vitest';
import { slugify } from '../text/text.ts';
import { appFacts, columnsOf, factsOf } from './app-fields.ts';
import { filterNames, filterOfSlug, valuesOfFilter, valuesOfStored } from './filters.ts';

const columns = columnsOf({ platform: 'web' });

test.each([
  ['24', '24 MB'],
  ['24mb', '24 MB'],
  [' 0,5 GB ', '512 MB'],
  ['900 kb', '0.9 MB'],
  ['9.24 MB', '9.2 MB'],
  ['10 kb', '0.1 MB'],
  ['', ''],
])('Takes the size %j as %j', (typed, stored) => {
  expect(appFacts.size.schema.safeParse(typed).data).toBe(stored);
});

test.each(['large', '-3 MB', '0', '1e9', '99999 GB', '24 MB<b>'])('Refuses the size %j', (typed) => {
  expect(appFacts.size.schema.safeParse(typed).success).toBe(false);
});

test('Stores languages once each, in the order of the list', () => {
  expect(appFacts.languages.schema.parse('yoruba, HAUSA,English,hausa')).toBe('English,Hausa,Yoruba');
  expect(appFacts.languages.schema.safeParse('English,Klingon').success).toBe(false);
});

test('Refuses a licence number without digits and a CAC number of another form', () => {
  expect(appFacts.licence_number.schema.safeParse('yes we have one').success).toBe(false);
  expect(appFacts.cac_number.schema.parse('rc 1234567')).toBe('RC 1234567');
  for (const typed of ['RC', 'https://cac.example/1234567', '12'])
    expect([typed, appFacts.cac_number.schema.safeParse(typed).success]).toEqual([typed, false]);
});

test('Shows a licence with a link to the register of its authority, and only together with a number', () => {
  const shownFacts = (said: typeof columns) => factsOf(said).slice(1);
  expect(shownFacts({ ...columns, licence: 'fccpc' })).toEqual([]);
  expect(shownFacts({ ...columns, licence_number: 'DML/2023/114', licence_holder: 'A Ltd' })).toEqual([]);
  const licensed = {
    ...columns,
    licence: 'fccpc',
    licence_number: 'DML/114',
    licence_holder: 'A Ltd',
  } as const;
  expect(shownFacts(licensed)).toEqual([
    { label: 'Licence', value: 'FCCPC DML/114, A Ltd', href: 'https://fccpc.gov.ng/' },
  ]);
  const [shown] = shownFacts({ ...licensed, licence_number: 'fccpc/DML/114' });
  expect(shown?.value).toBe('fccpc/DML/114, A Ltd');
});

test('Shows the labels of what is said, and nothing else', () => {
  const said = { ...columns, works_offline: 'partly', age: '12', languages: 'English,Igbo' } as const;
  expect(factsOf(said)).toEqual([
    { label: 'Platform', value: 'Web' },
    { label: 'Works offline', value: 'Partly' },
    { label: 'Age', value: '12+' },
    { label: 'Languages', value: 'English, Igbo' },
  ]);
});

test('Finds every value of a filter by its slug, and no other text', () => {
  for (const name of filterNames) {
    for (const value of valuesOfFilter(name)) {
      expect(filterOfSlug(name, value.toUpperCase())).toBe(value);
      expect(filterOfSlug(name, slugify(value))).toBe(value);
    }
    for (const other of ['', 'constructor', '%']) expect(filterOfSlug(name, other)).toBeUndefined();
  }
  expect(valuesOfStored('languages', 'English,Igbo')).toEqual(['English', 'Igbo']);
  expect(valuesOfStored('price', '')).toEqual([]);
});
