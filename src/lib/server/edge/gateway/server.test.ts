import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { plainResponse } from '../render/rendered-response.ts';
import { page, startServer } from './testing.ts';

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('A page', () => {
  test.each([
    ['503 to a page that failed while the database did not answer', 1, 503, '2'],
    ['500 to a page that failed for another reason', 0, 500, undefined],
  ])('Answers %s', async (_, refusals, status, retryAfter) => {
    let outages = 0;
    const { get, cache } = await startServer({
      pages: async () => {
        outages += refusals;
        return { ...page('Something went wrong'), status: 500 };
      },
      outages: () => outages,
    });
    const answer = await get('/');
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
    expect(answer.text).toContain('Something went wrong');
    expect(cache.stats.entries).toBe(0);
  });

  test.each([0, 1])('Sends a page with its own Retry-After unchanged, with %i outages', async (more) => {
    let outages = 0;
    const { get } = await startServer({
      pages: async () => {
        outages += more;
        return plainResponse(503, 'Not now.\n', [['retry-after', '5']]);
      },
      outages: () => outages,
    });
    const { status, text, headers } = await get('/cards/x');
    expect([status, text, headers['retry-after']]).toEqual([503, 'Not now.\n', '5']);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('Renders a page once, and then sends it from the cache in the requested coding', async () => {
    let renders = 0;
    const { get, logged } = await startServer({ pages: async () => page(`Render ${(renders += 1)}`) });
    const plain = await get('/');
    const br = await get('/', browser);
    const gzip = await get('/', { 'accept-encoding': 'gzip' });
    expect(renders).toBe(1);
    expect(brotliDecompressSync(br.body).toString()).toBe(plain.text);
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text);
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ]);
    for (const { headers, body } of [plain, br, gzip]) {
      expect(headers).toMatchObject({
        vary: 'save-data, accept-encoding',
        'cache-control': 'public, max-age=0, must-revalidate',
        'content-length': String(body.length),
        'x-content-type-options': 'nosniff',
      });
      expect(headers['transfer-encoding']).toBeUndefined();
    }
    expect(logged().map(({ cache }) => cache)).toEqual(['miss', 'hit', 'hit']);
  });

  test('Gives a page a separate ETag in each coding, and answers 304 to a client that has it', async () => {
    const { get } = await startServer();
    const [plain, br, gzip] = [
      await get('/'),
      await get('/', browser),
      await get('/', { 'accept-encoding': 'gzip' }),
    ];
    const etags = [plain, br, gzip].map(({ headers }) => headers.etag ?? '');
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]{22}"$/);
    const etag = etags[1] ?? '';
    for (const field of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('/', { ...browser, 'if-none-match': field });
      expect([answer.status, answer.body.length]).toEqual([304, 0]);
      expect(answer.headers).toMatchObject({
        etag,
        vary: 'save-data, accept-encoding',
        'cache-control': 'public, max-age=0, must-revalidate',
      });
      expect(answer.headers['content-length']).toBeUndefined();
    }
    expect((await get('/', { ...browser, 'if-none-match': etags[2] ?? '' })).status).toBe(200);
  });

  test('Answers HEAD as GET, without the body, hit or miss', async () => {
    const { get } = await startServer();
    for (const headers of [{}, browser]) {
      const missed = await get('/', headers, 'HEAD');
      const got = await get('/', headers);
      const hit = await get('/', headers, 'HEAD');
      for (const answer of [missed, hit]) expect([answer.status, answer.body.length]).toEqual([200, 0]);
      expect(hit.headers['content-length']).toBe(String(got.body.length));
      expect(hit.headers.etag).toBe(got.headers.etag);
      expect(missed.headers['content-type']).toBe(got.headers['content-type']);
    }
  });

  test('Compresses a page quickly for the first visitors, and as small as possible once it has lasted', async () => {
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    const now = performance.now();
    const text = Array.from({ length: 400 }, (_, n) => `<p>App ${n * 7919} from Lagos, ${n ** 3}.</p>`).join(
      '',
    );
    const made = { ...page('Apps'), body: Buffer.from(text) };
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { get } = await startServer({ pages: async () => made });
      const fields = { 'accept-encoding': coding };
      clock.mockReturnValue(now);
      const first = await get('/', fields);
      clock.mockReturnValue(now + 4_000);
      await get('/', fields);
      expect((await get('/', fields)).body).toEqual(first.body);
      clock.mockReturnValue(now + 6_000);
      const small = await vi.waitFor(async () => {
        const again = await get('/', fields);
        expect(again.body.length).toBeLessThan(first.body.length);
        return again;
      }, 5_000);
      expect(decode(first.body).toString()).toBe(text);
      expect(decode(small.body).toString()).toBe(text);
      expect(small.headers.etag).not.toBe(first.headers.etag);
      expect((await get('/', { ...fields, 'if-none-match': small.headers.etag ?? '' })).status).toBe(304);
    }
  });

  test('Renders a page from its key only: without tracking parameters, the rest sorted', async () => {
    const targets: string[] = [];
    const { get } = await startServer({
      pages: async ({ target }) => {
        targets.push(target);
        return page(target);
      },
    });
    for (const target of [
      '/search?q=a&sort=name',
      '/search?sort=name&utm_source=x&q=a',
      '/search?q=a&sort=name&fbclid=1',
    ]) {
      expect((await get(target)).text).toContain('<title>/search?q=a&sort=name<');
    }
    expect(targets).toEqual(['/search?q=a&sort=name']);
  });

  test.each([
    ['is not 200', { ...page('x'), status: 404 }],
    ['sets a cookie', { ...page('x'), headers: [...page('x').headers, ['set-cookie', 'a=b'] as const] }],
    [
      'says no-store',
      { ...page('x'), headers: [...page('x').headers, ['cache-control', 'no-store'] as const] },
    ],
  ])('Does not cache a page that %s', async (_, rendered) => {
    let renders = 0;
    const { get, cache } = await startServer({
      pages: async () => {
        renders += 1;
        return rendered;
      },
    });
    const first = await get('/x', browser);
    const second = await get('/x', browser);
    expect([first.status, second.status, renders, cache.stats.entries]).toEqual([
      rendered.status,
      rendered.status,
      2,
      0,
    ]);
    expect(first.headers['content-encoding']).toBe('br');
  });

  test('A page requested with an Authorization field is the public one', async () => {
    let renders = 0;
    const { get } = await startServer({ pages: async () => page(`Render ${(renders += 1)}`) });
    for (const authorization of ['Bearer secret-token', 'junk', 'Bearer valid'])
      for (const path of ['/', '/?utm_source=x', 'http://elsewhere.example/'])
        expect((await get(path, { authorization })).text).toContain('Render 1');
    expect((await get('/')).text).toContain('Render 1');
  });

  test('The error page requested directly is not found, and no error is logged', async () => {
    const { get, logged } = await startServer({
      pages: async ({ target }) => ({ ...page(target), status: target === '/page-not-found' ? 404 : 500 }),
    });
    for (const path of ['/500', '/500/', '/500?a=b'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect(logged().filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('A failing render', () => {
  test('Answers a failing render with a page that names the id in the log', async () => {
    const { get, logged, cache } = await startServer({
      pages: () => Promise.reject(new Error('no database')),
    });
    const answer = await get('/app/x?token=secret');
    const id = String(answer.headers['x-request-id']);
    expect(answer.status).toBe(500);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain(id);
    const lines = logged().filter((line) => line.id === id);
    expect(lines.map(({ level }) => level)).toEqual(['error', 'error']);
    expect(lines[0]).toMatchObject({ error: { message: 'no database' } });
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(cache.stats.entries).toBe(0);
  });

  test("Sends the site's own error page after a failing render if there is one", async () => {
    const { get, logged } = await startServer({ pages: async () => ({ ...page('Oops'), status: 500 }) });
    const answer = await get('/');
    expect([answer.status, answer.text.includes('<title>Oops<')]).toEqual([500, true]);
    expect(logged().filter(({ id }) => id === answer.headers['x-request-id'])).toHaveLength(2);
  });

  test('Sends a default page after a failing render if the site has no error page', async () => {
    const bare = { status: 500, headers: [], body: Buffer.from('Internal Server Error') };
    const { get } = await startServer({ pages: async () => bare });
    expect((await get('/')).headers['content-type']).toContain('text/html');
  });
});

test('Logs one line for each request without query or secrets', async () => {
  const { get, logged } = await startServer();
  await get('/set-password?code=ABCD', { authorization: 'Bearer abc', cookie: 'session=abc' });
  const [line] = logged();
  expect(line).toMatchObject({
    level: 'info',
    msg: 'request',
    method: 'GET',
    path: '/set-password',
    status: 200,
    cache: 'miss',
  });
  expect(line).toHaveProperty('time');
  expect(line).toHaveProperty('ms');
  expect(line).toHaveProperty('bytes');
  expect(JSON.stringify(line)).not.toMatch(/ABCD|abc|Bearer/);
});
