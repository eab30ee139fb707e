import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';
const minute = 60_000;

describe.each(engines)('codes on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
  });
  afterAll(() => api.product.dispose());

  async function codesOf(email: string): Promise<string[]> {
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    return mails.filter(({ to, subject }) => to === email && subject.includes('code')).map(codeIn);
  }
  const lastCode = async (email: string): Promise<string> => (await codesOf(email)).at(-1) ?? '';

  /** From a network that no test guesses from. */
  async function person(email: string): Promise<void> {
    const home = api.from('198.51.100.1');
    await home.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
    const answer = await home.post('/user/verify/', { email, code: await lastCode(email) });
    expect(answer.status).toBe(200);
  }

  async function ask(from: TestApi, email: string): Promise<string> {
    const { status, body } = await from.post('/user/forgot-password/', { email });
    expect(status).toBe(200);
    return (body as { request_token: string }).request_token;
  }
  const askFrom = (networks: number, prefix: string, email: string) =>
    Promise.all(
      Array.from({ length: networks }, (_, network) => ask(api.from(`${prefix}.${network}.1`), email)),
    );
  const enter = (from: TestApi, code: string, requestToken?: string) =>
    from.post('/user/verify-password/', { code, request_token: requestToken });

  test('Refuses a reset code to whoever did not ask for it, and takes it from whoever did', async () => {
    const email = 'asker@example.com';
    await person(email);
    const half = await ask(api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    const stranger = api.from('192.0.2.1');
    const others = await ask(stranger, email);
    expect((await enter(stranger, code)).status).toBe(400);
    expect((await enter(stranger, code, others)).status).toBe(400);
    expect((await enter(stranger, code, 'nbq_made-up')).status).toBe(400);
    // Another network is no matter to whoever has the half: a phone changes it on the way.
    expect((await enter(api.from('192.0.2.77'), code, half)).status).toBe(200);
    expect((await enter(api.from('192.0.2.77'), code, half)).status).toBe(400);
  });

  test('Keeps a reset code for its asker, however many others ask for the same account', async () => {
    const email = 'asked-by-many@example.com';
    await person(email);
    const half = await ask(api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    await askFrom(12, '100.64', email);
    for (let guess = 0; guess < 6; guess += 1)
      expect((await enter(api.from('100.64.0.1'), 'AAAAAAAA')).status).toBe(400);
    expect((await enter(api.from('203.0.113.1'), code, half)).status).toBe(200);
  });

  test('Takes the cookie for the half, and for a client without either the address that asked', async () => {
    const email = 'cookies@example.com';
    await person(email);
    const first = await api.from('203.0.113.1').post('/user/forgot-password/', { email });
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^reset_request=nbq_\S+; Max-Age=300; Path=\/api\/v1\/user\/verify-password; HttpOnly; SameSite=Strict$/,
    );
    const answer = await api.from('192.0.2.5').request('/user/verify-password/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookie.split(';')[0] ?? '' },
      body: JSON.stringify({ code: await lastCode(email) }),
    });
    expect(answer.status).toBe(200);
    now += minute;
    await ask(api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    expect((await enter(api.from('203.0.113.2'), code)).status).toBe(400);
    expect((await enter(api.from('203.0.113.1'), code)).status).toBe(200);
  });

  test('Tries five codes with a half, and replaces the request that the same asker made before', async () => {
    const email = 'five@example.com';
    await person(email);
    const from = api.from('203.0.113.1');
    const used = await ask(from, email);
    const usedCode = await lastCode(email);
    for (let guess = 0; guess < 5; guess += 1) expect((await enter(from, 'AAAAAAAA', used)).status).toBe(400);
    expect((await enter(from, usedCode, used)).status).toBe(400);
    now += minute;
    const earlier = await ask(from, email);
    const earlierCode = await lastCode(email);
    now += minute;
    const { body } = await from.post('/user/forgot-password/', { email, request_token: earlier });
    const { request_token: later } = body as { request_token: string };
    expect((await enter(from, earlierCode, earlier)).status).toBe(400);
    expect((await enter(from, await lastCode(email), later)).status).toBe(200);
  });

  test('Refuses a half that is over', async () => {
    const email = 'over@example.com';
    await person(email);
    const half = await ask(api.from('203.0.113.1'), email);
    const code = await lastCode(email);
    now += 5 * minute;
    expect((await enter(api.from('203.0.113.1'), code, half)).status).toBe(400);
  });

  test('Keeps a registration code whatever strangers try, and counts their tries for them', async () => {
    const email = 'registering@example.com';
    const home = api.from('203.0.113.1');
    await home.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
    const code = await lastCode(email);
    for (let network = 0; network < 12; network += 1)
      for (let guess = 0; guess < 6; guess += 1)
        expect(
          (await api.from(`100.64.${network}.1`).post('/user/verify/', { email, code: 'AAAAAAAA' })).status,
        ).toBe(400);
    const tries = await api.product.db.read
      .selectFrom('code_tries')
      .innerJoin('codes', 'codes.id', 'code_tries.code_id')
      .innerJoin('users', 'users.id', 'codes.user_id')
      .select(['counter', 'tries'])
      .where('users.email', '=', email)
      .execute();
    expect(tries.find(({ counter }) => counter === 'strangers')?.tries).toBe(40);
    expect(tries.filter(({ counter }) => counter.startsWith('network:')).map((row) => row.tries)).toEqual(
      Array.from({ length: 12 }, () => 5),
    );
    // Strangers have used up what there is for strangers.
    expect((await api.from('192.0.2.9').post('/user/verify/', { email, code })).status).toBe(400);
    expect((await home.post('/user/verify/', { email, code })).status).toBe(200);
  }, 120_000);

  test('Sends no more than 5 mails a day to an address for one network, and one at least for the owner', async () => {
    const email = 'victim@example.com';
    await person(email);
    const before = (await codesOf(email)).length;
    for (let network = 0; network < 6; network += 1)
      for (let time = 0; time < 7; time += 1) {
        await ask(api.from(`100.64.${network}.1`), email);
        now += minute;
      }
    // 20 with that of the sign-up, and the first mail of each of the two networks that came later.
    expect((await codesOf(email)).length - before).toBe(19 + 2);
    const owner = api.from('203.0.113.1');
    const half = await ask(owner, email);
    expect((await enter(owner, await lastCode(email), half)).status).toBe(200);
    await askFrom(60, '100.65', email);
    expect((await codesOf(email)).length).toBe(60);
  });

  test('Sends mails to a network that the owner has logged in from, whatever strangers have asked for', async () => {
    const email = 'known-victim@example.com';
    await person(email);
    const home = api.from('198.51.100.1');
    expect((await home.post('/token/', { email, password })).status).toBe(200);
    await askFrom(70, '100.66', email);
    const before = (await codesOf(email)).length;
    await ask(home, email);
    expect((await codesOf(email)).length - before).toBe(1);
  });

  test('Does not hold up the owner who asks for a code just after a stranger', async () => {
    const email = 'minute@example.com';
    await person(email);
    await ask(api.from('192.0.2.1'), email);
    const again = await api.from('192.0.2.1').post('/user/forgot-password/', { email });
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60']);
    const owner = api.from('203.0.113.1');
    const half = await ask(owner, email);
    expect((await enter(owner, await lastCode(email), half)).status).toBe(200);
  });

  test('Brakes wrong codes over the whole site for all but those who wait for one', async () => {
    const email = 'braked@example.com';
    await person(email);
    now += 10 * minute;
    const guessFrom = async (networks: number[]): Promise<Set<number>> => {
      const guesses = networks.flatMap((network) =>
        Array.from({ length: 5 }, () => enter(api.from(`100.${network}.0.1`), 'AAAAAAAA')),
      );
      return new Set((await Promise.all(guesses)).map(({ status }) => status));
    };
    for (let tens = 0; tens < 10; tens += 1) {
      const networks = Array.from({ length: 10 }, (_, network) => tens * 10 + network);
      expect(await guessFrom(networks)).toEqual(new Set([400]));
    }
    expect(await guessFrom([100, 101])).toEqual(new Set([429]));
    const refused = await enter(api.from('100.200.0.1'), 'AAAAAAAA');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const owner = api.from('203.0.113.1');
    await ask(owner, email);
    expect((await enter(owner, await lastCode(email))).status).toBe(200);
    now += 10 * minute;
    expect((await enter(api.from('100.200.0.1'), 'AAAAAAAA')).status).toBe(400);
  });

  test('Forgets codes, their tries and known devices once they are over', async () => {
    now += 91 * 86_400_000;
    await api.product.sweep();
    for (const table of ['codes', 'code_tries', 'known_devices'] as const)
      expect(await api.product.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(api.faults).toEqual([]);
  });
});
