import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeJwt } from 'jose';
import { codeIn, mailsIn, type ReadMail } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

interface Pair {
  access: string;
  refresh: string;
}

const guessed = 'This password is among the most common ones. Choose another.';
const unseen = 'This email address has a character that cannot be seen. Delete it and type it again.';
const ownWord = 'This password is easy to guess from your name, your email or this site. Choose another.';

/** The half of a reset that stays with whoever asked. */
const half = /^nbq_[\w-]{43}\.[0-9a-z]{8}\.[\w-]{22}$/;

describe.each(engines)('accounts on %s', (engine) => {
  let api: TestApi;
  const password = 'correct horse battery';

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  async function lastMailTo(email: string): Promise<ReadMail | undefined> {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).findLast(
      (mail) => mail.to.toLowerCase() === email.toLowerCase(),
    );
  }

  async function signUp(email: string) {
    return await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
  }

  async function verified(email: string): Promise<Pair> {
    await signUp(email);
    const { status, body } = await api.post('/user/verify/', {
      email,
      code: codeIn(await lastMailTo(email)),
    });
    expect(status).toBe(200);
    return (body as { data: Pair }).data;
  }

  const me = (access: string) => api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } });

  test('sign up, verify, see oneself, log out', async () => {
    const { status, body } = await signUp('Ada@Example.com');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String) as string,
      email: 'Ada@Example.com',
      firstname: 'Ada',
      lastname: 'Obi',
    });
    const { id } = body as { id: string };
    const mail = await lastMailTo('Ada@Example.com');
    expect(mail?.subject).toContain('verification code');
    expect(mail?.raw).toContain('text/html');

    const login = await api.post('/token/', { email: 'ada@example.COM', password });
    expect(login.status).toBe(200);
    expect(await me((login.body as Pair).access)).toMatchObject({
      status: 200,
      body: { id, is_verified: false },
    });

    const { body: verifiedBody } = await api.post('/user/verify/', {
      email: 'ada@example.com',
      code: codeIn(mail).toLowerCase(),
    });
    const { data } = verifiedBody as { success: boolean; data: Pair };
    expect(decodeJwt(data.access)).toMatchObject({
      user_id: id,
      email: 'Ada@Example.com',
      firstname: 'Ada',
      is_verified: true,
      dp: null,
    });
    const claims = decodeJwt(data.access);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
    expect(await me(data.access)).toMatchObject({
      status: 200,
      body: { is_verified: true, name: 'Ada Obi' },
    });

    const timeline = await api.get<{ results: { category: string }[] }>(`/timeline/?user=${id}`);
    expect(timeline.results.map((entry) => entry.category)).toEqual(['ACCOUNT_VERIFIED', 'SIGNUP']);

    expect((await api.post('/logout/', { refresh: data.refresh })).body).toEqual({});
    expect((await me(data.access)).status).toBe(401);
    expect((await api.post('/token/refresh/', { refresh: data.refresh })).status).toBe(401);
  });

  test('bodies may be JSON, urlencoded or multipart', async () => {
    const form = new FormData();
    form.set('email', 'ada@example.com');
    form.set('password', password);
    expect((await api.request('/token/', { method: 'POST', body: form })).status).toBe(200);
    const encoded = new URLSearchParams({ email: 'ada@example.com', password });
    expect((await api.request('/token/', { method: 'POST', body: encoded })).status).toBe(200);
    expect(
      (await api.request('/token/', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415);
    expect((await api.request('/token/', { method: 'POST' })).status).toBe(400);
    const broken = await api.request('/token/', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken).toMatchObject({ status: 400, body: { error: expect.any(String) as string } });
  });

  test.each([
    [{ firstname: 'Ada2' }, 'firstname', 'A name has no digits.'],
    [{ firstname: '' }, 'firstname', 'Enter your first name.'],
    [{ email: 'nobody' }, 'email', 'Enter an email address such as ada@example.com.'],
    [{ email: 'a@b.co\r\nBcc: x@y.zz' }, 'email', unseen],
    [{ password: 'short' }, 'password', 'Passwords must contain 8 or more characters'],
    [{ password: 'Password123' }, 'password', guessed],
    [{ password: 'steelers1' }, 'password', guessed],
    [{ password: '!NaijaBuilt26' }, 'password', ownWord],
    [{ password: 'Refused2026' }, 'password', ownWord],
    [{ password: 'obi.ada.1999' }, 'password', ownWord],
    [{ email: null }, 'email', 'Enter your email address.'],
    [{ lastname: { a: 1 } }, 'lastname', 'Enter your last name.'],
  ])('a signup with %j is refused beside its field', async (change, field, sentence) => {
    const { status, body } = await api.post('/user/', {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'refused@example.com',
      password,
      ...change,
    });
    expect(status).toBe(400);
    expect((body as { fields: Record<string, string> }).fields[field]).toBe(sentence);
    expect(api.faults).toEqual([]);
  });

  test('A taken address gets the same answer, and its owner a mail', async () => {
    const first = await signUp('taken@example.com');
    await api.post('/user/verify/', {
      email: 'taken@example.com',
      code: codeIn(await lastMailTo('taken@example.com')),
    });
    const second = await signUp('TAKEN@example.com');
    expect(second.status).toBe(first.status);
    expect(Object.keys(second.body as object)).toEqual(Object.keys(first.body as object));
    expect((second.body as { id: string }).id).not.toBe((first.body as { id: string }).id);
    expect((await lastMailTo('taken@example.com'))?.subject).toContain('already registered');
  });

  test('Takes an address that looks the same for the same one, and refuses one with unseen characters', async () => {
    await signUp('looks@example.com');
    const first = codeIn(await lastMailTo('looks@example.com'));
    expect((await api.post('/token/', { email: 'looks＠ｅxample.com', password })).status).toBe(200);
    const { status } = await api.post('/user/verify/', { email: 'ｌooks@example.com', code: first });
    expect(status).toBe(200);
    await signUp('ｌooks@EXAMPLE。com');
    expect((await lastMailTo('looks@EXAMPLE.com'))?.subject).toContain('already registered');
    for (const email of ['lo\u200boks@example.com', 'looks@exam\u00adple.com', '\u202elooks@example.com'])
      expect(await signUp(email)).toMatchObject({ status: 400, body: { fields: { email: unseen } } });
  });

  test('Two sign-ups at the same moment with one password are one person, whose code works', async () => {
    const email = 'twice@example.com';
    const both = await Promise.all([signUp(email), signUp(email)]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    expect((await api.post('/user/verify/', { email, code: codeIn(await lastMailTo(email)) })).status).toBe(
      200,
    );
    expect((await api.post('/token/', { email, password })).status).toBe(200);
    expect(api.faults).toEqual([]);
  });

  test('a wrong password and an unknown address are refused alike', async () => {
    await signUp('known@example.com');
    const wrong = await api.post('/token/', { email: 'known@example.com', password: 'not the password' });
    const unknown = await api.post('/token/', { email: 'unknown@example.com', password: 'not the password' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Invalid login credentials', fields: {} } });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
  });

  test('five wrong codes use the code up', async () => {
    await signUp('guess@example.com');
    const code = codeIn(await lastMailTo('guess@example.com'));
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await api.post('/user/verify/', { email: 'guess@example.com', code: 'AAAAAAAA' })).status).toBe(
        400,
      );
    }
    expect((await api.post('/user/verify/', { email: 'guess@example.com', code })).status).toBe(400);
  });

  test('of parallel wrong guesses no more than five are evaluated, and the right one comes too late', async () => {
    await signUp('parallel@example.com');
    const code = codeIn(await lastMailTo('parallel@example.com'));
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        api.post('/user/verify/', {
          email: 'parallel@example.com',
          code: `WRONG${String(index).padStart(3, '0')}`,
        }),
      ),
    );
    expect((await api.post('/user/verify/', { email: 'parallel@example.com', code })).status).toBe(400);
  });

  test('a new code replaces the old one, works once, and only for its purpose', async () => {
    const email = 'replace@example.com';
    await signUp(email);
    const first = codeIn(await lastMailTo(email));
    expect((await api.post('/user/resend-registration-code/', { email })).status).toBe(200);
    const second = codeIn(await lastMailTo(email));
    expect(second).not.toBe(first);
    expect((await api.post('/user/verify/', { email, code: first })).status).toBe(400);
    expect((await api.post('/user/verify-password/', { code: second })).status).toBe(400);
    expect((await api.post('/user/verify/', { email, code: second })).status).toBe(200);
    expect((await api.post('/user/verify/', { email, code: second })).status).toBe(400);
  });

  test('the address may be left out of a verification with a bearer token', async () => {
    const email = 'bearer@example.com';
    await signUp(email);
    const { access } = (await api.post('/token/', { email, password })).body as Pair;
    const code = codeIn(await lastMailTo(email));
    expect((await api.post('/user/verify/', { code })).status).toBe(401);
    expect((await api.post('/user/verify/', { code }, access)).status).toBe(200);
  });

  test('a forgotten password is set anew, and every session ends', async () => {
    const email = 'forgot@example.com';
    const session = await verified(email);
    const known = await api.post('/user/forgot-password/', { email });
    const unknown = await api.post('/user/forgot-password/', { email: 'nobody@example.com' });
    expect(known.body).toEqual({ success: true, request_token: expect.stringMatching(half) as string });
    expect(unknown.body).toEqual({ success: true, request_token: expect.stringMatching(half) as string });
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
    ['Password123', guessed],
    ['NaijaBuilt2026', ownWord],
    ['resetter1', ownWord],
    ['Ada-Obi-1999', ownWord],
  ])(
    'a new password of %s is refused in a reset and in a change, and the next try may succeed',
    async (weak, sentence) => {
      const email = `resetter+${weak.length}${weak.charAt(0)}@example.com`;
      const session = await verified(email);
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

  test('who has no reset token learns nothing of the names of an account', async () => {
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

  test('the reset token may come as the cookie', async () => {
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

  test('changing the password ends every session but the new one', async () => {
    const email = 'change@example.com';
    const session = await verified(email);
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
    expect((await me((body as Pair).access)).status).toBe(200);
    expect((await api.post('/token/refresh/', { refresh: (body as Pair).refresh })).status).toBe(200);
  });

  test('strong passwords are a bare JSON string, and different each time', async () => {
    const one = await api.get<string>('/user/generate-strong-password/');
    const other = await api.get<string>('/user/generate-strong-password/');
    expect(one).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w]).{16}$/);
    expect(other).not.toBe(one);
  });

  test.each([
    '',
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic YTpi',
    'Bearer eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoiMSJ9.',
  ])('the authorization %j lets nobody in', async (authorization) => {
    const { status, body, headers } = await api.request('/user/me/', { headers: { authorization } });
    expect(status).toBe(401);
    expect(body).toEqual({ error: 'Kindly login to proceed', fields: {} });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});
