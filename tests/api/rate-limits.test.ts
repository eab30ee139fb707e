import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Rate limits on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  const sentBefore = 'A code was sent less than a minute ago. Enter that one, or ask for another in 60 s.';

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
  });
  afterAll(() => api.product.dispose());

  test.each(['forgot-password', 'resend-registration-code'])(
    'Allows %s once a minute for an address, whether or not it has an account',
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
            // The request token of a reset differs each time.
            body: JSON.parse(JSON.stringify(body).replace(/nbq_[\w.-]+/, 'HALF')) as unknown,
            after: headers.get('retry-after'),
          })),
        );
      }
      expect(answers[0]?.map((answer) => answer.status)).toEqual([200, 429, 200]);
      expect(answers[0]?.[1]).toEqual({
        status: 429,
        body:
          path === 'forgot-password'
            ? { error: 'Too many requests. Wait 60 seconds and try again.', fields: {} }
            : { error: sentBefore, fields: { code: sentBefore } },
        after: '60',
      });
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  test('Limits guesses at one account, and resets the count after a correct login', async () => {
    const account = { email: 'limited@example.com', password: 'correct horse' };
    const { body } = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...account });
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.findLast(({ to }) => to === account.email));
    expect((await api.post('/user/verify/', { code, id: (body as { id: string }).id })).status).toBe(200);
    const guess = () => api.post('/token/', { ...account, password: 'wrong guess' });
    for (let tries = 0; tries < 4; tries += 1) expect((await guess()).status).toBe(401);
    expect((await api.post('/token/', account)).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(401);
    const stopped = await guess();
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await api.post('/token/', account)).status).toBe(429);
    now += 1000;
    expect((await api.post('/token/', account)).status).toBe(200);
  });

  test('Stops a client that guesses reset tokens, and stores at most 60 refusals of it', async () => {
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
    // The trail stores 60 refusals of a client an hour, including those of the tests before.
    const kept = (await noted()).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(60);
    expect((await guess()).status).toBe(429);
    expect(await noted()).toHaveLength(kept);
    now += 15 * 60_000 + 1;
  });

  test('Does not reset the count of guesses at an account after logins to a pending account of its address', async () => {
    const email = 'limited@example.com';
    await api.post('/user/', { firstname: 'Eve', lastname: 'Ade', email, password: 'of an attacker' });
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await api.post('/token/', { email, password: 'wrong guess' })).status).toBe(401);
    }
    expect((await api.post('/token/', { email, password: 'of an attacker' })).status).toBe(200);
    expect((await api.post('/token/', { email, password: 'wrong guess' })).status).toBe(401);
    expect((await api.post('/token/', { email, password: 'wrong guess' })).status).toBe(429);
    now += 15 * 60_000 + 1;
  });

  test('Answers repeated sign-ups with a taken address alike, and mails its owner five times a day', async () => {
    const taken = {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'taken@example.com',
      password: 'correct horse',
    };
    const signUp = async () => {
      const { status, body } = await api.post('/user/', { ...taken, email: taken.email.toUpperCase() });
      const { id, ...rest } = body as { id: string };
      return { status, hasId: id.length > 0, rest };
    };
    const mails = async () => {
      await api.product.outbox.flush();
      return (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to.toLowerCase() === taken.email)
        .length;
    };
    expect((await api.post('/user/', taken)).status).toBe(201);
    const first = await signUp();
    for (let times = 0; times < 7; times += 1) expect(await signUp()).toEqual(first);
    expect(await mails()).toBe(5);
    now += 86_400_001;
    expect(await signUp()).toEqual(first);
    expect(await mails()).toBe(6);
  });

  test('Counts all addresses of a mailbox together', async () => {
    const signUp = (email: string) =>
      api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse' });
    const addresses = ['many', 'ma.ny', 'm.a.n.y', 'many+1', 'many+2', 'ma.ny+3', 'many+4', 'MANY+5'];
    for (const local of addresses) expect((await signUp(`${local}@gmail.com`)).status).toBe(201);
    await api.product.outbox.flush();
    const mails = (await mailsIn(api.product.config.dataDir)).filter(({ to }) => /gmail/i.test(to));
    expect(mails).toHaveLength(5);
    const ask = async (local: string) =>
      (await api.post('/user/forgot-password/', { email: `${local}@gmail.com` })).status;
    expect([await ask('many'), await ask('ma.ny+9')]).toEqual([200, 429]);
    now += 60_001;
  });

  test('Counts every one of 40 simultaneous guesses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        api.post('/token/', { email: 'burst@example.com', password: 'wrong guess' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(35);
  });

  test('Stores no addresses in the table of limits, and sweeps expired rows', async () => {
    const rows = await api.product.db.read.selectFrom('rate_limits').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('example.com');
    now += 25 * 3_600_000;
    await api.product.sweep();
    expect(await api.product.db.read.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});
