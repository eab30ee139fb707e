import { expect, test } from 'vitest';
import { priceOf } from './data-price.ts';

test('The price of bytes is rounded up to a kobo', () => {
  expect(priceOf(43 * 1024, 475)).toBe('₦0.02');
  expect(priceOf(1, 475)).toBe('₦0.01');
  expect(priceOf(1024 ** 3, 475)).toBe('₦475.00');
});
