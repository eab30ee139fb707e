import { expect, test } from 'vitest';
import { truncate, withoutBeginning } from './text.ts';

test.each([
  ['Short enough.', 80, 'Short enough.'],
  ['Accept card, bank transfer', 16, 'Accept card...'],
  ['Accept card, bank transfer', 11, 'Accept card...'],
  ['Accept card, bank transfer', 13, 'Accept card...'],
  // A single word that is too long is cut inside.
  ['Supercalifragilistic', 8, 'Supercal...'],
  ['A Supercalifragilisticexpialidocious', 20, 'A Supercalifragilist...'],
  ['👍👍👍👍', 2, '👍👍...'],
  ['', 5, ''],
])('Truncates %j to at most %d characters', (text, max, expected) => {
  expect(truncate(text, max)).toBe(expected);
});

test.each([
  ['Pays bills.\n\nAnd more.', 'Pays bills.', 'And more.'],
  [' Pays bills.\r\nAnd more.', 'Pays bills.', 'And more.'],
  ['Pays bills.', 'Pays bills.', ''],
  ['', 'Pays bills.', ''],
  // A paragraph that only starts with the same sentence stays whole.
  ['Pays bills. And more.', 'Pays bills.', 'Pays bills. And more.'],
  ['Something else.', 'Pays bills.', 'Something else.'],
])('Removes the beginning of a text: %j without %j is %j', (text, beginning, expected) => {
  expect(withoutBeginning(text, beginning)).toBe(expected);
});
