import { expect, test } from 'vitest';
import { contentTypeOf, isStorageKey } from './storage.ts';

test('A key is a hash, a width and a format, which determines the media type', () => {
  expect(contentTypeOf('ab-1.jpg')).toBe('image/jpeg');
  expect(contentTypeOf('ab-1.avif')).toBe('image/avif');
  for (const bad of ['', '..', 'abc-64', 'abc-64.svg', 'a/b-64.png', 'abc-64.png\n']) {
    expect(isStorageKey(bad)).toBe(false);
    expect(contentTypeOf(bad)).toBeNull();
  }
});
