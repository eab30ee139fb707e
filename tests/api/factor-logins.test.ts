// Logins with a second factor: passkeys, authenticator apps and recovery codes, and every way to cheat.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appCode } from '../support/authenticator.ts';
import {
  addApp,
  completeLogin,
  factorsOf,
  passwordOnly,
  personPassword,
  type Answered,
} from '../support/factors.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const minute = 60_000;

describe.each(engines)('Logins with a second factor on %s', (engine) => {
  let api: TestApi;
  let now: number;
  let ada: Person;

  beforeEach(async () => {
    now = Date.now();
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    ada = await createPerson(api);
  });
  afterEach(async () => {
    expect(api.faults).toEqual([]);
    await api.product.dispose();
  });

  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  test('Answers a login without a factor as before', async () => {
    const { status, body } = await api.post('/token/', { email: ada.email, password: personPassword });
    expect([status, Object.keys(body as object)]).toEqual([200, ['access', 'refresh']]);
  });

  test('Gives no session for the right password alone, and says what is missing', async () => {
    await addApp(api, ada, now);
    const { status, body } = await api.post('/token/', { email: ada.email, password: personPassword });
    const { token } = (body as Answered).second_factor ?? {};
    expect(token).toMatch(/^nbf_/);
    expect([status, body]).toEqual([
      403,
      {
        error: 'Your account has a second factor. Use a passkey, or enter a code.',
        fields: {},
        code: 'second_factor',
        second_factor: {
          token,
          expires_at: new Date(now + 10 * minute).toISOString(),
          methods: ['code', 'recovery_code'],
        },
      },
    ]);
    const wrong = await api.post('/token/', { email: ada.email, password: 'wrong horse battery' });
    expect([wrong.status, Object.keys(wrong.body as object)]).toEqual([401, ['error', 'fields']]);
  });

  test('Completes a login with a code, once, and not with the same code again', async () => {
    const { secret } = await addApp(api, ada, now);
    now += minute;
    const [first, second] = [await passwordOnly(api, ada), await passwordOnly(api, ada)];
    const code = appCode(secret, now);
    const logged = await completeLogin(api, { token: first, code });
    expect([logged.status, Object.keys(logged.body)]).toEqual([200, ['access', 'refresh']]);
    expect((await factorsOf(api, { access: logged.body.access ?? '' })).proved_at).not.toBeNull();
    expect((await completeLogin(api, { token: second, code })).status).toBe(400);
    expect((await completeLogin(api, { token: first, code: appCode(secret, now, 1) })).status).toBe(401);
    expect((await completeLogin(api, { token: second, code: appCode(secret, now, 1) })).status).toBe(200);
  });

  test('Lets one of two logins at once have the same code', async () => {
    const { secret } = await addApp(api, ada, now);
    now += minute;
    const tokens = await Promise.all([passwordOnly(api, ada), passwordOnly(api, ada)]);
    const code = appCode(secret, now);
    const answers = await Promise.all(tokens.map((token) => completeLogin(api, { token, code })));
    expect(statusesOf(answers)).toEqual([200, 400]);
  });

  test('Lets one of two logins at once have the same recovery code, and mails its owner', async () => {
    const { recovery_codes: codes } = await addApp(api, ada, now);
    expect(new Set(codes).size).toBe(10);
    const tokens = await Promise.all([passwordOnly(api, ada), passwordOnly(api, ada)]);
    const answers = await Promise.all(
      tokens.map((token) => completeLogin(api, { token, recovery_code: (codes?.[3] ?? '').toUpperCase() })),
    );
    expect(statusesOf(answers)).toEqual([200, 400]);
    const { access = '' } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect((await factorsOf(api, { access })).recovery_codes.left).toBe(9);
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    expect(mails.filter(({ subject }) => subject.includes('a recovery code was used'))).toHaveLength(1);
  });

  test('Completes one login once, also with two right answers at once', async () => {
    const { recovery_codes: codes } = await addApp(api, ada, now);
    const token = await passwordOnly(api, ada);
    const answers = await Promise.all(
      [0, 1].map((index) => completeLogin(api, { token, recovery_code: codes?.[index] ?? '' })),
    );
    expect(statusesOf(answers)).toEqual([200, 401]);
  });

  test('Ends a login after five wrong codes, after ten minutes, and after a change of the password', async () => {
    const { secret } = await addApp(api, ada, now);
    now += minute;
    const tried = await passwordOnly(api, ada);
    for (let count = 0; count < 5; count += 1)
      expect((await completeLogin(api, { token: tried, code: '000000' })).status).toBe(400);
    expect((await completeLogin(api, { token: tried, code: appCode(secret, now) })).status).toBe(401);

    const late = await passwordOnly(api, ada);
    now += 10 * minute;
    expect((await completeLogin(api, { token: late, code: appCode(secret, now) })).status).toBe(401);

    const changed = await passwordOnly(api, ada);
    const passwords = { current_password: personPassword, new_password: 'another horse battery' };
    const { access } = (
      await api.post('/token/factor/', { token: await passwordOnly(api, ada), code: appCode(secret, now) })
    ).body as Answered;
    expect((await api.post(`/user/${ada.id}/change-password/`, passwords, access)).status).toBe(200);
    expect((await completeLogin(api, { token: changed, code: appCode(secret, now, 1) })).status).toBe(401);
  });

  test('Asks for the factor after a reset of the password, too', async () => {
    await addApp(api, ada, now);
    const { body } = await api.post('/user/forgot-password/', { email: ada.email });
    await api.product.outbox.flush();
    const mail = (await mailsIn(api.product.config.dataDir)).findLast(({ subject }) =>
      subject.includes('reset code'),
    );
    const code = /^[A-Z0-9]{8}$/m.exec(mail?.text ?? '')?.[0];
    const request = { code, request_token: (body as { request_token: string }).request_token };
    const allowed = (await api.post('/user/verify-password/', request)).body as { reset_token: string };
    const set = {
      email: ada.email,
      password: 'another horse battery',
      confirm_password: 'another horse battery',
    };
    expect((await api.post('/user/set-password/', { ...set, ...allowed })).status).toBe(200);
    const login = await api.post('/token/', { email: ada.email, password: 'another horse battery' });
    expect([login.status, (login.body as Answered).code]).toEqual([403, 'second_factor']);
  });

  test('Begins no session for a banned account, and tells only who proves the factor', async () => {
    const { secret } = await addApp(api, ada, now);
    now += minute;
    const token = await passwordOnly(api, ada);
    await api.product.db.write((trx) =>
      trx.updateTable('users').set({ banned_at: now }).where('id', '=', ada.id).execute(),
    );
    const { status, body } = await completeLogin(api, { token, code: appCode(secret, now) });
    expect([status, body.access, body.error]).toEqual([403, undefined, expect.stringContaining('closed')]);
  });
});
