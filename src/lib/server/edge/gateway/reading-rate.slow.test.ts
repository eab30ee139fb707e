import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showsContacts } from '../../../shared/page/page-facts.ts';
import type { NetworkClient } from './client-address.ts';
import { networkClient } from './client-address.ts';
import { createReadingRate, readingRate } from './reading-rate.ts';
import { page, startServer } from './testing.ts';

const from = (address: string): NetworkClient =>
  networkClient({ headers: { 'x-forwarded-for': address }, socket: {} } as never, true);

describe('One network', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const read = (
    rate: ReturnType<typeof createReadingRate>,
    address: (n: number) => string,
    times: number,
  ) => {
    const waits = Array.from({ length: times }, (_, n) => rate.count(from(address(n)), 1));
    return waits.filter((wait) => wait === 0).length;
  };

  test.each([
    ['one address', (): string => '203.0.113.7', 1_200],
    ['a /24', (n: number) => `203.0.113.${n % 256}`, 1_200],
    ['a /64 of IPv6', (n: number) => `2001:db8:1:2::${n.toString(16)}`, 1_200],
    ['a /56 of IPv6', (n: number) => `2001:db8:1:${(n % 256).toString(16)}::1`, 1_200],
    ['a /48 of IPv6', (n: number) => `2001:db8:1:${(n % 65_536).toString(16)}::1`, 4_800],
  ])('%s may read up to the limit, and again when the time is over', (_, address, most) => {
    const rate = createReadingRate();
    expect(read(rate, address, 6_000)).toBe(most);
    expect(rate.count(from('198.51.100.1'), 1)).toBe(0);
    vi.advanceTimersByTime(readingRate.minutes * 60_000 - 1_000);
    expect(rate.count(from(address(0)), 1)).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(rate.count(from(address(0)), 1)).toBe(0);
  });

  test('Forgets the oldest networks when there are too many', () => {
    const rate = createReadingRate({ mostNetworks: 10 });
    expect(read(rate, () => '203.0.113.7', 2_000)).toBe(1_200);
    read(rate, (n) => `198.51.${n}.1`, 9);
    expect(rate.count(from('203.0.113.7'), 1)).toBeGreaterThan(0);
    read(rate, (n) => `192.0.${n}.1`, 10);
    expect(rate.count(from('203.0.113.7'), 1)).toBe(0);
  });
});

describe('The limit over HTTP', () => {
  const personal = (path: string) => ({
    parameters: [],
    needsCaller: false,
    showsContacts: showsContacts(path) || path.startsWith('/api/v1/user/'),
  });
  const start = () =>
    startServer({
      factsOf: personal,
      trustProxy: true,
      readingRate: createReadingRate(),
      pages: async () => page('Ada'),
    });
  const ada = { 'x-forwarded-for': '203.0.113.7' };

  test('The 1,201st read is refused with a sentence and the time to wait, also of a cached page', async () => {
    const { get, cache } = await start();
    for (let n = 0; n < 1_200; n += 1) expect((await get('/user/ada', ada)).status).toBe(200);
    expect(cache.stats.entries).toBe(1);
    const refused = await get('/user/ada', ada);
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(refused.text).toContain('This network has read 1,200 pages of people and apps in ten minutes.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect(refused.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await get('/user/ada', { 'x-forwarded-for': '203.0.113.200' }, 'HEAD')).status).toBe(429);
    const api = await get('/api/v1/user/ada/', ada);
    expect([api.status, JSON.parse(api.text)]).toMatchObject([429, { fields: {} }]);
    expect((await get('/about', ada)).status).toBe(200);
    for (const path of ['/user//ada', '/%75ser/ada', '//user/ada', '/user/ada?n=1'])
      expect((await get(path, ada)).status, path).not.toBe(200);
    expect((await get('/user/ada', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(200);
  });

  const owner = (id: number, email = `owner${id}@example.com`) => ({ id, email, phone_no: '', address: '' });
  const listOf = (owners: object[]) => Response.json({ results: owners.map((one) => ({ owner: one })) });
  const twenty = Array.from({ length: 20 }, (_, id) => id);

  test.each([
    ['twenty people', twenty.map((id) => owner(id)), 60],
    ['twenty apps of one person', twenty.map(() => owner(1)), 1_200],
    ['twenty people who show no contacts', twenty.map((id) => owner(id, '')), 1_200],
    ['one person with a phone alone', [{ ...owner(1, ''), phone_no: '+2348012345678' }], 1_200],
  ])('A list of %s counts as one read for each person that it shows', async (_, owners, most) => {
    const { get } = await startServer({
      factsOf: personal,
      trustProxy: true,
      readingRate: createReadingRate(),
      api: () => listOf(owners),
      pages: async () => page('Ada'),
    });
    const list = async () => (await get('/api/v1/user/1/apps/', ada)).status;
    const single = async () => (await get('/user/ada', ada)).status;
    for (let n = 0; n < most - 1; n += 1) expect(await list()).toBe(200);
    // For a list of many people, the quota is one read short.
    if (owners.length === 20 && most === 60) {
      expect(await single()).toBe(200);
      expect(await list()).toBe(429);
      for (let n = 1; n < 20; n += 1) expect(await single()).toBe(200);
    } else expect(await list()).toBe(200);
    expect([await list(), await single()]).toEqual([429, 429]);
  });

  test('A cached list counts like one that is rendered', async () => {
    const { get, cache } = await startServer({
      factsOf: personal,
      trustProxy: true,
      readingRate: createReadingRate(),
      api: () => listOf(twenty.map((id) => owner(id))),
    });
    for (let n = 0; n < 60; n += 1) expect((await get('/api/v1/user/1/apps/', ada)).status).toBe(200);
    expect(cache.stats.entries).toBe(1);
    expect((await get('/api/v1/user/1/apps/', ada)).status).toBe(429);
  });
});
