import { afterEach, expect, test, vi } from 'vitest';
import { renewEachYear } from './each-year.ts';
import { page, startServer } from '../gateway/testing.ts';
import { createEdgeCache } from './edge-cache.ts';
import type { FinishedResponse } from '../answer/finished-response.ts';

afterEach(() => vi.useRealTimers());

test('pages that were kept are rendered anew in a new year, which begins at midnight in Lagos', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 11, 31, 22, 59) });
  const cache = createEdgeCache<FinishedResponse>({ maxBytes: 1_000_000 });
  let renders = 0;
  const pages = renewEachYear(
    async () => page(`Render ${(renders += 1)}`),
    () => cache.clear(),
  );
  const { get } = await startServer({ cache, pages });
  const first = await get('/about');
  await get('/terms');
  expect((await get('/about')).text).toBe(first.text);
  vi.setSystemTime(Date.UTC(2026, 11, 31, 23, 1));
  await get('/privacy');
  const anew = await get('/about');
  expect(anew.text).not.toBe(first.text);
  expect((await get('/about')).text).toBe(anew.text);
});
