// A request that used the old password while it was changed gets nothing that outlives the change.
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { banAccount } from '../../src/lib/server/accounts/index.ts';
import { beforeFirstWrite } from '../support/before-first-write.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

const password = 'correct horse battery';

describe.each(bothEngines)('A simultaneous change of the password on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, fullHashes: true });
  });
  afterAll(() => api.product.dispose());

  const change = (person: { id: string; access: string }, next: string) =>
    api.post(
      `/user/${person.id}/change-password/`,
      { current_password: password, new_password: next },
      person.access,
    );
  const me = async (access: string) =>
    (await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } })).status;

  /** Starts all requests; on PostgreSQL each waits for the lock on the account until all of them do. */
  async function together<Answer>(id: string, ...starts: (() => Promise<Answer>)[]): Promise<Answer[]> {
    if (engine === 'sqlite') return await Promise.all(starts.map((start) => start()));
    const { db } = api.product;
    const waiting = async () => (await countLockWaits(db)) === starts.length;
    // The requests must not run in the transaction that holds the lock.
    const outside = AsyncLocalStorage.snapshot();
    const answers = await db.write(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      const started = starts.map((start) => outside(start));
      await vi.waitUntil(waiting, { timeout: 8_000, interval: 20 });
      return started;
    });
    return await Promise.all(answers);
  }

  test('Ends the session of a login with the old password', async () => {
    const person = await createPerson(api);
    const [login, changed] = await Promise.all([
      api.post('/token/', { email: person.email, password }),
      change(person, 'another password'),
    ]);
    expect(changed.status).toBe(200);
    if (login.status === 200) expect(await me((login.body as { access: string }).access)).toBe(401);
    else expect(login.status).toBe(401);
    expect(await me((changed.body as { access: string }).access)).toBe(200);
  });

  test('Does not delete an account with the old password', async () => {
    const person = await createPerson(api);
    const [changed, deleted] = await Promise.all([
      change(person, 'another password'),
      api.post(`/user/${person.id}/delete/`, { password }, person.access),
    ]);
    expect([changed.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
  });

  test('Accepts one of two changes, and answers the other that the password is wrong', async () => {
    const person = await createPerson(api);
    const answers = await together(
      person.id,
      () => change(person, 'another password'),
      () => change(person, 'a third password'),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [taken] = answers.filter(({ status }) => status === 200);
    const next = taken === answers[0] ? 'another password' : 'a third password';
    expect((await api.post('/token/', { email: person.email, password: next })).status).toBe(200);
  });

  test('Begins no session for an account that is suspended meanwhile', async () => {
    const person = await createPerson(api);
    const { db } = api.product;
    const ban = { userId: person.id, reason: 'Spam.', now: Date.now() };
    const changed = await beforeFirstWrite(
      db,
      (write) => write((trx) => banAccount(trx, ban)),
      () => change(person, 'another password'),
    );
    expect(changed).toMatchObject({ status: 401, body: { error: 'Kindly login to proceed' } });
    const sessions = db.read.selectFrom('sessions').select('id').where('user_id', '=', person.id);
    expect(await sessions.where('revoked_at', 'is', null).execute()).toEqual([]);
    const row = await db.read
      .selectFrom('users')
      .select('banned_at')
      .where('id', '=', person.id)
      .executeTakeFirst();
    expect(row?.banned_at).toBe(ban.now);
  });

  async function resetToken(email: string): Promise<string> {
    expect((await api.post('/user/forgot-password/', { email })).status).toBe(200);
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.findLast((mail) => mail.to === email));
    const { body } = await api.post('/user/verify-password/', { code });
    return (body as { reset_token: string }).reset_token;
  }
  const reset = (email: string, token: string, next: string) =>
    api.post('/user/set-password/', {
      email,
      password: next,
      confirm_password: next,
      reset_token: token,
    });
  const works = async (email: string, next: string) =>
    (await api.post('/token/', { email, password: next })).status === 200;

  test('Accepts a reset token once when it is sent twice at once', async () => {
    const { id, email } = await createPerson(api);
    const token = await resetToken(email);
    const passwords = ['another password', 'a third password'];
    const answers = await together(id, ...passwords.map((next) => () => reset(email, token, next)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const taken = answers.map(({ status }) => status === 200);
    expect(await Promise.all(passwords.map((next) => works(email, next)))).toEqual(taken);
  });

  test('Rejects a reset token after the password was changed', async () => {
    const person = await createPerson(api);
    const token = await resetToken(person.email);
    expect((await change(person, 'another password')).status).toBe(200);
    expect((await reset(person.email, token, 'a third password')).status).toBe(400);
    expect(await works(person.email, 'another password')).toBe(true);
  });

  test('Accepts either the change or the reset when both come at once', async () => {
    const person = await createPerson(api);
    const token = await resetToken(person.email);
    const answers = await together(
      person.id,
      () => change(person, 'another password'),
      () => reset(person.email, token, 'a third password'),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const taken = answers.map(({ status }) => status === 200);
    const passwords = ['another password', 'a third password'];
    expect(await Promise.all(passwords.map((next) => works(person.email, next)))).toEqual(taken);
  });
});
