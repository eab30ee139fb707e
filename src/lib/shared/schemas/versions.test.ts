import { expect, test } from 'vitest';
import { isLowerVersion } from './apps.ts';

test.each([
  ['0.9.0', '1.0.0'],
  ['1.9', '1.10'],
  ['v1.2', '1.2.1'],
  ['1.0.0-beta', '1.0.0'],
  ['1.0.0-alpha', '1.0.0-beta'],
  ['2.0 beta 2', '2.0 beta 10'],
])('%s is lower than %s, and not the other way round', (lower, higher) => {
  expect(isLowerVersion(lower, higher)).toBe(true);
  expect(isLowerVersion(higher, lower)).toBe(false);
});

test.each([
  ['1.0', '1.0.0'],
  ['Harmattan', 'Rainy season'],
  ['', '1.0.0'],
  ['1.0.0', 'Harmattan'],
])('Neither %s nor %s is reported as lower than the other', (one, other) => {
  expect(isLowerVersion(one, other)).toBe(false);
  expect(isLowerVersion(other, one)).toBe(false);
});
