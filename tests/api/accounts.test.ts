import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeJwt } from 'jose';
import { accountClient, password, type TokenPair } from '../support/account-client.ts';
import { codeIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';
import { weakPasswords } from '../support/weak-passwords.ts';

const unseen = 'This email address has a character that cannot be seen. Delete it and type it again.';

describe.each(engines)('Accounts on %s', (engine) => {
  let api: TestApi;
  const { lastMailTo, signUp, me } = accountClient(() => api);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Signs a person up, verifies the address, shows the own account and logs out', async () => {
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
    expect(await me((login.body as TokenPair).access)).toMatchObject({
      status: 200,
      body: { id, is_verified: false },
    });

    const { body: verifiedBody } = await api.post('/user/verify/', {
      email: 'ada@example.com',
      code: codeIn(mail).toLowerCase(),
    });
    const { data } = verifiedBody as { success: boolean; data: TokenPair };
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

  test('Accepts JSON, urlencoded and multipart bodies, and refuses other types with 415', async () => {
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
    [{ password: 'Password123' }, 'password', weakPasswords.common],
    [{ password: 'steelers1' }, 'password', weakPasswords.common],
    [{ password: '!NaijaBuilt26' }, 'password', weakPasswords.ownWord],
    [{ password: 'Refused2026' }, 'password', weakPasswords.ownWord],
    [{ password: 'obi.ada.1999' }, 'password', weakPasswords.ownWord],
    [{ email: null }, 'email', 'Enter your email address.'],
    [{ lastname: { a: 1 } }, 'lastname', 'Enter your last name.'],
  ])('Refuses a sign-up with %j beside its field', async (change, field, sentence) => {
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

  test('Answers a sign-up with a taken address like any other, and mails its owner', async () => {
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

  test('Treats addresses that look the same as one, and refuses addresses with invisible characters', async () => {
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

  test('Makes one person of two simultaneous sign-ups with one password, and accepts the code', async () => {
    const email = 'twice@example.com';
    const both = await Promise.all([signUp(email), signUp(email)]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    expect((await api.post('/user/verify/', { email, code: codeIn(await lastMailTo(email)) })).status).toBe(
      200,
    );
    expect((await api.post('/token/', { email, password })).status).toBe(200);
    expect(api.faults).toEqual([]);
  });

  test('Refuses a wrong password and an unknown address with the same answer', async () => {
    await signUp('known@example.com');
    const wrong = await api.post('/token/', { email: 'known@example.com', password: 'not the password' });
    const unknown = await api.post('/token/', { email: 'unknown@example.com', password: 'not the password' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Invalid login credentials', fields: {} } });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
  });

  test('Rejects the right code after five wrong ones', async () => {
    await signUp('guess@example.com');
    const code = codeIn(await lastMailTo('guess@example.com'));
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await api.post('/user/verify/', { email: 'guess@example.com', code: 'AAAAAAAA' })).status).toBe(
        400,
      );
    }
    expect((await api.post('/user/verify/', { email: 'guess@example.com', code })).status).toBe(400);
  });

  test('Rejects the right code after a hundred wrong ones that came at once', async () => {
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

  test('Accepts only the newest code, once, and only for its purpose', async () => {
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

  test('Verifies without an address when a bearer token is sent', async () => {
    const email = 'bearer@example.com';
    await signUp(email);
    const { access } = (await api.post('/token/', { email, password })).body as TokenPair;
    const code = codeIn(await lastMailTo(email));
    expect((await api.post('/user/verify/', { code })).status).toBe(401);
    expect((await api.post('/user/verify/', { code }, access)).status).toBe(200);
  });

  test.each([
    '',
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic YTpi',
    'Bearer eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoiMSJ9.',
  ])('Rejects the Authorization header %j', async (authorization) => {
    const { status, body, headers } = await api.request('/user/me/', { headers: { authorization } });
    expect(status).toBe(401);
    expect(body).toEqual({ error: 'Kindly login to proceed', fields: {} });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});
