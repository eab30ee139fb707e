// The list of an account's sessions, which only its owner sees.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, type TokenPair } from '../support/account-client.ts';
import { sessionOf } from '../support/people.ts';
import { sessionClient } from '../support/session-client.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';

describe.each(oneEngine)('Own sessions on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  const { list, listed, end, refresh, credentials, person } = sessionClient(() => api);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Lists live sessions, newest first, marks the current one, and shows no other fields', async () => {
    const logIn = await person();
    const first = await logIn();
    const begun = now;
    now += 60_000;
    const second = await logIn();
    now += 60_000;
    const loggedOut = await logIn();
    await api.post('/logout/', { refresh: loggedOut.refresh });
    now += 10 * 60_000;
    const later = (await refresh(first.refresh)).body as TokenPair;
    expect(await listed(later.access)).toEqual({
      results: [
        {
          id: sessionOf(second.access),
          created_at: new Date(begun + 60_000).toISOString(),
          last_used_at: new Date(begun + 60_000).toISOString(),
          device: '',
          current: false,
        },
        {
          id: sessionOf(first.access),
          created_at: new Date(begun).toISOString(),
          last_used_at: new Date(now).toISOString(),
          device: '',
          current: true,
        },
      ],
      next: null,
      previous: null,
      count: 2,
    });
    const fromSecond = await listed(second.access);
    expect(fromSecond.results.map(({ current }) => current)).toEqual([true, false]);
    // The second session was not used for 30 days, so it is over.
    now += 30 * 86_400_000 - 5 * 60_000;
    const { access } = (await refresh(later.refresh)).body as TokenPair;
    expect((await listed(access)).results.map(({ id }) => id)).toEqual([sessionOf(first.access)]);
  });

  test('Shows the browser and system that a session began with, also after a refresh', async () => {
    const login = await credentials();
    const sent = (path: string, body: object, userAgent: string) =>
      api.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify(body),
      });
    const android =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const pair = (await sent('/token/', login, android)).body as TokenPair;
    expect((await listed(pair.access)).results).toMatchObject([{ device: 'Chrome on Android' }]);
    const later = (await sent('/token/refresh/', { refresh: pair.refresh }, firefox)).body as TokenPair;
    expect((await listed(later.access)).results).toMatchObject([{ device: 'Chrome on Android' }]);
    // A session of an older version has no device until its tokens are refreshed.
    const before = (await sent('/token/', login, android)).body as TokenPair;
    await api.product.db.write((trx) =>
      trx.updateTable('sessions').set({ device: null }).where('id', '=', sessionOf(before.access)).execute(),
    );
    const [unknown] = (await listed(before.access)).results;
    expect(unknown).toMatchObject({ device: '' });
    const exchanged = (await sent('/token/refresh/', { refresh: before.refresh }, firefox)).body as TokenPair;
    const [known] = (await listed(exchanged.access)).results;
    expect(known).toMatchObject({ device: 'Firefox on Linux' });
  });

  test('Pages the list by 20, without repeating a session', async () => {
    const logIn = await person();
    const ids: string[] = [];
    let last = await logIn();
    for (let count = 1; count < 43; count += 1) {
      ids.unshift(sessionOf(last.access));
      // Some begin within one millisecond.
      now += count % 3 === 0 ? 1_000 : 0;
      last = await logIn();
    }
    ids.unshift(sessionOf(last.access));
    const seen: string[] = [];
    let query = '';
    for (let page = 0; page < 3; page += 1) {
      const { results, next, count } = await listed(last.access, query);
      expect([results.length, count]).toEqual([page < 2 ? 20 : 3, 43]);
      seen.push(...results.map(({ id }) => id));
      query = next === null ? '' : new URL(next).search;
    }
    expect(query).toBe('');
    expect([...seen].sort()).toEqual([...ids].sort());
    expect((await list(last.access, '?cursor=none')).status).toBe(400);
    expect((await end(last.access, { password })).status).toBe(200);
    expect((await listed(last.access)).count).toBe(1);
  });
});
