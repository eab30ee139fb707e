import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';

describe.each(engines)('Password guesses on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
  });
  afterAll(() => api.product.dispose());

  const home = '198.51.100.1';

  async function person(email: string): Promise<{ id: string; access: string }> {
    const from = api.from(home);
    await from.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
    await api.product.outbox.flush();
    const mail = (await mailsIn(api.product.config.dataDir)).findLast(({ to }) => to === email);
    const { body } = await from.post('/user/verify/', { email, code: codeIn(mail) });
    const { access } = (body as { data: { access: string } }).data;
    return { id: decodeJwt(access)['user_id'] as string, access };
  }

  interface Answer {
    status: number;
    /** Seconds. */
    after: number;
  }
  async function logIn(address: string, email: string, given = password, cookie = ''): Promise<Answer> {
    const { status, headers } = await api.from(address).request('/token/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email, password: given }),
    });
    return { status, after: Number(headers.get('retry-after') ?? 0) };
  }
  const guess = (address: string, email: string) => logIn(address, email, 'wrong guess');

  /** Guesses until the API answers 429. @returns how many guesses were compared */
  async function guessUntilHeld(address: string, email: string): Promise<number> {
    for (let compared = 0; ; compared += 1) {
      const { status } = await guess(address, email);
      if (status === 429) return compared;
      expect(status).toBe(401);
    }
  }

  // Their hundreds of requests run the statements of the other tests, which run on both engines.
  const floodTest = test.runIf(engine === 'sqlite');

  test('Allows an address 5 guesses, then one after 1, 2, 4, ... and at most 30 seconds', async () => {
    const email = 'slowed@example.com';
    await person(email);
    expect(await guessUntilHeld('203.0.113.1', email)).toBe(5);
    const waits: number[] = [];
    for (let next = 0; next < 8; next += 1) {
      const { status, after } = await guess('203.0.113.1', email);
      expect(status).toBe(429);
      waits.push(after);
      now += after * 1000;
      expect((await guess('203.0.113.1', email)).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  });

  test('Answers how many seconds to wait, and does not extend the wait for repeated tries', async () => {
    const email = 'sentence@example.com';
    await person(email);
    await guessUntilHeld('203.0.113.2', email);
    for (let again = 0; again < 3; again += 1) {
      const { status, body } = await api.from('203.0.113.2').post('/token/', { email, password });
      expect([status, body]).toEqual([
        429,
        { error: 'Too many requests. Wait 1 second and try again.', fields: {} },
      ]);
    }
    now += 1000;
    expect((await logIn('203.0.113.2', email)).status).toBe(200);
    // The right password resets the count.
    expect(await guessUntilHeld('203.0.113.2', email)).toBe(5);
  });

  floodTest('Logs the owner in at home and elsewhere while a stranger guesses', async () => {
    const email = 'owner@example.com';
    await person(email);
    expect((await logIn(home, email)).status).toBe(200);
    for (let tries = 0; tries < 60; tries += 1) await guess('192.0.2.66', email);
    for (let other = 0; other < 20; other += 1) await guess(`100.64.${other}.1`, email);
    expect((await logIn(home, email)).status).toBe(200);
    expect((await logIn('203.0.113.9', email)).status).toBe(200);
    // The network of the guesser, but another address of it.
    expect((await logIn('192.0.2.67', email)).status).toBe(200);
  });

  test('Allows unknown addresses one guess at an account under attack, and known ones five', async () => {
    const email = 'pressed@example.com';
    await person(email);
    await logIn(home, email);
    for (let network = 0; network < 3; network += 1)
      expect(await guessUntilHeld(`100.65.${network}.1`, email)).toBe(5);
    expect(await guessUntilHeld('100.65.9.1', email)).toBe(1);
    expect(await guessUntilHeld(home, email)).toBe(5);
    const held = await logIn('100.65.9.1', email);
    expect([held.status, held.after <= 30]).toEqual([429, true]);
  });

  test('Logs a known device in by its cookie while a stranger guesses from the same address', async () => {
    const email = 'device@example.com';
    await person(email);
    const { status, headers } = await api.from(home).post('/token/', { email, password });
    expect(status).toBe(200);
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^known_device=nbd_[\w-]{43}; Max-Age=7776000; Path=\/api\/v1\/token; HttpOnly; SameSite=Strict$/,
    );
    await guessUntilHeld(home, email);
    expect((await logIn(home, email)).status).toBe(429);
    expect((await logIn(home, email, password, cookie.split(';')[0])).status).toBe(200);
    // A made-up cookie is no known device.
    expect((await logIn(home, email, password, `known_device=nbd_${'x'.repeat(43)}`)).status).toBe(429);
  });

  floodTest('Limits the guesses of one network together, over all of its IPv6 addresses', async () => {
    const email = 'network@example.com';
    await person(email);
    const line = (number: number) => `2001:db8:7:${(number * 256).toString(16)}:0:0:0:0/64`;
    let compared = 0;
    for (let number = 0; number < 12; number += 1) {
      for (let tries = 0; tries < 5; tries += 1)
        if ((await guess(line(number), email)).status === 401) compared += 1;
    }
    // 15 for the network, and from then on one for each address.
    expect(compared).toBeLessThanOrEqual(15 + 12);
    const otherSubnet = '2001:db8:7:1:0:0:0:0/64';
    expect((await guess(otherSubnet, email)).status).toBe(429);
  });

  floodTest('Limits an address that guesses at many accounts', async () => {
    const statuses: number[] = [];
    for (let account = 0; account < 40; account += 1)
      statuses.push((await guess('203.0.113.77', `stuffed${account}@example.com`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    const held = await guess('203.0.113.77', 'stuffed-more@example.com');
    expect([held.status, held.after <= 30]).toEqual([429, true]);
    expect((await guess('203.0.113.78', 'stuffed-more@example.com')).status).toBe(401);
  });

  floodTest('Limits guesses at an email without an account in the same way', async () => {
    const known = 'alike@example.com';
    await person(known);
    const seen: Record<string, Answer[]> = {};
    for (const [line, email] of [
      ['203.0.114.1', known],
      ['203.0.115.1', 'nobody@example.com'],
    ] as const) {
      const answers = (seen[email] = []) as Answer[];
      for (let tries = 0; tries < 20; tries += 1) {
        answers.push(await guess(line, email));
        now += 500;
      }
    }
    expect(seen['nobody@example.com']).toEqual(seen[known]);
  });

  test('Limits guesses at the current password with a stolen session, and not the owner elsewhere', async () => {
    const email = 'stolen@example.com';
    const { id, access } = await person(email);
    const change = (address: string, current: string) =>
      api
        .from(address)
        .post(`/user/${id}/change-password/`, { current_password: current, new_password: password }, access);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await change('192.0.2.200', 'wrong guess')).status).toBe(400);
    const held = await change('192.0.2.200', 'wrong guess');
    expect([held.status, held.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await change(home, password)).status).toBe(200);
  });

  test('Refuses a client that has many passwords compared at once, and no other client', async () => {
    const email = 'many@example.com';
    const { id, access } = await person(email);
    const flood = Array.from({ length: 40 }, () =>
      api.from('192.0.2.9').post(`/user/${id}/export/`, { password: 'wrong guess' }, access),
    );
    const others = Array.from({ length: 6 }, (_, other) => logIn(`100.70.${other}.1`, email));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(5);
    expect(api.faults).toEqual([]);
  });
});
