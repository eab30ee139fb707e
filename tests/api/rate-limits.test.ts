import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type NetworkedApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('rate limits on %s', (engine) => {
  let api: NetworkedApi;
  let now = Date.UTC(2026, 0, 1);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
  });
  afterAll(() => api.product.dispose());

  test.each(['forgot-password', 'resend-registration-code'])(
    '%s: once a minute an address, known or not',
    async (path) => {
      await api.post('/user/', {
        firstname: 'Ada',
        lastname: 'Obi',
        email: `${path}@example.com`,
        password: 'correct horse',
      });
      const answers = [];
      for (const email of [`${path}@example.com`, `unknown-${path}@example.com`]) {
        const first = await api.post(`/user/${path}/`, { email });
        const second = await api.post(`/user/${path}/`, { email: email.toUpperCase() });
        now += 60_001;
        const third = await api.post(`/user/${path}/`, { email });
        answers.push(
          [first, second, third].map(({ status, body, headers }) => ({
            status,
            body,
            after: headers.get('retry-after'),
          })),
        );
      }
      expect(answers[0]?.map((answer) => answer.status)).toEqual([200, 429, 200]);
      expect(answers[0]?.[1]).toEqual({
        status: 429,
        body: { error: 'Too many requests. Wait 60 seconds and try again.', fields: {} },
        after: '60',
      });
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  test('guessing at one account is stopped, and a correct login forgives what came before', async () => {
    const account = { email: 'limited@example.com', password: 'correct horse' };
    const { body } = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...account });
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.findLast(({ to }) => to === account.email));
    expect((await api.post('/user/verify/', { code, id: (body as { id: string }).id })).status).toBe(200);
    const guess = () => api.post('/token/', { ...account, password: 'wrong guess' });
    for (let tries = 0; tries < 14; tries += 1) expect((await guess()).status).toBe(401);
    expect((await api.post('/token/', account)).status).toBe(200);
    for (let tries = 0; tries < 15; tries += 1) expect((await guess()).status).toBe(401);
    const stopped = await guess();
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.post('/token/', account)).status).toBe(429);
    now += 15 * 60_000 + 1;
    expect((await api.post('/token/', account)).status).toBe(200);
  });

  test('whoever tries one reset token after the other is stopped, and leaves no more in the trail', async () => {
    const guess = () =>
      api.post('/user/set-password/', {
        email: 'nobody@example.com',
        password: 'correct horse',
        confirm_password: 'correct horse',
        reset_token: 'guessed',
      });
    const noted = async () =>
      await api.product.db.read
        .selectFrom('audit_events')
        .select('id')
        .where('event', '=', 'password.reset-refused')
        .execute();
    for (let tries = 0; tries < 60; tries += 1) expect((await guess()).status).toBe(400);
    const stopped = await guess();
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await noted()).toHaveLength(60);
    now += 15 * 60_000 + 1;
  });

  test('Logins to a pending account do not forgive guesses at the verified account of the address', async () => {
    const email = 'limited@example.com';
    await api.post('/user/', { firstname: 'Eve', lastname: 'Ade', email, password: 'of an attacker' });
    for (let tries = 0; tries < 14; tries += 1) {
      expect((await api.post('/token/', { email, password: 'wrong guess' })).status).toBe(401);
    }
    expect((await api.post('/token/', { email, password: 'of an attacker' })).status).toBe(200);
    expect((await api.post('/token/', { email, password: 'wrong guess' })).status).toBe(429);
    now += 15 * 60_000 + 1;
  });

  test('A network mails the code of a sign-up to one address three times a day, and all networks 20 times more', async () => {
    const person = {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'mailed@example.com',
      password: 'correct horse',
    };
    const signUp = async (address: string) => (await api.from(address).post('/user/', person)).status;
    const answers: number[] = [];
    for (let times = 0; times < 23; times += 1) answers.push(await signUp('198.51.100.1'));
    expect(new Set(answers)).toEqual(new Set([201]));
    expect(await signUp('198.51.100.1')).toBe(429);
    expect(await signUp('198.51.100.200')).toBe(429);
    // The owner comes from somewhere else, and is mailed all the same.
    expect(await signUp('203.0.113.1')).toBe(201);
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    expect(mails.filter(({ to }) => to === person.email)).toHaveLength(24);
  });

  test('hits that arrive together are all counted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        api.post('/token/', { email: 'burst@example.com', password: 'wrong guess' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(15);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(25);
  });

  test('the table names nobody, and what has run out is swept', async () => {
    const rows = await api.product.db.read.selectFrom('rate_limits').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('example.com');
    now += 25 * 3_600_000;
    await api.product.sweep();
    expect(await api.product.db.read.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});
