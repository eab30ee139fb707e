// Property: simultaneous uses of a refresh token have one successor; a later use ends its session; and the end of a
// session ends its access tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../support/scale.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

interface Pair {
  access: string;
  refresh: string;
}

describe.each(bothEngines)('Sessions on %s', (engine) => {
  const trials = scaled(engine === 'sqlite' ? 700 : 300);
  const uses = 50;
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  let password = 'correct horse battery';
  const email = 'ada@example.com';

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
  });
  afterAll(() => api.product.dispose());

  const logIn = async () => (await api.post('/token/', { email, password })).body as Pair;
  const refresh = (token: string) => api.post('/token/refresh/', { refresh: token });
  const me = async (access: string) =>
    (await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } })).status;

  test(`Gives ${uses} simultaneous uses one successor, and ends the session at a later reuse, in ${trials} trials`, async () => {
    const tally = { trials: 0, successors: 0, refusedAtOnce: 0, sessionsEnded: 0, oldTokensAlive: 0 };
    let pair = await logIn();
    for (let trial = 0; trial < trials; trial += 1) {
      const answers = await Promise.all(Array.from({ length: uses }, () => refresh(pair.refresh)));
      const pairs = answers.filter(({ status }) => status === 200).map(({ body }) => body as Pair);
      tally.trials += 1;
      tally.successors += new Set(pairs.map((one) => one.refresh)).size;
      tally.refusedAtOnce += answers.length - pairs.length;
      const next = pairs[0];
      if (!next) throw new Error('No successor.');
      now += 10_001;
      if ((await refresh(pair.refresh)).status === 401 && (await refresh(next.refresh)).status === 401)
        tally.sessionsEnded += 1;
      for (const { access } of [pair, next]) if ((await me(access)) !== 401) tally.oldTokensAlive += 1;
      pair = await logIn();
    }
    console.log(`${engine}:`, tally);
    expect(tally).toEqual({
      trials,
      successors: trials,
      refusedAtOnce: 0,
      sessionsEnded: trials,
      oldTokensAlive: 0,
    });
    expect(api.faults).toEqual([]);
  }, 3_600_000);

  test('Rejects old access tokens after a logout and after a change of the password', async () => {
    const rounds = scaled(50);
    let alive = 0;
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await logIn(), await logIn()];
      await api.post('/logout/', { refresh: one.refresh });
      if ((await me(one.access)) !== 401 || (await me(other.access)) !== 200) alive += 1;
      const { id } = (
        await api.request('/user/me/', { headers: { authorization: `Bearer ${other.access}` } })
      ).body as { id: string };
      const next = `another password ${round}`;
      const changed = await api.post(
        `/user/${id}/change-password/`,
        { current_password: password, new_password: next },
        other.access,
      );
      expect(changed.status).toBe(200);
      password = next;
      if ((await me(other.access)) !== 401 || (await me((changed.body as Pair).access)) !== 200) alive += 1;
    }
    console.log(`${engine}: ${rounds} logouts and ${rounds} changed passwords, ${alive} old tokens taken`);
    expect(alive).toBe(0);
  }, 600_000);
});
