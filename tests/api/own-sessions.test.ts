// Where somebody is logged in: seen and ended by that person alone, with the password.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnSessionJson } from '../../src/lib/shared/schemas/sessions.ts';
import { sessionOf } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

interface Pair {
  access: string;
  refresh: string;
}

interface Listed {
  results: OwnSessionJson[];
  next: string | null;
  count: number;
}

const password = 'correct horse battery';

describe.each(engines)('own sessions on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  let people = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } });
  const list = (access: string, query = '') => api.request(`/user/sessions/${query}`, bearer(access));
  const listed = async (access: string, query = '') => (await list(access, query)).body as Listed;
  const end = (access: string, body: object) => api.post('/user/sessions/end/', body, access);
  const refresh = (token: string) => api.post('/token/refresh/', { refresh: token });
  const me = async (access: string) => (await api.request('/user/me/', bearer(access))).status;

  /** Somebody new, and how they log in. */
  async function person(): Promise<() => Promise<Pair>> {
    people += 1;
    const login = { email: `at-home-${String(people)}@example.com`, password };
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    return async () => (await api.post('/token/', login)).body as Pair;
  }

  async function expectEnded(pair: Pair): Promise<void> {
    expect(await me(pair.access)).toBe(401);
    expect((await refresh(pair.refresh)).status).toBe(401);
    expect(await me(pair.access)).toBe(401);
  }

  test('the list has those that live, newest first, marks the one that asks, and tells nothing else', async () => {
    const logIn = await person();
    const first = await logIn();
    const begun = now;
    now += 60_000;
    const second = await logIn();
    now += 60_000;
    const loggedOut = await logIn();
    await api.post('/logout/', { refresh: loggedOut.refresh });
    now += 10 * 60_000;
    const later = (await refresh(first.refresh)).body as Pair;
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
    // What is over is nowhere any more: the second one was not used.
    now += 30 * 86_400_000 - 5 * 60_000;
    const { access } = (await refresh(later.refresh)).body as Pair;
    expect((await listed(access)).results.map(({ id }) => id)).toEqual([sessionOf(first.access)]);
  });

  test('A session tells the browser and system it was begun with, in words, also after an exchange', async () => {
    people += 1;
    const login = { email: `at-home-${String(people)}@example.com`, password };
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    const sent = (path: string, body: object, userAgent: string) =>
      api.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify(body),
      });
    const android =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const pair = (await sent('/token/', login, android)).body as Pair;
    expect((await listed(pair.access)).results).toMatchObject([{ device: 'Chrome on Android' }]);
    const later = (await sent('/token/refresh/', { refresh: pair.refresh }, firefox)).body as Pair;
    expect((await listed(later.access)).results).toMatchObject([{ device: 'Chrome on Android' }]);
    // One that a version before began knows nothing of its browser until its tokens are exchanged.
    const before = (await sent('/token/', login, android)).body as Pair;
    await api.product.db.write((trx) =>
      trx.updateTable('sessions').set({ device: null }).where('id', '=', sessionOf(before.access)).execute(),
    );
    const [unknown] = (await listed(before.access)).results;
    expect(unknown).toMatchObject({ device: '' });
    const exchanged = (await sent('/token/refresh/', { refresh: before.refresh }, firefox)).body as Pair;
    const [known] = (await listed(exchanged.access)).results;
    expect(known).toMatchObject({ device: 'Firefox on Linux' });
  });

  test('a page has 20; the others follow, none twice', async () => {
    const logIn = await person();
    const ids: string[] = [];
    let last = await logIn();
    for (let count = 1; count < 43; count += 1) {
      ids.unshift(sessionOf(last.access));
      // Several within one millisecond, too.
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

  test('one is ended: its tokens are refused at once, the others work on', async () => {
    const logIn = await person();
    const [here, lost, kept] = [await logIn(), await logIn(), await logIn()];
    const renewed = (await refresh(lost.refresh)).body as Pair;
    expect(await end(here.access, { password, id: sessionOf(lost.access) })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    await expectEnded(lost);
    await expectEnded(renewed);
    for (const pair of [here, kept]) expect(await me(pair.access)).toBe(200);
    expect((await listed(here.access)).results.map(({ id }) => id).sort()).toEqual(
      [here, kept].map(({ access }) => sessionOf(access)).sort(),
    );
    expect((await refresh(kept.refresh)).status).toBe(200);
    // Once is enough.
    expect(await end(here.access, { password, id: sessionOf(lost.access) })).toMatchObject({
      status: 404,
      body: { error: 'This login has ended already.' },
    });
  });

  test('without an id all others end, and the one that asks does not; by its id it may', async () => {
    const logIn = await person();
    const [first, here, last] = [await logIn(), await logIn(), await logIn()];
    expect((await end(here.access, { password })).status).toBe(200);
    for (const pair of [first, last]) await expectEnded(pair);
    expect((await listed(here.access)).results).toMatchObject([
      { id: sessionOf(here.access), current: true },
    ]);
    const { access } = (await refresh(here.refresh)).body as Pair;
    expect((await end(access, { password })).status).toBe(200);
    expect((await end(access, { password, id: sessionOf(access) })).status).toBe(200);
    await expectEnded({ ...here, access });
  });

  test('a wrong or missing password ends nothing', async () => {
    const logIn = await person();
    const [here, other] = [await logIn(), await logIn()];
    const id = sessionOf(other.access);
    for (const which of [{}, { id }]) {
      expect(await end(here.access, { password: 'not this one', ...which })).toMatchObject({
        status: 400,
        body: { error: 'This is not your password.', fields: { password: 'This is not your password.' } },
      });
      expect(await end(here.access, which)).toMatchObject({
        status: 400,
        body: { fields: { password: 'Enter your password.' } },
      });
    }
    // A client that lost the id does not mean all of them.
    for (const id of ['', 'x'.repeat(65), 'a\0b'])
      expect((await end(here.access, { password, id })).status).toBe(400);
    for (const pair of [here, other]) expect(await me(pair.access)).toBe(200);
    expect(api.faults).toEqual([]);
  });

  test("nobody sees or ends another's, and an id of theirs is as one that there is not", async () => {
    const [ada, eve] = [await (await person())(), await (await person())()];
    expect(JSON.stringify(await listed(eve.access))).not.toContain(sessionOf(ada.access));
    const [theirs, unknown] = [
      await end(eve.access, { password, id: sessionOf(ada.access) }),
      await end(eve.access, { password, id: '0198c3a0-0000-7000-8000-000000000000' }),
    ];
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(unknown.body);
    await end(eve.access, { password });
    expect(await me(ada.access)).toBe(200);
    for (const path of ['/user/sessions/', '/user/sessions/end/'])
      expect((await api.post(path, { password })).status).toBe(path.includes('end') ? 401 : 405);
    expect((await api.request('/user/sessions/')).status).toBe(401);
  });

  test('of two devices that end each other at once, one stays', async () => {
    const logIn = await person();
    for (let round = 0; round < 5; round += 1) {
      const pairs = [await logIn(), await logIn()];
      const answers = await Promise.all(pairs.map(({ access }) => end(access, { password })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      const alive = await Promise.all(pairs.map(({ access }) => me(access)));
      expect(alive).toEqual(answers.map(({ status }) => status));
    }
    expect(api.faults).toEqual([]);
  });

  test('a refresh that is under way does not outlive the end', async () => {
    const logIn = await person();
    for (let round = 0; round < 5; round += 1) {
      const [here, lost] = [await logIn(), await logIn()];
      const [answer, ended] = await Promise.all([
        refresh(lost.refresh),
        end(here.access, { password, id: sessionOf(lost.access) }),
      ]);
      expect(ended.status).toBe(200);
      await expectEnded(answer.status === 200 ? (answer.body as Pair) : lost);
    }
    expect(api.faults).toEqual([]);
  });
});

test('who knows the password is not counted as guessing it, however much there is to do', async () => {
  const api = await createTestApi('sqlite');
  try {
    const login = { email: 'busy@example.com', password };
    const { body } = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    const { access } = (await api.post('/token/', login)).body as Pair;
    for (let times = 0; times < 12; times += 1)
      expect((await api.post('/user/sessions/end/', { password }, access)).status).toBe(200);
    const path = `/user/${(body as { id: string }).id}/change-password/`;
    let [current, token] = [password, access];
    for (let times = 0; times < 12; times += 1) {
      const next = `${password} ${String(times)}`;
      const answer = await api.post(path, { current_password: current, new_password: next }, token);
      expect(answer.status).toBe(200);
      [current, token] = [next, (answer.body as Pair).access];
    }
  } finally {
    await api.product.dispose();
  }
});

test('Slows guesses at the password down, together with the other routes that ask for it', async () => {
  let now = Date.UTC(2026, 0, 1);
  const api = await createTestApi('sqlite', { clock: () => now });
  try {
    const login = { email: 'limited@example.com', password };
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    const { access } = (await api.post('/token/', login)).body as Pair;
    const guess = () => api.post('/user/sessions/end/', { password: 'not this one' }, access);
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(400);
    const stopped = await guess();
    expect(stopped.status).toBe(429);
    expect(stopped.headers.get('retry-after')).toBe('1');
    expect((await api.post('/user/sessions/end/', { password }, access)).status).toBe(429);
    now += 1000;
    expect((await api.post('/user/sessions/end/', { password }, access)).status).toBe(200);
  } finally {
    await api.product.dispose();
  }
});
