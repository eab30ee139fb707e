// Sessions that their person ends, with the password.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, type TokenPair } from '../support/account-client.ts';
import { sessionOf } from '../support/people.ts';
import { sessionClient } from '../support/session-client.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Ending sessions on %s', (engine) => {
  let api: TestApi;
  const { listed, end, refresh, me, person, expectEnded } = sessionClient(() => api);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Rejects the tokens of an ended session at once, and accepts those of the others', async () => {
    const logIn = await person();
    const [here, lost, kept] = [await logIn(), await logIn(), await logIn()];
    const renewed = (await refresh(lost.refresh)).body as TokenPair;
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
    // A session ends once.
    expect(await end(here.access, { password, id: sessionOf(lost.access) })).toMatchObject({
      status: 404,
      body: { error: 'This login has ended already.' },
    });
  });

  test('Ends all other sessions without an id, and the current one only by its id', async () => {
    const logIn = await person();
    const [first, here, last] = [await logIn(), await logIn(), await logIn()];
    expect((await end(here.access, { password })).status).toBe(200);
    for (const pair of [first, last]) await expectEnded(pair);
    expect((await listed(here.access)).results).toMatchObject([
      { id: sessionOf(here.access), current: true },
    ]);
    const { access } = (await refresh(here.refresh)).body as TokenPair;
    expect((await end(access, { password })).status).toBe(200);
    expect((await end(access, { password, id: sessionOf(access) })).status).toBe(200);
    await expectEnded({ ...here, access });
  });

  test('Ends no session when the password is wrong or missing', async () => {
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
    // An empty id must not end every other session.
    for (const id of ['', 'x'.repeat(65), 'a\0b'])
      expect((await end(here.access, { password, id })).status).toBe(400);
    for (const pair of [here, other]) expect(await me(pair.access)).toBe(200);
    expect(api.faults).toEqual([]);
  });

  test('Neither shows nor ends sessions of others, and answers their ids like unknown ones', async () => {
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

  test('Keeps one session when two devices end each other at once', async () => {
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

  test('Ends a session whose tokens are being refreshed at the same moment', async () => {
    const logIn = await person();
    for (let round = 0; round < 5; round += 1) {
      const [here, lost] = [await logIn(), await logIn()];
      const [answer, ended] = await Promise.all([
        refresh(lost.refresh),
        end(here.access, { password, id: sessionOf(lost.access) }),
      ]);
      expect(ended.status).toBe(200);
      await expectEnded(answer.status === 200 ? (answer.body as TokenPair) : lost);
    }
    expect(api.faults).toEqual([]);
  });
});

test('Does not count the right password as a guess', async () => {
  const api = await createTestApi('sqlite');
  try {
    const login = { email: 'busy@example.com', password };
    const { body } = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    const { access } = (await api.post('/token/', login)).body as TokenPair;
    for (let times = 0; times < 12; times += 1)
      expect((await api.post('/user/sessions/end/', { password }, access)).status).toBe(200);
    const path = `/user/${(body as { id: string }).id}/change-password/`;
    let [current, token] = [password, access];
    for (let times = 0; times < 12; times += 1) {
      const next = `${password} ${String(times)}`;
      const answer = await api.post(path, { current_password: current, new_password: next }, token);
      expect(answer.status).toBe(200);
      [current, token] = [next, (answer.body as TokenPair).access];
    }
  } finally {
    await api.product.dispose();
  }
});

test('Limits password guesses together over all routes that ask for the password', async () => {
  let now = Date.UTC(2026, 0, 1);
  const api = await createTestApi('sqlite', { clock: () => now });
  try {
    const login = { email: 'limited@example.com', password };
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    const { access } = (await api.post('/token/', login)).body as TokenPair;
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
