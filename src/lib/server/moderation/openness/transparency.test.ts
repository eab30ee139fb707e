import { expect, test } from 'vitest';
import { medianOf } from './transparency.ts';

const of = (...values: number[]) => medianOf(values.map((value) => ({ value, count: 1 })));

test('The median is the middle value, and the mean of both middles of an even number', () => {
  expect([of(), of(5), of(9, 1), of(3, 100, 1), of(1, 2, 3, 100)]).toEqual([null, 5, 5, 3, 2.5]);
});

test('Weighs each value by its count', () => {
  const counted = [
    { value: 1, count: 3 },
    { value: 50, count: 2 },
    { value: 7, count: 1 },
  ];
  expect(medianOf(counted)).toBe(4);
});
