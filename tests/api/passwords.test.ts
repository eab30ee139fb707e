import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeJwt } from 'jose';
import { markMailRefused } from '../../src/lib/server/accounts/index.ts';
import { accountClient, password, type TokenPair } from '../support/account-client.ts';
import { codeIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';
import { weakPasswords } from '../support/weak-passwords.ts';

/** The request token of a reset, which stays with the client that asked. */
const requestToken = /^nbq_[\w-]{43}\.[0-9a-z]{8}\.[\w-]{22}$/;

describe.each(oneEngine)('Passwords on %s', (engine) => {
  let api: TestApi;
  const { lastMailTo, signUp, verified, me } = accountClient(() => api);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('A reset code that arrives ends the note that the address takes no mails', async () => {
    const email = 'full-mailbox@example.com';
    const { id } = await verified(email);
    const { db } = api.product;
    await db.write((trx) => markMailRefused(trx, email, Date.now()));
    const refusedAt = async () =>
      (
        await db.read
          .selectFrom('users')
          .select('mail_refused_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).mail_refused_at;
    await api.post('/user/forgot-password/', { email });
    const code = codeIn(await lastMailTo(email));
    expect((await api.post('/user/verify-password/', { code: 'WRONGXYZ' })).status).toBe(400);
    expect(await refusedAt()).not.toBeNull();
    expect((await api.post('/user/verify-password/', { code })).status).toBe(200);
    expect(await refusedAt()).toBeNull();
  });

  test('Resets a forgotten password once, and ends every session', async () => {
    const email = 'forgot@example.com';
    const { pair: session } = await verified(email);
    await signUp('known@example.com');
    const known = await api.post('/user/forgot-password/', { email });
    const unknown = await api.post('/user/forgot-password/', { email: 'nobody@example.com' });
    expect(known.body).toEqual({
      success: true,
      request_token: expect.stringMatching(requestToken) as string,
    });
    expect(unknown.body).toEqual({
      success: true,
      request_token: expect.stringMatching(requestToken) as string,
    });
    expect(await lastMailTo('nobody@example.com')).toBeUndefined();
    const code = codeIn(await lastMailTo(email));
    const { body, headers } = await api.post('/user/verify-password/', { code });
    const { reset_token: resetToken } = body as { reset_token: string };
    expect(headers.get('set-cookie')).toMatch(/reset_token=.*HttpOnly; SameSite=Strict/);

    const renew = { email, password: 'a wholly new one', confirm_password: 'a wholly new one' };
    expect((await api.post('/user/set-password/', renew)).status).toBe(400);
    expect((await api.post('/user/set-password/', { ...renew, reset_token: session.access })).status).toBe(
      400,
    );
    expect(
      (
        await api.post('/user/set-password/', {
          ...renew,
          email: 'known@example.com',
          reset_token: resetToken,
        })
      ).status,
    ).toBe(400);
    expect(
      await api.post('/user/set-password/', {
        ...renew,
        confirm_password: 'another',
        reset_token: resetToken,
      }),
    ).toMatchObject({
      status: 400,
      body: { fields: { confirm_password: 'Passwords do not match' } },
    });
    expect((await api.post('/user/set-password/', { ...renew, reset_token: resetToken })).status).toBe(200);
    expect((await api.post('/user/set-password/', { ...renew, reset_token: resetToken })).status).toBe(400);

    expect((await me(session.access)).status).toBe(401);
    expect((await api.post('/token/refresh/', { refresh: session.refresh })).status).toBe(401);
    expect((await api.post('/token/', { email, password })).status).toBe(401);
    expect((await api.post('/token/', { email, password: 'a wholly new one' })).status).toBe(200);
    expect((await lastMailTo(email))?.subject).toContain('your password was changed');
    expect(
      (await api.request('/user/me/', { headers: { authorization: `Bearer ${resetToken}` } })).status,
    ).toBe(401);
  });

  test.each([
    ['Password123', weakPasswords.common],
    ['NaijaBuilt2026', weakPasswords.ownWord],
    ['resetter1', weakPasswords.ownWord],
    ['Ada-Obi-1999', weakPasswords.ownWord],
  ])(
    'Refuses the weak password %s in a reset and in a change, and accepts a strong one after it',
    async (weak, sentence) => {
      const email = `resetter+${weak.length}${weak.charAt(0)}@example.com`;
      const { pair: session } = await verified(email);
      const id = decodeJwt(session.access)['user_id'] as string;
      const change = (next: string) =>
        api.post(
          `/user/${id}/change-password/`,
          { current_password: password, new_password: next },
          session.access,
        );
      expect(await change(weak)).toMatchObject({
        status: 400,
        body: { error: sentence, fields: { new_password: sentence } },
      });

      await api.post('/user/forgot-password/', { email });
      const answer = await api.post('/user/verify-password/', { code: codeIn(await lastMailTo(email)) });
      const set = (next: string) =>
        api.post('/user/set-password/', {
          email,
          password: next,
          confirm_password: next,
          reset_token: (answer.body as { reset_token: string }).reset_token,
        });
      expect(await set(weak)).toMatchObject({
        status: 400,
        body: { error: sentence, fields: { password: sentence } },
      });
      expect((await me(session.access)).status).toBe(200);
      expect((await set(`${weak} and more`)).status).toBe(200);
    },
  );

  test('Answers a reset with a made-up token alike, whether or not the password holds the name of the account', async () => {
    await verified('unnamed@example.com');
    const set = (next: string) =>
      api.post('/user/set-password/', {
        email: 'unnamed@example.com',
        password: next,
        confirm_password: next,
        reset_token: 'made up',
      });
    expect(await set('Ada-Obi-1999')).toEqual({
      ...(await set('a wholly new one')),
      headers: expect.anything() as Headers,
    });
  });

  test('Accepts the reset token from its cookie', async () => {
    const email = 'cookie@example.com';
    await verified(email);
    await api.post('/user/forgot-password/', { email });
    const { headers } = await api.post('/user/verify-password/', { code: codeIn(await lastMailTo(email)) });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const answer = await api.request('/user/set-password/', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'from a cookie', confirm_password: 'from a cookie' }),
    });
    expect(answer.status).toBe(200);
  });

  test('Ends every session but the new one when the password changes', async () => {
    const email = 'change@example.com';
    const { pair: session } = await verified(email);
    const id = decodeJwt(session.access)['user_id'] as string;
    const path = `/user/${id}/change-password/`;
    const wanted = { current_password: password, new_password: 'the next password' };
    expect((await api.post(path, wanted)).status).toBe(401);
    expect(
      (await api.post('/user/01a1fb81-7fdf-7193-9487-a87ac48089b0/change-password/', wanted, session.access))
        .status,
    ).toBe(403);
    expect(await api.post(path, { ...wanted, current_password: 'wrong one' }, session.access)).toMatchObject({
      status: 400,
      body: { fields: { current_password: 'This is not your current password.' } },
    });
    const { status, body } = await api.post(path, wanted, session.access);
    expect(status).toBe(200);
    expect((await me(session.access)).status).toBe(401);
    expect((await me((body as TokenPair).access)).status).toBe(200);
    expect((await api.post('/token/refresh/', { refresh: (body as TokenPair).refresh })).status).toBe(200);
  });

  test('Generates strong passwords that differ each time, as a bare JSON string', async () => {
    const one = await api.get<string>('/user/generate-strong-password/');
    const other = await api.get<string>('/user/generate-strong-password/');
    expect(one).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w]).{16}$/);
    expect(other).not.toBe(one);
  });
});
