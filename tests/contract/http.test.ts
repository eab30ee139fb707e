// From a socket to an answer: what requests are refused, and the header fields of every kind of answer.
import { readdirSync, readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { day, startProduct, type App } from '../harness/product.ts';
import { ask as askAt, sendBytes as sendBytesTo } from '../harness/raw.ts';

const product = await startProduct();
const { client, people } = product;
const person = await people.verified();
const bearer = { authorization: `Bearer ${person.access}` };
const facts = { name: 'Served', description: 'Does one thing well.', website: 'https://myapp.ng' };
const { body: app } = await client.as(person).post<App>('/app/', { ...facts, logo: await picture() });
const media = (app.logo ?? '').replace(product.siteUrl, '');
const script = `/_astro/${readdirSync('dist/client/_astro').find((name) => name.endsWith('.js')) ?? ''}`;

const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  askAt(product.origin, target, { method, headers });
const sendBytes = (...parts: (string | Buffer)[]) => sendBytesTo(product.origin, ...parts);
const statuses = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const post = (...fields: string[]) =>
  ['POST /api/v1/app/ HTTP/1.1', 'Host: a', ...fields, '', ''].join('\r\n');
const last = 'GET /api/v1/app/category_list/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('A request', () => {
  test.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
    ['a NUL', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two Host fields', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a length beside chunks', `${post('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`],
    ['an unknown transfer coding', `${post('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`],
    ['two lengths', `${post('Content-Length: 1', 'Content-Length: 2')}ab`],
    ['a length that is no number', `${post('Content-Length: -1')}ab`],
  ])('With %s gets 400, and its connection is closed', async (_what, bytes) => {
    expect(statuses(await sendBytes(bytes + last))).toEqual([400]);
  });

  test('Has an address and a head of bounded size', async () => {
    expect((await ask(`/${'a'.repeat(8_192)}`)).status).toBe(414);
    expect((await ask(`/${'a'.repeat(20_000)}`)).status).toBe(431);
    expect((await ask('/about', { 'x-long': 'a'.repeat(20_000) })).status).toBe(431);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])(
    'With %s to a page gets 405 with Allow',
    async (method) => {
      const { status, headers } = await ask('/about', {}, method);
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );

  test('That is refused by its head leaves the next one on its connection as it is', async () => {
    const body = Buffer.alloc(200_000, 97);
    const heard = await sendBytes(post('Content-Length: 200000'), body, last);
    expect(statuses(heard)).toEqual([401, 200]);
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
    const inChunks = await sendBytes(post('Transfer-Encoding: chunked'), chunk.repeat(8), '0\r\n\r\n', last);
    expect(statuses(inChunks)).toEqual([401, 200]);
    expect(statuses(await sendBytes(post('Transfer-Encoding: chunked'), chunk.repeat(99)))).toEqual([401]);
    const page = `GET /about HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello`;
    expect(statuses(await sendBytes(page, last))).toEqual([200, 200]);
  });

  test('In a body that is not read is never answered', async () => {
    const hidden = Buffer.from(last.repeat(20));
    const heard = await sendBytes(
      post(`Content-Length: ${String(hidden.length + 3 * 1024 * 1024)}`),
      hidden,
      Buffer.alloc(3 * 1024 * 1024),
    );
    expect(statuses(heard)).toEqual([413]);
  });

  test('That waits for 100 Continue is told whether its body is wanted', async () => {
    const refused = await sendBytes(post('Content-Length: 1000', 'Expect: 100-continue'));
    expect(statuses(refused)).toEqual([401]);
    const body = JSON.stringify({ email: 'no', password: 'x' });
    const login = `POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${String(body.length)}\r\nExpect: 100-continue\r\n\r\n`;
    expect(statuses(await sendBytes(login, body))[0]).toBe(100);
  });

  test('Whose client leaves after its answer leaves nothing behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const socket = connect(Number(new URL(product.origin).port), 'localhost');
    socket.write('POST /api/v1/nothing/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\nbegun');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(statuses(answer.toString())).toEqual([404]);
    socket.destroy();
    await expect.poll(timers).toBeLessThanOrEqual(before);
  });

  test('In tiny chunks is read, and one that is nearly all framing ends its connection', async () => {
    const head =
      'POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'correct horse' });
    const pieces = (body.match(/.{1,5}/g) ?? []).map(
      (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    );
    expect(statuses(await sendBytes(head, pieces.join(''), '0\r\n\r\n'))).toEqual([401]);
    const before = process.memoryUsage.rss();
    await Promise.all(Array.from({ length: 20 }, () => sendBytes(head, '1\r\n \r\n'.repeat(250_000))));
    expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
    expect((await ask('/healthz')).status).toBe(200);
  });
});

describe('The health checks', () => {
  test('Say that the process is alive and ready', async () => {
    expect((await ask('/healthz')).status).toBe(200);
    const ready = await ask('/readyz');
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { ready: true }]);
  });
});

/** The policy of an answer, by directive. */
const policyOf = (policy = '') =>
  Object.fromEntries(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('Every answer', () => {
  type Kind = 'page' | 'docs' | 'asset' | 'part' | 'data';
  test.each<[string, string, number, Kind, string?, Record<string, string>?]>([
    ['a page', '/about', 200, 'page'],
    ['a page without its body', '/about', 200, 'page', 'HEAD'],
    ['a page that is not there', '/nothing', 404, 'page'],
    ['a bad address', '/%ff', 400, 'page'],
    ['a redirect', '/%61bout', 308, 'asset'],
    ['a feed', '/feeds/apps.xml', 200, 'asset'],
    ['a script', script, 200, 'part'],
    ['the service worker', '/sw.js', 200, 'asset'],
    ['a drawing', '/favicon.svg', 200, 'asset'],
    ['the manifest', '/manifest.webmanifest', 200, 'part'],
    ['an answer of the API', '/api/v1/app/', 200, 'data'],
    ['a refused write', '/api/v1/app/', 401, 'data', 'POST'],
    ['an answer for one person', '/api/v1/user/me/', 200, 'data', 'GET', bearer],
    ['a refused token', '/api/v1/app/', 401, 'data', 'GET', { authorization: 'Bearer x' }],
    ['no address of the API', '/api/v1/%ff', 400, 'data'],
    ['the description of the API', '/api/v1/docs', 200, 'docs'],
    ['a picture', media, 200, 'data'],
    ['a part of a picture', media, 206, 'data', 'GET', { range: 'bytes=0-9' }],
    ['no part of a picture', media, 416, 'data', 'GET', { range: 'bytes=500000-' }],
    ['a picture that is not there', '/media/0a1b2c3d-97.webp', 404, 'data'],
    ['a health check', '/healthz', 200, 'data'],
    ['a long address', `/${'a'.repeat(8_200)}`, 414, 'data'],
    ['a method that is not taken', '/about', 405, 'data', 'PUT'],
  ])(
    'Such as %s has the security headers of its kind',
    async (_what, target, status, kind, method, fields) => {
      const { status: heard, headers } = await ask(target, fields, method);
      expect(heard).toBe(status);
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (kind === 'part') {
        // No browser opens it as a document, and each file costs a visitor its header fields.
        expect(Object.keys(headers).filter((name) => name.endsWith('-policy'))).toEqual([
          'cross-origin-resource-policy',
        ]);
        return;
      }
      expect(headers).toMatchObject({
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
      const policy = policyOf(headers['content-security-policy'] as string);
      const isDocument = kind === 'page' || kind === 'docs';
      expect([policy['frame-ancestors'], policy['default-src']]).toEqual([
        "'none'",
        isDocument ? "'self'" : "'none'",
      ]);
      const scripts = (policy['script-src'] ?? policy['default-src'] ?? '').split(' ');
      for (const source of scripts) expect(source).toMatch(/^(?:'none'|'self'|'sha256-.+')$/);
      expect(policy['require-trusted-types-for']).toBe(kind === 'page' ? "'script'" : undefined);
      if (isDocument)
        expect([headers['cross-origin-opener-policy'], policy]).toMatchObject([
          'same-origin',
          { 'object-src': "'none'", 'base-uri': "'none'", 'form-action': "'self'" },
        ]);
    },
  );

  test('Of a site on https asks for https, and allows pictures from its bucket', async () => {
    const safe = await startProduct({ env: { SITE_URL: 'https://apps.example.ng' } });
    const { headers } = await askAt(safe.origin, '/about');
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
  });

  test('That is a card for other sites may be framed by any of them, and runs no script', async () => {
    const { status, headers } = await ask(`/embed/app/${app.name_id}`);
    const policy = policyOf(headers['content-security-policy'] as string);
    expect(status).toBe(200);
    expect(policy).toMatchObject({ 'frame-ancestors': '*', 'default-src': "'none'" });
    expect(policy).not.toHaveProperty('script-src');
  });
});

describe('A page', () => {
  const chromium = { 'accept-encoding': 'gzip, deflate, br, zstd' };

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0.2, identity;q=0.8', undefined],
    ['deflate', undefined],
    ['gzip;q=nonsense', undefined],
    [`${'compress;q=0.1,'.repeat(500)}gzip`, undefined],
  ])('Is sent to who accepts %s in the coding %s, with the same text', async (accepted, coding) => {
    const plain = await ask('/about');
    const { headers, body } = await ask('/about', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(decode(body).toString()).toBe(plain.text);
    expect(headers).toMatchObject({
      vary: expect.stringContaining('accept-encoding') as string,
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-length': String(body.length),
    });
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  test('Is sent in zstd to who takes it, as long as it is new', async () => {
    const path = `/app/${app.name_id}/versions`;
    const { headers, body } = await ask(path, chromium);
    expect(headers['content-encoding']).toBe('zstd');
    expect(zstdDecompressSync(body).toString()).toBe((await ask(path)).text);
  });

  test('Has an ETag of its own in each coding, and 304 for a client that has it in any', async () => {
    const answers = [
      await ask('/about'),
      await ask('/about', chromium),
      await ask('/about', { 'accept-encoding': 'gzip' }),
    ];
    const etags = answers.map(({ headers }) => headers.etag ?? '');
    expect(new Set(etags).size).toBe(3);
    // Other bytes take the place of what is compressed quickly.
    expect(etags.map((etag) => etag.startsWith('W/'))).toEqual([false, true, true]);
    const strong = etags[1]?.replace('W/', '') ?? '';
    // Once it has lasted, it comes in brotli.
    const sameBytes = expect.stringContaining(etags[0]?.slice(1, -1) ?? '') as string;
    for (const held of [...etags, strong, `"other", ${String(etags[1])}`, '*']) {
      const { status, headers, body } = await ask('/about', { ...chromium, 'if-none-match': held });
      expect([status, body.length, headers.etag]).toEqual([304, 0, sameBytes]);
    }
    expect((await ask('/about', { ...chromium, 'if-none-match': '"other"' })).status).toBe(200);
    const head = await ask('/about', chromium, 'HEAD');
    expect([head.body.length, head.headers.etag]).toEqual([0, sameBytes]);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1_000);
  });

  test('Is the public one for whoever asks, and its dictionary makes it smaller', async () => {
    for (const authorization of ['Bearer x', 'junk', bearer.authorization])
      expect((await ask('/about', { authorization })).text).toBe((await ask('/about')).text);
    const fromPage = async (mode: string, site: string) =>
      (await ask('/about', { 'sec-fetch-mode': mode, 'sec-fetch-site': site })).headers.link ?? '';
    expect([await fromPage('navigate', 'none'), await fromPage('cors', 'same-origin')]).toEqual(['', '']);
    const link = await fromPage('navigate', 'same-origin');
    const [, path = ''] =
      /^<(\/_astro\/dictionary[^>]+)>; rel="compression-dictionary"$/.exec(String(link)) ?? [];
    const dictionary = readFileSync(`dist/client${path}`);
    const offer = `:${hash('sha256', dictionary, 'base64')}:`;
    const asked = { 'accept-encoding': 'br, dcz', 'available-dictionary': offer };
    const { headers, body } = await ask('/about', asked);
    expect([headers['content-encoding'], headers.vary]).toEqual([
      'dcz',
      expect.stringContaining('available-dictionary'),
    ]);
    expect(zstdDecompressSync(body.subarray(40), { dictionary }).toString()).toBe((await ask('/about')).text);
    for (const wrong of ['', ':', offer.slice(1), `${offer}, ${offer}`, `:${'A'.repeat(44)}:`, '__proto__']) {
      const other = await ask('/about', { ...asked, 'available-dictionary': wrong });
      expect([wrong, other.headers['content-encoding']]).toEqual([wrong, 'br']);
    }
  });

  test('Names the rules by which browsers fetch ahead, but not to who saves data, and its parameters', async () => {
    const { headers, text } = await ask('/about');
    expect(headers['speculation-rules']).toMatch(/^"\/speculation-rules\.json\?v=[0-9a-f]{8}"$/);
    expect([headers.vary, headers['no-vary-search']]).toEqual([
      expect.stringContaining('save-data'),
      'key-order, params',
    ]);
    const saving = await ask('/about', { 'save-data': 'on' });
    expect([saving.text, saving.headers['speculation-rules']]).toEqual([text, undefined]);
    const search = await ask('/search?q=pay');
    expect(search.headers['no-vary-search']).toBe('key-order, params, except=("q" "cursor")');
    for (const target of ['/nothing', `/embed/app/${app.name_id}`, '/search/results?q=pay'])
      expect((await ask(target)).headers).not.toHaveProperty('speculation-rules');
  });
});

describe('A picture', () => {
  test('Is kept for good, read by scripts of any site, and sent in parts', async () => {
    const { body, headers } = await ask(media);
    expect(headers).toMatchObject({
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const end = body.length - 1;
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 9],
      [`bytes=${String(end - 9)}-`, end - 9, end],
      [`bytes=5-${String(body.length + 500)}`, 5, end],
      ['bytes=-10', end - 9, end],
    ] as const) {
      const part = await ask(media, { range });
      expect([part.status, part.headers['content-range']]).toEqual([
        206,
        `bytes ${String(from)}-${String(to)}/${String(body.length)}`,
      ]);
      expect(part.body.equals(body.subarray(from, to + 1))).toBe(true);
    }
    for (const range of ['bytes=', 'bytes=9-0', 'bytes=0-1,5-6', 'bytes=a-b', 'lines=0-1', 'bytes=1.5-2'])
      expect([range, (await ask(media, { range })).status]).toEqual([range, 200]);
    const beyond = await ask(media, { range: `bytes=${String(body.length)}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${String(body.length)}`]);
    const { etag = '' } = headers;
    expect((await ask(media, { 'if-none-match': `W/${etag}` })).status).toBe(304);
    expect((await ask(media, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await ask(media, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    const head = await ask(media, { range: 'bytes=0-1' }, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(body.length),
    ]);
  });

  test.each([
    '/media/ffff-96.webp',
    '/media/',
    '/media/..secret',
    '/media/x.svg',
    `${media}/`,
    `/media/${'A'.repeat(500)}`,
  ])('Is not at %s', async (target) => {
    const { status, headers } = await ask(target);
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});

describe('A file of the build', () => {
  test('Is compressed and kept for good where its name has a hash, and else asked for again', async () => {
    const br = await ask(script, { 'accept-encoding': 'br, gzip' });
    expect(br.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const plain = await ask(script);
    if (br.headers['content-encoding'] === 'br')
      expect(brotliDecompressSync(br.body).toString()).toBe(plain.text);
    expect(
      (await ask(script, { 'accept-encoding': 'br', 'if-none-match': br.headers.etag ?? '' })).status,
    ).toBe(304);
    for (const path of ['/sw.js', '/manifest.webmanifest', '/offline'])
      expect([path, (await ask(path)).headers['cache-control']]).toEqual([
        path,
        'public, max-age=0, must-revalidate',
      ]);
    expect((await ask('/icon-192.png')).headers['cache-control']).toBe('public, max-age=3600');
    for (const path of [`${script}.br`, '/_astro', '/_astro/'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect((await ask('/icon-192.png', {}, 'POST')).status).toBe(405);
  });
});

describe('An export of all listings', () => {
  test.each(['apps', 'constructor', '__proto__', 'toString'])('Is not at /export/%s', async (name) => {
    expect((await ask(`/export/${name}`)).status).toBe(404);
  });

  test('Is sent packed or unpacked, in parts and once, and for reading only', async () => {
    product.clock.advance(day);
    await product.work();
    const path = '/export/apps.ndjson';
    const packed = await ask(path, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'access-control-allow-origin': '*',
      'x-robots-tag': 'noindex',
    });
    expect(gunzipSync(packed.body).toString()).toBe((await ask(path)).text);
    const { etag = '', 'last-modified': modified = '' } = packed.headers;
    const gzip = { 'accept-encoding': 'gzip' };
    expect((await ask(path, { ...gzip, 'if-none-match': etag })).status).toBe(304);
    expect((await ask(path, { ...gzip, 'if-modified-since': modified })).status).toBe(304);
    const rest = await ask(path, { ...gzip, range: 'bytes=10-', 'if-range': etag });
    expect([rest.status, rest.body.equals(packed.body.subarray(10))]).toEqual([206, true]);
    expect((await ask(path, {}, 'POST')).status).toBe(405);
  });
});

describe('The address of a client behind a proxy', async () => {
  const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });
  const ada = await limited.people.verified();
  const work = { open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' };
  await limited.client.as(ada).patch(`/user/${ada.id}/`, work);
  let letters = 0;
  /** Writes a letter, of which an address may send ten at once. */
  const write = async (address: string, by = limited.client) => {
    const email = `guest${String((letters += 1))}@example.com`;
    const message = 'We look for somebody who builds for markets.';
    return (await by.from(address).submit(`/write/${ada.id}`, { name: 'Bola', email, message })).status;
  };
  const writeTen = async (address: string, by = limited.client) => {
    for (let letter = 0; letter < 10; letter += 1) expect(await write(address, by)).toBe(303);
  };

  test.each([
    ['198.18.1.7', '::ffff:198.18.1.7', 429],
    ['198.18.2.7', '203.0.113.1,  198.18.2.7 ', 429],
    ['198.18.3.7:5678', '198.18.3.7', 429],
    ['2001:db8:1:2::1', '2001:DB8:1:2:3:4:5:6', 429],
    ['[2001:db8:2:3::9]:443', '2001:db8:2:3::1', 429],
    ['198.18.4.7', '198.18.4.8', 303],
    ['198.18.5.7', '198.18.5.7, 198.18.6.7', 303],
    ['2001:db8:3:1::1', '2001:db8:4:1::1', 303],
  ])('Named %s and then %s is told so: %i', async (first, second, status) => {
    await writeTen(first);
    expect(await write(first)).toBe(429);
    expect(await write(second)).toBe(status);
  });

  test('Is that of the connection where no proxy is trusted', async () => {
    await limited.restart({ TRUST_PROXY: 'off' });
    await writeTen('198.18.7.1');
    expect(await write('198.18.8.1')).toBe(429);
  });
});
