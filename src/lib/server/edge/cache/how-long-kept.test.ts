// The reads of an answer determine how long it is cached.
import { describe, expect, test } from 'vitest';
import type { FinishedResponse } from '../answer/finished-response.ts';
import { page, startServer } from '../gateway/testing.ts';
import { createEdgeCache } from './edge-cache.ts';

describe('A cached page', () => {
  test('Shows a change of a cached page at the next request', async () => {
    let name = 'Old';
    const { get, cache } = await startServer({
      pages: async (_request, reads) => {
        reads.note('app:1');
        return page(name);
      },
    });
    await get('/app/x');
    name = 'New';
    expect((await get('/app/x')).text).toContain('Old');
    cache.invalidate(['app:1']);
    expect((await get('/app/x')).text).toContain('New');
  });

  test('Renders a page again after a failed read, until all reads succeed', async () => {
    let renders = 0;
    const { get, cache } = await startServer({
      pages: async (_request, reads) => {
        renders += 1;
        reads.note('app:1');
        if (renders < 3) reads.keepFor(0);
        return page(`Render ${String(renders)}`);
      },
    });
    for (const expected of [1, 2, 3, 3])
      expect((await get('/app/x')).text).toContain(`Render ${String(expected)}`);
    expect(cache.stats.entries).toBe(1);
  });

  test('Renders a cached page again when its time is over', async () => {
    let now = 1_000;
    let renders = 0;
    const clock = () => now;
    const { get } = await startServer({
      clock,
      cache: createEdgeCache<FinishedResponse>({ maxBytes: 1_000_000, clock }),
      pages: async (_request, reads) => {
        reads.keepFor(60_000);
        reads.keepFor(90_000);
        return page(`Render ${String((renders += 1))}`);
      },
    });
    await get('/app/x');
    now += 59_999;
    expect((await get('/app/x')).text).toContain('Render 1');
    now += 1;
    expect((await get('/app/x')).text).toContain('Render 2');
  });
});
