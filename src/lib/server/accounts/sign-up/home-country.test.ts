import { expect, test } from 'vitest';
import { homeCountry } from './home-country.ts';

test.each([
  ['Nigeria', 'NG'],
  ['Ghana', 'GH'],
  ['united kingdom', 'GB'],
  ['West Africa', ''],
])('A new account of a site for %s has the country code %j', (country, code) => {
  expect(homeCountry(country)).toEqual({ country, country_code: code });
});
