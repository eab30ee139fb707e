import { expect, test } from 'vitest';
import { atFewLengths } from './few-lengths.ts';

const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index);

test('A list keeps its values, and repeats only the last one', () => {
  for (const length of [1, 2, 3, 5, 8, 9, 20, 64, 65, 500]) {
    const values = upTo(length);
    const padded = atFewLengths(values);
    expect(padded.slice(0, length)).toEqual(values);
    expect([...new Set(padded)]).toEqual(values);
  }
  expect(atFewLengths([])).toEqual([]);
});

test('Lists of up to 512 values have few lengths', () => {
  const lengths = new Set(upTo(513).map((length) => atFewLengths(upTo(length)).length));
  expect(lengths.size).toBe(19);
});
