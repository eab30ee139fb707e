// Pending accounts: several may wait for one address, and the code decides which of them becomes the account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountClient, bearer, password, type TokenPair } from '../support/account-client.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const hourMs = 3_600_000;

describe.each(engines)('Pending accounts on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  const { codeTo, signedUp, verified, logIn } = accountClient(() => api);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Removes password and texts of an account whose code was entered without its id', async () => {
    const email = 'unnamed@example.com';
    const id = await signedUp(email);
    const pair = await logIn(email);
    const typed = { about_me: 'Typed before.', phone_no: '08031234567', show_email: 'false' };
    await sendForm(api, 'PATCH', `/user/${id}/`, typed, { id, email, access: pair.access });
    const { status, body } = await api.post('/user/verify/', { email, id: '', code: await codeTo(email) });
    expect([status, body]).toMatchObject([200, { reset_token: expect.any(String) as string }]);
    const { data } = body as { data: TokenPair };
    expect((await api.request('/user/me/', bearer(data))).body).toMatchObject({
      firstname: 'Ada',
      about_me: '',
      phone_no: '',
      show_email: false,
    });
    expect((await api.request('/user/me/', bearer(pair))).status).toBe(401);
    expect((await api.post('/token/', { email, password })).status).toBe(401);
    // The owner also gets in by a reset.
    const asked = await api.post('/user/forgot-password/', { email });
    const { request_token } = asked.body as { request_token: string };
    const reset = await api.post('/user/verify-password/', { code: await codeTo(email), request_token });
    const { reset_token } = reset.body as { reset_token: string };
    const set = { email, password: 'a wholly new one', confirm_password: 'a wholly new one', reset_token };
    expect((await api.post('/user/set-password/', set)).status).toBe(200);
    expect((await api.post('/token/', { email, password: 'a wholly new one' })).status).toBe(200);
  });

  test.each([
    ['from another network', '198.51.100.1', [password], false],
    ['from its own network', '203.0.113.200', [password], true],
    ['from its own network, signed up twice with one password', '203.0.113.7', [password, password], true],
    [
      'from its own network, where others signed up too',
      '203.0.113.7',
      ['the other password', password],
      false,
    ],
  ])(
    'A code without an id %s (%s, passwords %j) keeps the password: %s',
    async (_case, address, passwords, isKept) => {
      const email = `network-${address}-${passwords.length}-${passwords[0]?.length ?? 0}@example.com`;
      for (const own of passwords) await signedUp(email, { by: api.from('203.0.113.7'), own });
      const code = await codeTo(email);
      const { status, body } = await api.from(address).post('/user/verify/', { email, code });
      expect([status, 'reset_token' in (body as object)]).toEqual([200, !isKept]);
      expect((await api.post('/token/', { email, password })).status).toBe(isKept ? 200 : 401);
    },
  );

  test('A flood of sign-ups replaces pending accounts of its own network only', async () => {
    const email = 'flooded@example.com';
    const owner = api.from('203.0.113.7');
    const ownersId = await signedUp(email, { by: owner });
    const code = await codeTo(email);
    const ids: string[] = [];
    for (let times = 0; times < 8; times += 1)
      ids.push(
        await signedUp(email, { by: api.from(`198.51.100.${times}`), own: `stranger number ${times}a` }),
      );
    const rows = await api.product.db.read
      .selectFrom('users')
      .select('id')
      .where('pending_email_key', '=', email)
      .execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([ownersId, ...ids.slice(3)].sort());
    expect((await owner.post('/user/verify/', { id: ownersId, code })).status).toBe(200);
    expect((await api.post('/token/', { email, password })).status).toBe(200);
  });

  test('Keeps no password of a stranger whose flood replaced the account of a neighbour', async () => {
    const email = 'neighbour@example.com';
    await signedUp(email, { by: api.from('203.0.113.7') });
    const strangers = 'the password of a stranger';
    for (let times = 0; times < 6; times += 1)
      await signedUp(email, { by: api.from('203.0.113.8'), own: strangers });
    const code = await codeTo(email);
    const { body } = await api.from('203.0.113.7').post('/user/verify/', { email, code });
    expect(body).toHaveProperty('reset_token');
    expect((await api.post('/token/', { email, password: strangers })).status).toBe(401);
  });

  test('Removes a pending account a day after its last login or refresh, and no verified one', async () => {
    const { id: kept } = await verified('kept@example.com');
    const [idle, used] = ['idle@example.com', 'used@example.com'];
    await signedUp(idle);
    const usedId = await signedUp(used);
    now += 20 * hourMs;
    const pair = await logIn(used);
    now += 20 * hourMs;
    await api.product.sweep();
    expect((await api.post('/token/', { email: idle, password })).status).toBe(401);
    const next = (await api.post('/token/refresh/', { refresh: pair.refresh })).body as TokenPair;
    now += 20 * hourMs;
    await api.product.sweep();
    expect((await api.request('/user/me/', bearer(next))).status).toBe(401);
    expect((await api.post('/token/', { email: used, password })).status).toBe(200);
    now += 25 * hourMs;
    await api.product.sweep();
    expect((await api.post('/token/', { email: used, password })).status).toBe(401);
    const left = await api.product.db.read
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [usedId, kept])
      .execute();
    expect(left).toEqual([{ id: kept }]);
    for (const table of ['sessions', 'codes', 'timeline'] as const) {
      const rows = await api.product.db.read
        .selectFrom(table)
        .select('id')
        .where('user_id', '=', usedId)
        .execute();
      expect(rows).toEqual([]);
    }
  });

  test('Keeps the mails of other accounts of an address when a pending one is deleted', async () => {
    const email = 'waiting@example.com';
    await signedUp(email, { own: 'the password of a stranger' });
    const pair = await logIn(email, 'the password of a stranger');
    const strangers = (await api.request('/user/me/', bearer(pair))).body as { id: string };
    const { write } = api.product.db;
    await write((trx) => trx.deleteFrom('outbox').execute());
    await signedUp(email);
    await api.post(`/user/${strangers.id}/delete/`, { password: 'the password of a stranger' }, pair.access);
    const mails = await api.product.db.read
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .execute();
    expect(mails).toHaveLength(1);
  });
});
