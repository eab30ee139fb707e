import { expect, test } from 'vitest';
import { cacheKey } from './cache-key.ts';

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/app/x?utm_source=a&UTM_Medium=b&fbclid=c&gclid=d', '/app/x'],
  ['/search?q=bank&utm_source=a', '/search?q=bank'],
  ['/search?sort=name&q=bank', '/search?q=bank&sort=name'],
  ['/search?b=2&a=2&b=1&a=1', '/search?a=2&a=1&b=2&b=1'],
  ['/search?q', '/search?q'],
  ['/search?&&q=a&', '/search?q=a'],
  ['/search?q=a=b', '/search?q=a=b'],
  ['/search?gclidx=1', '/search?gclidx=1'],
])('%s is kept as %s', (target, key) => {
  expect(cacheKey(target)).toBe(key);
});
