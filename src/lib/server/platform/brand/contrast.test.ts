import { expect, test } from 'vitest';
import { contrast, mix } from './contrast.ts';

test('Computes the contrast of two colours as WCAG does, in either order', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#123456', '#123456')).toBe(1);
  // Values of the checker of WebAIM.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ff0000', '#ffffff')).toBeCloseTo(4, 2);
});

test('Mixes two colours by a share', () => {
  expect([mix('#000000', '#ffffff', 0), mix('#000000', '#ffffff', 1)]).toEqual(['#000000', '#ffffff']);
  expect(mix('#102030', '#203040', 0.5)).toBe('#182838');
});
