import { describe, expect, test } from 'vitest';
import { truncate, withoutBeginning } from './text.ts';

describe('truncate', () => {
  test.each([
    ['Short enough.', 80, 'Short enough.'],
    ['Accept card, bank transfer', 16, 'Accept card...'],
    ['Accept card, bank transfer', 11, 'Accept card...'],
    ['Accept card, bank transfer', 13, 'Accept card...'],
    // One word that is longer than the room is cut inside.
    ['Supercalifragilistic', 8, 'Supercal...'],
    ['A Supercalifragilisticexpialidocious', 20, 'A Supercalifragilist...'],
    ['👍👍👍👍', 2, '👍👍...'],
    ['', 5, ''],
  ])('truncateAt %j within %d characters, at a word', (text, max, expected) => {
    expect(truncate(text, max)).toBe(expected);
  });
});

describe('withoutBeginning', () => {
  test.each([
    ['Pays bills.\n\nAnd more.', 'Pays bills.', 'And more.'],
    [' Pays bills.\r\nAnd more.', 'Pays bills.', 'And more.'],
    ['Pays bills.', 'Pays bills.', ''],
    ['', 'Pays bills.', ''],
    // A sentence that only begins alike stays whole.
    ['Pays bills. And more.', 'Pays bills.', 'Pays bills. And more.'],
    ['Something else.', 'Pays bills.', 'Something else.'],
  ])('of %j and %j leaves %j', (text, beginning, expected) => {
    expect(withoutBeginning(text, beginning)).toBe(expected);
  });
});
