import { afterEach, expect, test } from 'vitest';
import { completeFacts, defaultBrand, useBrand } from '../../shared/page/brand.ts';
import { readsAsSiteName } from './change-handle.ts';

afterEach(() => useBrand(defaultBrand));

const named = (name: string): void => useBrand({ ...defaultBrand, ...completeFacts({ name }) });

test.each([
  ['NaijaBuilt', 'naijabuilt'],
  ['NaijaBuilt', 'naija-built'],
  ['NaijaBuilt', 'naijabui1t'],
  ['NaijaBuilt', 'official-naijabuilt'],
  ['Kenya Apps', 'kenya-apps'],
  ['Kenya Apps', 'kenyaapps'],
  ['Kenya Apps', 'k-e-n-y-a-apps'],
  ['Gh0st Städt', 'ghost-stadt'],
  ['R&D Apps', 'r-and-d-apps'],
  ['R&D Apps', 'rdapps'],
])('The site %s does not give away %s', (name, handle) => {
  named(name);
  expect(readsAsSiteName(handle)).toBe(true);
});

test.each([
  ['Kenya Apps', 'naijabuilt'],
  ['Kenya Apps', 'kenya'],
  ['Kenya Apps', 'kenya-apps-fan'],
  ['アプリ', 'apps'],
])('The site %s gives away %s', (name, handle) => {
  named(name);
  expect(readsAsSiteName(handle)).toBe(false);
});
