import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { bytesOf, createEdgeCache, type Cacheable } from './edge-cache.ts';

interface Entry extends Cacheable {
  text: string;
}

function entry(text: string, keys = ['apps'], size = 10, storable = true, keptUntil = Infinity): Entry {
  return { text, keys, size, storable, shareable: storable, keptUntil };
}

/** A render whose end the test decides. */
function render() {
  const { promise, resolve, reject } = Promise.withResolvers<Entry>();
  let runs = 0;
  const make = (): Promise<Entry> => {
    runs += 1;
    return promise;
  };
  return { make, resolve, reject, runs: () => runs };
}

describe('Data keys of the cache', () => {
  test('Drops exactly the entries that depend on an invalidated key', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    await cache.load('/', async () => entry('home', ['apps']));
    await cache.load('/a', async () => entry('a', ['app:a', 'user:1']));
    await cache.load('/b', async () => entry('b', ['app:b', 'user:1']));
    expect(cache.invalidate(['app:a', 'nothing'])).toBe(1);
    expect([cache.get('/')?.text, cache.get('/a'), cache.get('/b')?.text]).toEqual(['home', undefined, 'b']);
    expect(cache.invalidate(['user:1', 'app:b'])).toBe(1);
    expect(cache.stats).toEqual({ entries: 1, bytes: bytesOf('/', entry('home')) });
  });

  test('Drops everything when it is cleared, also renders in progress', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    await cache.load('/', async () => entry('home'));
    const slow = render();
    const asked = cache.load('/slow', slow.make);
    cache.clear();
    slow.resolve(entry('slow'));
    await asked;
    expect(cache.stats).toEqual({ entries: 0, bytes: 0 });
  });
});

describe('The limit in bytes', () => {
  const one = bytesOf('/1', entry(''));

  async function fill(keys: string[]) {
    const cache = createEdgeCache<Entry>({ maxBytes: 3 * one });
    for (const key of keys) await cache.load(key, async () => entry(key));
    return cache;
  }

  test('Evicts entries that were not used recently', async () => {
    const cache = await fill(['/1', '/2', '/3']);
    cache.get('/1');
    await cache.load('/4', async () => entry('/4'));
    expect(cache.stats).toEqual({ entries: 3, bytes: 3 * one });
    expect(['/1', '/2', '/3', '/4'].filter((key) => cache.get(key))).toEqual(['/1', '/3', '/4']);
  });

  test('Evicts the oldest entry when all were used, never the newest', async () => {
    const cache = await fill(['/1', '/2', '/3']);
    for (const key of ['/3', '/2', '/1']) cache.get(key);
    await cache.load('/4', async () => entry('/4'));
    expect(['/1', '/2', '/3', '/4'].filter((key) => cache.get(key))).toEqual(['/2', '/3', '/4']);
  });

  test('Evicts as many entries as a new one needs', async () => {
    const cache = await fill(['/1', '/2', '/3']);
    await cache.load('/big', async () => entry('/big', ['apps'], 2 * one));
    expect(cache.stats.entries).toBe(1);
    expect(cache.get('/big')?.text).toBe('/big');
  });

  test('Refuses an entry larger than the whole cache', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 3 * one });
    await cache.load('/1', async () => entry('1'));
    await cache.load('/huge', async () => entry('huge', ['apps'], 3 * one));
    expect(cache.stats).toEqual({ entries: 1, bytes: one });
  });
});

describe('An uncacheable answer', () => {
  test('Does not store an uncacheable answer', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    await cache.load('/', async () => entry('x', [], 10, false));
    expect(cache.stats.entries).toBe(0);
  });

  test('Sends an uncacheable answer to one visitor only, unless it may be shared', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    let count = 0;
    const make = async (): Promise<Entry> => entry(`password ${(count += 1)}`, [], 10, false);
    const own = await Promise.all([cache.load('/', make), cache.load('/', make), cache.load('/', make)]);
    expect(new Set(own.map(({ text }) => text)).size).toBe(3);
    const makeForAll = async (): Promise<Entry> => ({ ...(await make()), shareable: true });
    const shared = await Promise.all([1, 2, 3].map(() => cache.load('/', makeForAll)));
    expect(new Set(shared.map(({ text }) => text)).size).toBe(1);
  });
});

describe('Simultaneous requests for a missing page', () => {
  test('Renders a missing page once for simultaneous requests', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    const slow = render();
    const asked = Array.from({ length: 50 }, () => cache.load('/', slow.make));
    slow.resolve(entry('home'));
    const got = await Promise.all(asked);
    expect(slow.runs()).toBe(1);
    expect(new Set(got)).toEqual(new Set([cache.get('/')]));
  });

  test('Gives simultaneous requests the error of their render, and renders again for the next one', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    const broken = render();
    const asked = [cache.load('/', broken.make), cache.load('/', broken.make)];
    broken.reject(new Error('no database'));
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await cache.load('/', async () => entry('well again'))).text).toBe('well again');
  });
});

describe('An invalidation during a render', () => {
  test('Neither stores a page that was invalidated during its render nor sends it to later requests', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    const before = render();
    const after = render();
    const askedBefore = cache.load('/', before.make);
    cache.invalidate(['apps']);
    const askedAfter = cache.load('/', after.make);
    before.resolve(entry('old', ['apps']));
    expect((await askedBefore).text).toBe('old');
    expect(cache.get('/')).toBeUndefined();
    const askedLater = cache.load('/', after.make);
    after.resolve(entry('new', ['apps']));
    expect((await askedAfter).text).toBe('new');
    expect((await askedLater).text).toBe('new');
    expect(after.runs()).toBe(1);
    expect(cache.get('/')?.text).toBe('new');
  });

  test('Does not let a render from before an invalidation overwrite the new page', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    const before = render();
    const askedBefore = cache.load('/', before.make);
    cache.invalidate(['apps']);
    await cache.load('/', async () => entry('new', ['apps']));
    before.resolve(entry('old', ['apps']));
    await askedBefore;
    expect(cache.get('/')?.text).toBe('new');
  });

  test('Stores a page during whose render only other keys were invalidated', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes: 10_000 });
    const slow = render();
    const asked = cache.load('/', slow.make);
    cache.invalidate(['app:other']);
    slow.resolve(entry('home', ['apps']));
    await asked;
    expect(cache.get('/')?.text).toBe('home');
  });
});

describe('Memory of the cache', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held = async (): Promise<number> => {
    // Finalizers release memory outside of the heap after a collection.
    for (let round = 0; round < 3; round += 1) {
      collectGarbage();
      await new Promise(setImmediate);
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const maxBytes = 8_000_000;

  /** A key as the HTTP entry slices it from a request target: V8 keeps the whole target in memory for the slice. */
  const cut = (key: string, target: number) =>
    Buffer.from(`${key}?${'x'.repeat(target)}`)
      .toString('latin1')
      .slice(0, key.length);

  test.each([
    ['long keys', (n: number) => `/search?q=${n}${'k'.repeat(1_000)}`, () => ['apps']],
    ['short keys cut from long targets', (n: number) => cut(`/app/number-${n}`, 8_000), () => ['apps']],
    [
      'many keys of data',
      (n: number) => `/${n}`,
      (n: number) => Array.from({ length: 20 }, (_, i) => `app:${n}-${i}`),
    ],
    ['nothing but themselves', (n: number) => `/${n}`, () => ['apps']],
  ])('Entries with %s take no more memory than the cache counts', async (_, keyOf, keysOf) => {
    const before = await held();
    const cache = createEdgeCache<Entry>({ maxBytes });
    for (let n = 0; n < 30_000; n += 1) await cache.load(keyOf(n), async () => entry('', keysOf(n), 64));
    const taken = (await held()) - before;
    expect(cache.stats.entries).toBeGreaterThan(500);
    expect(cache.stats.bytes).toBeLessThanOrEqual(maxBytes);
    expect(taken).toBeLessThan(maxBytes * 1.1);
  });

  test('An answer whose key is too long is sent, but not cached', async () => {
    const cache = createEdgeCache<Entry>({ maxBytes });
    const key = `/oembed?url=${'x'.repeat(2_048)}`;
    expect((await cache.load(key, async () => entry('card'))).text).toBe('card');
    expect(cache.stats.entries).toBe(0);
  });
});

test('An entry expires at its time, and frees its memory', async () => {
  let now = 0;
  const cache = createEdgeCache<Entry>({ maxBytes: 10_000, clock: () => now });
  await cache.load('/', async () => entry('a minute', ['apps'], 10, true, 60_000));
  now = 59_999;
  expect([cache.has('/'), cache.get('/')?.text]).toEqual([true, 'a minute']);
  now = 60_000;
  expect([cache.has('/'), cache.get('/'), cache.stats]).toEqual([false, undefined, { entries: 0, bytes: 0 }]);
  expect((await cache.load('/', async () => entry('anew'))).text).toBe('anew');
});
