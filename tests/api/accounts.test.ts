import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountClient, password, type TokenPair } from '../support/account-client.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Accounts on %s', (engine) => {
  let api: TestApi;
  const { signUp, me } = accountClient(() => api);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Logs out', async () => {
    await signUp('ada@example.com');
    const { body } = await api.post('/token/', { email: 'ada@example.com', password });
    const { access, refresh } = body as TokenPair;
    expect((await api.post('/logout/', { refresh })).body).toEqual({});
    expect((await me(access)).status).toBe(401);
    expect((await api.post('/token/refresh/', { refresh })).status).toBe(401);
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

  test('Refuses a wrong password and an unknown address with the same answer', async () => {
    await signUp('known@example.com');
    const wrong = await api.post('/token/', { email: 'known@example.com', password: 'not the password' });
    const unknown = await api.post('/token/', { email: 'unknown@example.com', password: 'not the password' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Invalid login credentials', fields: {} } });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
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
