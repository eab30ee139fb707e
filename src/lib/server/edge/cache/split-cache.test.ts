import { expect, test } from 'vitest';
import { createEdgeCache, type Cacheable } from './edge-cache.ts';
import { createSplitCache } from './split-cache.ts';

const entry = (...keys: string[]): Cacheable => ({
  keys,
  storable: true,
  shareable: true,
  keptUntil: Infinity,
  size: 1_000,
});

function createParts() {
  const main = createEdgeCache<Cacheable>({ maxBytes: 100_000 });
  const apart = createEdgeCache<Cacheable>({ maxBytes: 10_000 });
  return {
    main,
    apart,
    cache: createSplitCache({ main, apart, isApart: (key) => key.startsWith('/typed') }),
  };
}

test('Many answers that are kept apart push out no page', async () => {
  const { cache, apart } = createParts();
  await cache.load('/page', async () => entry('apps'));
  for (let n = 0; n < 1_000; n += 1) await cache.load(`/typed?q=${String(n)}`, async () => entry('apps'));
  expect(cache.has('/page')).toBe(true);
  expect(apart.stats.bytes).toBeLessThanOrEqual(10_000);
  expect([cache.has('/typed?q=999'), cache.has('/typed?q=0')]).toEqual([true, false]);
});

test('A change drops the answers of both parts that were made of it', async () => {
  const { cache } = createParts();
  for (const key of ['/page', '/typed']) await cache.load(key, async () => entry('apps'));
  await cache.load('/other', async () => entry('user:1'));
  expect(cache.invalidate(new Set(['apps']).values())).toBe(2);
  expect([cache.get('/page'), cache.get('/typed'), cache.stats.entries]).toEqual([undefined, undefined, 1]);
  cache.clear();
  expect(cache.stats).toEqual({ entries: 0, bytes: 0 });
});
