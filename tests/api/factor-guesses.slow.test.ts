// Guessing the codes of an authenticator app by somebody who knows the password, with the limits on.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rateRules } from '../../src/lib/server/accounts/limits.ts';
import { appCode } from '../support/authenticator.ts';
import { addApp, completeLogin, passwordOnly, personPassword } from '../support/factors.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';

const minute = 60_000;

describe.each(oneEngine)('Guesses of second factors on %s', (engine) => {
  let api: TestApi;
  let home: TestApi;
  let now: number;
  let ada: Person;
  let secret: string;
  let codes: string[];

  beforeEach(async () => {
    now = Date.now();
    api = await createTestApi(engine, { clock: () => now });
    home = api.from('102.89.1.1');
    ada = await createPerson(home);
    // The server knows a line after a login from it.
    expect((await home.post('/token/', { email: ada.email, password: personPassword })).status).toBe(200);
    const added = await addApp(home, ada, now);
    secret = added.secret;
    codes = added.recovery_codes ?? [];
    now += minute;
    // Her line is known from here on.
    const token = await passwordOnly(home, ada);
    expect((await completeLogin(home, { token, code: appCode(secret, now) })).status).toBe(200);
  });
  afterEach(async () => {
    expect(api.faults).toEqual([]);
    await api.product.dispose();
  });

  /** One wrong code from each of many networks, as a botnet would try. */
  async function guess(times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const bot = api.from(`41.${String(count)}.7.1`);
      now += minute;
      const token = await passwordOnly(bot, ada);
      statuses.push((await completeLogin(bot, { token, code: '000000' })).status);
    }
    return statuses;
  }

  test('Takes few codes a day from unknown networks, and never locks the owner out', async () => {
    const { hits } = rateRules.factorStrangers;
    const statuses = await guess(hits + 3);
    expect(statuses).toEqual([...Array<number>(hits).fill(400), 429, 429, 429]);

    const token = await passwordOnly(home, ada);
    expect((await completeLogin(home, { token, code: appCode(secret, now) })).status).toBe(200);
    // Away from home a recovery code works, because it cannot be guessed.
    const away = api.from('197.210.5.5');
    const elsewhere = await passwordOnly(away, ada);
    const refused = await completeLogin(away, { token: elsewhere, code: appCode(secret, now, 1) });
    expect([refused.status, refused.body.error]).toEqual([429, expect.stringContaining('recovery code')]);
    const answer = { token: elsewhere, recovery_code: codes[0] ?? '' };
    expect((await completeLogin(away, answer)).status).toBe(200);
  });

  test('Slows one line down after five wrong codes, for 30 seconds at most', async () => {
    const bot = api.from('41.1.7.1');
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const token = await passwordOnly(bot, ada);
      statuses.push((await completeLogin(bot, { token, code: '000000' })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    now += 30_000;
    const token = await passwordOnly(bot, ada);
    expect((await completeLogin(bot, { token, code: '000000' })).status).toBe(400);
  });

  test('Knows a device only after its factor was proved', async () => {
    const bot = api.from('41.1.7.1');
    await passwordOnly(bot, ada);
    const known = await api.product.db.read
      .selectFrom('known_devices')
      .select('mark')
      .where('user_id', '=', ada.id)
      .execute();
    const before = known.length;
    const token = await passwordOnly(bot, ada);
    expect((await completeLogin(bot, { token, recovery_code: codes[1] ?? '' })).status).toBe(200);
    const after = await api.product.db.read
      .selectFrom('known_devices')
      .select('mark')
      .where('user_id', '=', ada.id)
      .execute();
    expect(after.length).toBeGreaterThan(before);
  });
});
