import { describe, expect, test } from 'vitest';
import { Hono } from 'hono';
import { brotliDecompressSync } from 'node:zlib';
import type { ApiBindings } from './fetch-renderer.ts';
import { currentRequestId } from '../../platform/request-id.ts';
import { siteUrl, startServer, type TestServer } from '../gateway/testing.ts';

function countingApi() {
  const seen = {
    list: 0,
    password: 0,
    urls: [] as string[],
    addresses: [] as string[],
    cookies: [] as (string | undefined)[],
  };
  const app = new Hono<{ Bindings: ApiBindings }>().basePath('/api/v1');
  app.use(async (c, next) => {
    seen.urls.push(c.req.url);
    seen.addresses.push(c.env.clientAddress);
    seen.cookies.push(c.req.header('cookie'));
    await next();
  });
  app.get('/app/', (c) => {
    seen.list += 1;
    const who = c.req.header('authorization') ?? 'nobody';
    c.env.reads?.note('app:1');
    return c.json({ results: Array.from({ length: 50 }, (_, id) => ({ id })), for: who }, 200);
  });
  app.get('/user/generate-strong-password/', (c) => {
    c.env.reads?.keepFor(0);
    return c.json(`password ${(seen.password += 1)}`);
  });
  app.get('/docs', (c) => c.html('<p>docs</p>'));
  app.get('/broken/', () => {
    throw new Error('no database');
  });
  app.post('/app/', async (c) => c.json({ length: (await c.req.text()).length }, 201));
  app.onError((_, c) => c.json({ error: 'Unable to process request', fields: {}, id: c.env.requestId }, 500));
  return { seen, api: (request: Request, bindings: ApiBindings) => app.fetch(request, bindings) };
}

async function startApi(
  options = {},
): Promise<TestServer & { seen: ReturnType<typeof countingApi>['seen'] }> {
  const { seen, api } = countingApi();
  return { ...(await startServer({ api, ...options })), seen };
}

test('A write passes the id of its log line on to what it causes', async () => {
  const seen: (string | null)[] = [];
  const { get, logged } = await startServer({
    api: async (request) => {
      await request.text();
      seen.push(currentRequestId());
      return Response.json({});
    },
  });
  await Promise.all(Array.from({ length: 5 }, () => get('/api/v1/app/', {}, 'POST')));
  expect(new Set(seen).size).toBe(5);
  expect(seen.toSorted()).toEqual(
    logged()
      .map(({ id }) => id)
      .toSorted(),
  );
});

describe('A public GET', () => {
  test('Caches a public GET until its data changes', async () => {
    const { get, cache, seen } = await startApi();
    const first = await get('/api/v1/app/', { 'accept-encoding': 'br' });
    await get('/api/v1/app/?utm_source=x');
    expect(seen.list).toBe(1);
    expect(JSON.parse(brotliDecompressSync(first.body).toString())).toMatchObject({ for: 'nobody' });
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'authorization, accept-encoding',
      'cross-origin-resource-policy': 'cross-origin',
    });
    cache.invalidate(['app:1']);
    await get('/api/v1/app/');
    expect(seen.list).toBe(2);
  });

  test('Passes nothing of the visitor on to a public GET, because others may get the answer', async () => {
    const { get, seen } = await startApi();
    await get('/api/v1/app/', { cookie: 'a=b', host: 'evil.example' });
    expect(seen).toMatchObject({ urls: [`${siteUrl}/api/v1/app/`], cookies: [undefined] });
  });

  test('A GET that needs a caller is answered for that caller only', async () => {
    const { get, cache, seen } = await startApi({
      factsOf: () => ({ parameters: [], needsCaller: true, showsContacts: false }),
    });
    const own = await get('/api/v1/app/', { authorization: 'Bearer valid' });
    expect(JSON.parse(own.text)).toMatchObject({ for: 'Bearer valid' });
    expect(own.headers['cache-control']).toBe('no-store');
    expect([seen.list, cache.stats.entries]).toEqual([1, 0]);
  });

  test('A public GET with a valid token gets the public cached answer', async () => {
    const { get, seen } = await startApi();
    await get('/api/v1/app/');
    const answer = await get('/api/v1/app/', { authorization: 'Bearer valid' });
    expect(JSON.parse(answer.text)).toMatchObject({ for: 'nobody' });
    expect(seen.list).toBe(1);
  });

  test.each(['Bearer made-up', 'Bearer', 'junk', 'Basic dmFsaWQ6'])(
    'A GET with the Authorization %s is refused before anything is made',
    async (authorization) => {
      const { get, seen } = await startApi();
      await get('/api/v1/app/');
      for (const path of ['/api/v1/app/', '/api/v1/app/?q=1', '/api/v1/user/generate-strong-password/']) {
        const answer = await get(path, { authorization });
        expect([answer.status, JSON.parse(answer.text)]).toEqual([
          401,
          { error: 'Kindly login to proceed', fields: {} },
        ]);
        expect(answer.headers).toMatchObject({
          'www-authenticate': 'Bearer',
          'access-control-allow-origin': '*',
          vary: 'authorization',
        });
      }
      expect([seen.list, seen.password]).toEqual([1, 0]);
    },
  );

  test('Never shares an answer that may not be cached, not even between simultaneous requests', async () => {
    const { get } = await startApi();
    const path = '/api/v1/user/generate-strong-password/';
    const answers = await Promise.all([get(path), get(path), get(path), get(path)]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(4);
    expect(answers[0].headers['cache-control']).toBe('no-store');
  });

  test('Names the id in the log in the answer to a GET that fails', async () => {
    const { get, logged } = await startApi();
    const answer = await get('/api/v1/broken/');
    const body = JSON.parse(answer.text) as { id: string };
    expect([answer.status, answer.headers['x-request-id']]).toEqual([500, body.id]);
    expect(logged().some(({ id, status }) => id === body.id && status === 500)).toBe(true);
  });

  test('Gives a GET that answers with a document the policy of a page', async () => {
    const { get } = await startApi();
    expect((await get('/api/v1/docs')).headers['content-security-policy']).toContain("script-src 'self'");
    expect((await get('/api/v1/app/')).headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('Every other method', () => {
  test('Passes every other method straight to the API, with the address of the site', async () => {
    const { get, port, seen, logged } = await startApi();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/app/`, {
      method: 'POST',
      body: 'x'.repeat(100_000),
    });
    expect([answer.status, await answer.json()]).toEqual([201, { length: 100_000 }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get('/api/v1/app/', { host: 'evil.example' }, 'DELETE')).status).toBe(404);
    expect(new Set(seen.urls)).toEqual(new Set([`${siteUrl}/api/v1/app/`]));
    expect(logged()[0]).toMatchObject({ method: 'POST', path: '/api/v1/app/', status: 201, cache: 'none' });
  });

  test('Answers 500 with an id when the API itself throws', async () => {
    const { get, logged } = await startServer({ api: () => Promise.reject(new Error('broken')) });
    const answer = await get('/api/v1/app/', {}, 'POST');
    const body = JSON.parse(answer.text) as { error: string; id: string };
    expect([answer.status, body.error]).toEqual([500, 'Unable to process request']);
    expect(logged().filter(({ id }) => id === body.id)).toHaveLength(2);
  });
});

describe("The client's address", () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };

  test("Takes the client's address from the connection, not from X-Forwarded-For", async () => {
    const { get, seen } = await startApi();
    await get('/api/v1/app/', forwarded);
    await get('/api/v1/app/', forwarded, 'POST');
    expect(seen.addresses).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  test("Takes the client's address from the last entry of a trusted proxy", async () => {
    const { get, seen } = await startApi({ trustProxy: true });
    await get('/api/v1/app/', forwarded);
    expect(seen.addresses).toEqual(['198.51.100.7']);
  });
});
