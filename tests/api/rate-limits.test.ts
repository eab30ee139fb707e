import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('rate limits on %s', (engine) => {
  let api: TestApi;
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
            // The half of a reset is a new one each time.
            body: JSON.parse(JSON.stringify(body).replace(/nbq_[\w.-]+/, 'HALF')) as unknown,
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

  test('Slows guesses at one account down, and forgives those before a correct login', async () => {
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
    // Of one client's refusals the trail keeps 60 an hour, those of the tests before among them.
    const kept = (await noted()).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(60);
    expect((await guess()).status).toBe(429);
    expect(await noted()).toHaveLength(kept);
    now += 15 * 60_000 + 1;
  });

  test('Logins to a pending account do not forgive guesses at the verified account of the address', async () => {
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

  test('Gives one answer to whoever signs up with a taken address again and again, and its owner few mails', async () => {
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

  test('hits that arrive together are all counted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        api.post('/token/', { email: 'burst@example.com', password: 'wrong guess' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(35);
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
