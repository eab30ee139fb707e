import { expect, test } from 'vitest';
import { finish, isWorthRecompressing } from './finished-response.ts';
import { page } from '../gateway/testing.ts';

test('Recompresses an answer once it is old enough, and only if it may be cached', () => {
  const kept = finish(page('Home'), [], 'br', { kept: { keys: ['apps'], keptUntil: Infinity } });
  const madeAt = kept.uncompressed?.madeAt ?? NaN;
  expect(isWorthRecompressing(kept, madeAt + 200)).toBe(false);
  expect(isWorthRecompressing(kept, madeAt + 300)).toBe(true);
  const forOne = finish(page('Home'), [], 'br');
  expect(isWorthRecompressing(forOne, madeAt + 300)).toBe(false);
});
