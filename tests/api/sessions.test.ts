import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAuthSecret } from '../../src/lib/server/platform/security/auth-secret.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines, siteUrl } from '../support/test-product.ts';

interface Pair {
  access: string;
  refresh: string;
}

describe.each(bothEngines)('Refresh tokens on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  let lines = '';
  const log = createLogger('warn', {
    sink: { write: (bytes) => (lines += bytes), flush: () => undefined },
  });
  const login = { email: 'ada@example.com', password: 'correct horse battery' };

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false, log, fullHashes: true });
    const { body } = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    await api.product.outbox.flush();
    const code = codeIn((await mailsIn(api.product.config.dataDir)).at(-1));
    await api.post('/user/verify/', { id: (body as { id: string }).id, code });
  });
  afterAll(() => api.product.dispose());

  const logIn = async () => (await api.post('/token/', login)).body as Pair;
  const refresh = (token: string) => api.post('/token/refresh/', { refresh: token });
  const me = async (access: string) =>
    (await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } })).status;

  test('Exchanges a refresh token for a new pair', async () => {
    const first = await logIn();
    const second = (await refresh(first.refresh)).body as Pair;
    expect(second.refresh).not.toBe(first.refresh);
    const third = (await refresh(second.refresh)).body as Pair;
    expect(await me(third.access)).toBe(200);
  });

  test('Answers the same successor to ten simultaneous refreshes, and accepts all access tokens', async () => {
    const first = await logIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refresh)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const pairs = answers.map((answer) => answer.body as Pair);
    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1);
    for (const pair of pairs) expect(await me(pair.access)).toBe(200);
    expect((await refresh(pairs[0]?.refresh ?? '')).status).toBe(200);
  });

  test('Repeats the successor of a used refresh token for 10 s, and later ends the session for its reuse', async () => {
    const first = await logIn();
    const second = (await refresh(first.refresh)).body as Pair;
    now += 10_000;
    expect(((await refresh(first.refresh)).body as Pair).refresh).toBe(second.refresh);
    expect(await me(second.access)).toBe(200);
    now += 1;
    expect(await refresh(first.refresh)).toMatchObject({
      status: 401,
      body: { error: 'Kindly login to proceed' },
    });
    expect(await me(second.access)).toBe(401);
    expect(await me(first.access)).toBe(401);
    expect((await refresh(second.refresh)).status).toBe(401);
  });

  test('Keeps other sessions of the user when a refresh token is reused', async () => {
    const stolen = await logIn();
    const other = await logIn();
    await refresh(stolen.refresh);
    now += 11_000;
    expect((await refresh(stolen.refresh)).status).toBe(401);
    expect(await me(other.access)).toBe(200);
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  test('Rejects an access token for another site or for none like an expired one', async () => {
    const pair = await logIn();
    const { aud, ...claims } = decodeJwt(pair.access);
    expect(aud).toBe(siteUrl);
    const { authSecret, dataDir } = api.product.config;
    const tokenFor = (...audience: (string | string[])[]) => {
      const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' });
      for (const one of audience) token.setAudience(one);
      return token.sign(loadAuthSecret(authSecret, dataDir));
    };
    expect(await me(await tokenFor(siteUrl))).toBe(200);
    expect(await me(await tokenFor(['https://other.example', siteUrl]))).toBe(200);
    const others = ['', 'https://other.example', [], ['https://other.example'], `${siteUrl}.example`];
    const refused = await Promise.all([tokenFor(), ...others.map((other) => tokenFor(other))]);
    now += 16 * 60_000;
    const ask = (access: string) =>
      api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } });
    const over = await ask(pair.access);
    now -= 16 * 60_000;
    expect(over.status).toBe(401);
    for (const access of refused) {
      const { status, body, headers } = await ask(access);
      expect([status, body, headers.get('www-authenticate')]).toEqual([
        401,
        over.body,
        over.headers.get('www-authenticate'),
      ]);
    }
    // The answer says no more; the log says it once.
    log.flush();
    expect(lines.match(/another SITE_URL/g)).toHaveLength(1);
    // A browser continues with its refresh token.
    expect((await refresh(pair.refresh)).status).toBe(200);
  });

  test('Accepts an access token for 15 minutes, and a refresh token for 30 days', async () => {
    const pair = await logIn();
    now += 15 * 60_000 - 1_000;
    expect(await me(pair.access)).toBe(200);
    now += 2_000;
    expect(await me(pair.access)).toBe(401);
    now += 29 * 86_400_000;
    const next = (await refresh(pair.refresh)).body as Pair;
    expect(await me(next.access)).toBe(200);
    now += 29 * 86_400_000;
    const last = (await refresh(next.refresh)).body as Pair;
    expect(await me(last.access)).toBe(200);
    now += 31 * 86_400_000;
    expect((await refresh(last.refresh)).status).toBe(401);
    await api.product.sweep();
    expect(await api.product.db.read.selectFrom('refresh_tokens').selectAll().execute()).toEqual([]);
  });

  test('Ends a session and its access tokens 90 days after the login', async () => {
    const day = 86_400_000;
    const began = now;
    let pair = await logIn();
    for (const days of [29, 58, 87]) {
      now = began + days * day;
      pair = (await refresh(pair.refresh)).body as Pair;
      expect(await me(pair.access)).toBe(200);
    }
    now = began + 90 * day - 60_000;
    pair = (await refresh(pair.refresh)).body as Pair;
    const sid = decodeJwt<{ sid: string }>(pair.access).sid;
    const { db } = api.product;
    const row = () =>
      db.read.selectFrom('sessions').select('expires_at').where('id', '=', sid).executeTakeFirst();
    expect(await row()).toEqual({ expires_at: began + 90 * day });
    now = began + 90 * day - 1;
    expect(await me(pair.access)).toBe(200);
    now = began + 90 * day;
    expect(await me(pair.access)).toBe(401);
    expect(await refresh(pair.refresh)).toMatchObject({
      status: 401,
      body: { error: 'Kindly login to proceed', fields: {} },
    });
    const another = await logIn();
    expect((await refresh(another.refresh)).status).toBe(200);
    await api.product.sweep();
    expect(await row()).toBeUndefined();
  });

  test('Ends a session after 90 days although an older version stored a later end', async () => {
    const pair = await logIn();
    const sid = decodeJwt<{ sid: string }>(pair.access).sid;
    const { db } = api.product;
    // Older versions extended a session by 30 days at each rotation.
    const began = now - 90 * 86_400_000;
    await db.write((trx) =>
      trx
        .updateTable('sessions')
        .set({ created_at: began + 1 })
        .where('id', '=', sid)
        .execute(),
    );
    const next = (await refresh(pair.refresh)).body as Pair;
    await db.write((trx) =>
      trx
        .updateTable('refresh_tokens')
        .set({ expires_at: now + 1e9 })
        .where('session_id', '=', sid)
        .execute(),
    );
    now += 1;
    expect((await refresh(next.refresh)).status).toBe(401);
  });

  test('Removes expired refresh tokens of a long session, and rejects them', async () => {
    const first = await logIn();
    let last = first;
    for (let month = 0; month < 3; month += 1) {
      now += 29 * 86_400_000;
      last = (await refresh(last.refresh)).body as Pair;
    }
    const rows = await api.product.db.read
      .selectFrom('refresh_tokens')
      .select('expires_at')
      .where('session_id', '=', decodeJwt<{ sid: string }>(first.access).sid)
      .execute();
    expect(rows).toHaveLength(2);
    expect((await refresh(first.refresh)).status).toBe(401);
    expect(await me(last.access)).toBe(200);
    now += 31 * 86_400_000;
    await api.product.sweep();
  });

  test.each([
    ['', 400, 400],
    ['nbr_', 401, 200],
    ['nbr_unknown', 401, 200],
    ['undefined', 401, 200],
    ['x'.repeat(600), 400, 400],
  ])('Rejects the refresh token %j', async (token, refreshed, loggedOut) => {
    expect((await refresh(token)).status).toBe(refreshed);
    expect((await api.post('/logout/', { refresh: token })).status).toBe(loggedOut);
    expect(api.faults).toEqual([]);
  });

  test('Stores neither tokens nor passwords in readable form', async () => {
    const pair = await logIn();
    const { db } = api.product;
    const rows = JSON.stringify([
      await db.read.selectFrom('refresh_tokens').selectAll().execute(),
      await db.read.selectFrom('sessions').selectAll().execute(),
      await db.read.selectFrom('users').selectAll().execute(),
    ]);
    expect(rows).not.toContain(pair.refresh);
    expect(rows).not.toContain(pair.refresh.slice(4));
    expect(rows).not.toContain(login.password);
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});
