import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { minute, password, useCodes } from '../support/use-codes.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Codes and their limits on %s', (engine) => {
  const site = useCodes(engine);
  const { ask, askFrom, codesOf, enter, lastCode, person } = site;
  // Their hundreds of requests run the statements of the other tests, which run on both engines.
  const floodTest = test.runIf(engine === 'sqlite');

  floodTest('Counts codes with an unknown id as codes without one', async () => {
    site.now += 20 * minute;
    const guesser = site.api.from('100.68.1.1');
    const rows = async (): Promise<number> =>
      (await site.api.product.db.read.selectFrom('rate_limits').select('key').execute()).length;
    const guess = () => guesser.post('/user/verify/', { code: 'AAAAAAAA', id: randomUUID() });
    const first = await guess();
    expect([first.status, first.body]).toEqual([
      400,
      (await site.api.from('100.68.2.1').post('/user/verify/', { email: 'n@example.com', code: 'A' })).body,
    ]);
    const before = await rows();
    for (let tries = 1; tries < 60; tries += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    expect(await rows()).toBe(before);
  });

  floodTest('Does not slow down requests that name their account for wrong codes', async () => {
    site.now += 20 * minute;
    for (let asked = 0; asked < 30; asked += 1) {
      const from = site.api.from(`100.69.${asked}.1`);
      const requestToken = await ask(from, `nobody${asked}@example.com`);
      const guesses = Array.from({ length: 20 }, () => enter(from, 'AAAAAAAA', requestToken));
      expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]));
    }
    expect((await enter(site.api.from('100.70.0.1'), 'AAAAAAAA')).status).toBe(400);
  });

  floodTest(
    'Sends at most 5 mails a day to an address for one network, and at least one for the owner',
    async () => {
      const email = 'victim@example.com';
      await person(email);
      const before = (await codesOf(email)).length;
      for (let network = 0; network < 6; network += 1)
        for (let time = 0; time < 7; time += 1) {
          await ask(site.api.from(`100.64.${network}.1`), email);
          site.now += minute;
        }
      // 20 with that of the sign-up, and the first mail of each of the two networks that came later.
      expect((await codesOf(email)).length - before).toBe(19 + 2);
      const owner = site.api.from('203.0.113.1');
      const requestToken = await ask(owner, email);
      expect((await enter(owner, await lastCode(email), requestToken)).status).toBe(200);
      await askFrom(60, '100.65', email);
      expect((await codesOf(email)).length).toBe(60);
    },
  );

  floodTest(
    'Sends mails to a network that the owner has logged in from, whatever strangers requested',
    async () => {
      const email = 'known-victim@example.com';
      await person(email);
      const home = site.api.from('198.51.100.1');
      expect((await home.post('/token/', { email, password })).status).toBe(200);
      await askFrom(70, '100.66', email);
      const before = (await codesOf(email)).length;
      await ask(home, email);
      expect((await codesOf(email)).length - before).toBe(1);
    },
  );

  test('Does not delay an owner who requests a code just after a stranger', async () => {
    const email = 'minute@example.com';
    await person(email);
    await ask(site.api.from('192.0.2.1'), email);
    const again = await site.api.from('192.0.2.1').post('/user/forgot-password/', { email });
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60']);
    const owner = site.api.from('203.0.113.1');
    const requestToken = await ask(owner, email);
    expect((await enter(owner, await lastCode(email), requestToken)).status).toBe(200);
  });

  test('Limits wrong codes over the whole site, except for networks that wait for a code', async () => {
    const email = 'braked@example.com';
    await person(email);
    site.now += 10 * minute;
    const guessFrom = async (networks: number[]): Promise<Set<number>> => {
      const guesses = networks.flatMap((network) =>
        Array.from({ length: 5 }, () => enter(site.api.from(`100.${network}.0.1`), 'AAAAAAAA')),
      );
      return new Set((await Promise.all(guesses)).map(({ status }) => status));
    };
    for (let tens = 0; tens < 10; tens += 1) {
      const networks = Array.from({ length: 10 }, (_, network) => tens * 10 + network);
      expect(await guessFrom(networks)).toEqual(new Set([400]));
    }
    expect(await guessFrom([100, 101])).toEqual(new Set([429]));
    const refused = await enter(site.api.from('100.200.0.1'), 'AAAAAAAA');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const owner = site.api.from('203.0.113.1');
    await ask(owner, email);
    expect((await enter(owner, await lastCode(email))).status).toBe(200);
    site.now += 10 * minute;
    expect((await enter(site.api.from('100.200.0.1'), 'AAAAAAAA')).status).toBe(400);
  });

  test('Deletes expired codes, their tries and known devices', async () => {
    site.now += 91 * 86_400_000;
    await site.api.product.sweep();
    for (const table of ['codes', 'code_tries', 'known_devices'] as const)
      expect(await site.api.product.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(site.api.faults).toEqual([]);
  });
});
