// The API as a whole: bodies, refusals, other sites, tokens, and its description.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { picture } from '../harness/pictures.ts';
import { startProduct, type App, type Person, type TokenPair } from '../harness/product.ts';
import { sendBytes } from '../harness/raw.ts';

const { client, people, origin } = await startProduct();
const owner = await people.verified();
const other = await people.verified();
const unverified = await people.unverified();
const mine = { name: 'Mine', description: 'Does one thing well.', website: 'https://mine.ng' };
const { body: app } = await client
  .as(owner)
  .post<App>('/app/', { ...mine, screenshot: await picture(64, 64) });
const json = { 'content-type': 'application/json' };
const bearer = ({ access }: TokenPair) => ({ authorization: `Bearer ${access}` });

describe('A body', () => {
  const login = { email: owner.email, password: owner.password };

  test('May be JSON, a form or multipart, and the path may end without a slash', async () => {
    for (const body of [
      login,
      new URLSearchParams(login),
      Object.entries(login).reduce((form, [name, value]) => (form.append(name, value), form), new FormData()),
    ])
      for (const path of ['/token/', '/token']) expect((await client.post(path, body)).status).toBe(200);
  });

  test.each<[string, string | Buffer, Record<string, string>, number, string?]>([
    ['half of its JSON', '{"email":', json, 400],
    ['a list', '[]', json, 400, 'The request must be an object.'],
    ['null', 'null', json, 400, 'The request must be an object.'],
    ['a text', '"x"', json, 400, 'The request must be an object.'],
    ['names that objects have', '{"__proto__":{"email":"a@b.ng"}}', json, 400],
    ['deep JSON', '['.repeat(100_000), json, 400],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), json, 400],
    ['an unknown type', '<a/>', { 'content-type': 'application/xml' }, 415],
    ['300 KB of text', `{"a":"${'x'.repeat(300_000)}"}`, json, 413, 'This request is too large.'],
    [
      'a form of 300 KB',
      `a=${'x'.repeat(300_000)}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      413,
    ],
  ])('With %s is refused', async (_what, body, headers, status, sentence) => {
    const answer = await client.fetch('/api/v1/token/', { method: 'POST', body: body as BodyInit, headers });
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([status, sentence ?? expect.stringMatching(/^[A-Z].*\.$/)]);
  });

  const part = (head: string, content = 'x') => `--b\r\n${head}\r\n\r\n${content}\r\n`;
  const png = 'Content-Disposition: form-data; name="dp"; filename="a.png"';
  test.each([
    ['no end', part(png), 'b'],
    ['no part', '--b--\r\n', 'b'],
    ['another boundary', `${part(png)}--b--\r\n`, 'c'],
    ['no boundary', `${part(png)}--b--\r\n`, ''],
    ['a boundary that is too long', `${part(png)}--b--\r\n`, 'y'.repeat(5_000)],
    ['a part without a name', `${part('Content-Disposition: form-data')}--b--\r\n`, 'b'],
    ['a part without a head', '--b\r\n\r\nx\r\n--b--\r\n', 'b'],
    ['a head without an end', `--b\r\n${png}`, 'b'],
    ['a head of 300 lines', `${part(`${png}\r\n${'X-A: a\r\n'.repeat(300)}`)}--b--\r\n`, 'b'],
    ['a name of 9,000 letters', `${part(png.replace('dp', 'n'.repeat(9_000)))}--b--\r\n`, 'b'],
    ['a name that objects have', `${part(png.replace('dp', '__proto__'))}--b--\r\n`, 'b'],
    ['a file of another field', `${part(png.replace('dp', 'about_me'))}--b--\r\n`, 'b'],
    ['a path for a name', `${part(png.replace('a.png', '../../etc/passwd'))}--b--\r\n`, 'b'],
    ['2,000 parts', `${part('Content-Disposition: form-data; name="a"').repeat(2_000)}--b--\r\n`, 'b'],
    ['6 MB without an end', part(png, 'x'.repeat(6_000_000)), 'b'],
  ])('Of several parts with %s changes nothing and ends nothing', async (_what, body, boundary) => {
    const type = `multipart/form-data${boundary && `; boundary=${boundary}`}`;
    const headers = { ...bearer(owner), 'content-type': type };
    const { body: before } = await client.as(owner).get('/user/me/');
    const { status } = await client.fetch(`/api/v1/user/${owner.id}/`, { method: 'PATCH', body, headers });
    expect(status).toBeOneOf([200, 400, 413, 415, 431]);
    expect((await client.as(owner).get('/user/me/')).body).toEqual(before);
  });

  test('Without its end, or in bad chunks, ends its connection alone', async () => {
    const head = `PATCH /api/v1/user/${owner.id}/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.access}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
    const heard = await sendBytes(origin, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(heard).toMatch(/^(?:HTTP\/1\.1 400 |$)/);
    expect((await client.get('/user/me/', bearer(owner))).status).toBe(200);
  });
});

describe('A refusal', () => {
  test.each<[string, string, string, object | undefined, string]>([
    [
      'a switch',
      'patch',
      `/user/${owner.id}/`,
      { show_email: 'maybe' },
      "'show_email' must be true or false.",
    ],
    ['a refresh token', 'post', '/token/refresh/', { refresh: 'x'.repeat(600) }, 'Send the refresh token.'],
    [
      'a platform',
      'post',
      '/app/',
      { ...mine, platform: 'toaster' },
      "'platform' must be one of web, mobile, desktop, game.",
    ],
    [
      'a filter',
      'get',
      '/app/?platform=toaster',
      undefined,
      "'platform' must be one of web, mobile, desktop, game.",
    ],
    [
      'a search',
      'get',
      `/app/?search=${'x'.repeat(101)}`,
      undefined,
      "'search' has more than 100 characters.",
    ],
    ['a timeline', 'get', '/timeline/', undefined, "'user' must be the id of a user."],
    ['a name', 'get', '/app/exists/', undefined, 'Give the name to look for.'],
    ['a release', 'post', '/app/version/', {}, 'Say which app.'],
    [
      'a picture',
      'patch',
      `/app/screenshot/${app.screenshot[0]?.id ?? ''}/update/`,
      { screenshots: '' },
      'Choose an image.',
    ],
  ])('Of %s is a sentence that stands alone', async (_what, method, path, body, sentence) => {
    const by = client.as(owner);
    const answer = method === 'get' ? await by.get(path) : await by[method as 'post'](path, body);
    expect([answer.status, answer.body.error, Object.values(answer.body.fields ?? {})[0]]).toEqual([
      400,
      sentence,
      sentence,
    ]);
  });

  test.each([
    ['/nothing/', 404],
    ['/app/nothing/', 404],
    ['/app/undefined/', 404],
    ['/app/null/', 404],
    ['/app/-1/', 404],
    [`/app/${'9'.repeat(400)}/`, 404],
    [`/user/${'x'.repeat(400)}/`, 404],
    ['/app/screenshot/undefined/', 404],
    ['/app/version/?app=undefined', 400],
    ['/timeline/?user=null', 400],
    ['/app/?cursor=undefined', 400],
    ['/app/?category=Nonsense', 400],
    ['/app/%ff/', 400],
    ['/app/?search=%ff', 400],
  ])('Is for %s: %i, as JSON', async (path, status) => {
    const answer = await client.get(path);
    expect(answer.status, JSON.stringify(answer.body).slice(0, 200)).toBe(status);
    expect(answer.body).toEqual({
      error: expect.stringMatching(/^[A-Z'].*\.$/) as string,
      fields: expect.any(Object) as object,
    });
  });

  test('Of a method says which ones there are', async () => {
    for (const [method, path, allow] of [
      ['put', '/app/', 'GET, HEAD, POST'],
      ['delete', '/app/category_list/', 'GET, HEAD'],
    ] as const) {
      const { status, headers, body } = await client.as(owner)[method](path);
      expect([status, body.error]).toEqual([405, expect.any(String)]);
      expect(headers.get('allow')?.split(', ').sort().join(', ').replace(', OPTIONS', '')).toBe(allow);
    }
  });

  const unknown = '01a00000-0000-7000-8000-000000000000';
  const shot = `/app/screenshot/${app.screenshot[0]?.id ?? ''}`;
  test.each<[string, string, Person | null, number]>([
    ['POST', '/app/', null, 401],
    ['POST', '/app/', unverified, 403],
    ['POST', '/app/version/', null, 401],
    ['POST', '/app/version/', unverified, 403],
    ['PATCH', `/app/${app.id}/`, null, 401],
    ['PATCH', `/app/${app.id}/`, other, 403],
    ['PATCH', `/app/${app.id}/`, unverified, 403],
    ['PATCH', '/app/not-there/', owner, 404],
    ['PATCH', '/app/category_list/', owner, 405],
    ['PATCH', `/user/${owner.id}/`, null, 401],
    ['PATCH', `/user/${owner.id}/`, other, 403],
    ['PATCH', `/user/${unknown}/`, owner, 404],
    ['PATCH', `${shot}/update/`, null, 401],
    ['PATCH', `${shot}/update/`, other, 403],
    ['PATCH', `${shot}/delete/`, other, 403],
    ['PATCH', `/app/screenshot/${unknown}/update/`, owner, 404],
    ['PATCH', '/nothing/here/', owner, 404],
  ])('Of %s %s comes before its body of 20 MB', async (method, path, person, status) => {
    const head = [
      `${method} /api/v1${path} HTTP/1.1`,
      'Host: a',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 20000000',
      'Expect: 100-continue',
      ...(person ? [`Authorization: Bearer ${person.access}`] : []),
    ];
    // Nothing of the body is sent.
    expect(await sendBytes(origin, `${head.join('\r\n')}\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${String(status)} `),
    );
  });
});

describe('Other sites', () => {
  test('May read and write with a token, and without cookies', async () => {
    const { headers } = await client.get('/app/', { origin: 'https://elsewhere.ng' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    const asked = await client.fetch(`/api/v1/app/${app.id}/`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.ng',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    const refused = await client.post('/app/', {}, { origin: 'https://elsewhere.ng' });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  });
});

describe('A token', () => {
  test.each(['Bearer made-up', 'Bearer', 'junk', 'Basic dmFsaWQ6'])(
    'Such as %s is refused by every read',
    async (authorization) => {
      for (const path of ['/app/', '/app/category_list/', '/user/generate-strong-password/', '/user/me/']) {
        const { status, body, headers } = await client.get(path, { authorization });
        expect([path, status, body]).toEqual([path, 401, { error: 'Kindly login to proceed', fields: {} }]);
        expect([headers.get('www-authenticate'), headers.get('vary')]).toEqual(['Bearer', 'authorization']);
      }
    },
  );

  test('Leaves public answers as they are, and own ones to its owner', async () => {
    const open = await client.get('/app/');
    expect(open.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(open.headers.get('vary')).toContain('authorization');
    expect((await client.get('/app/', bearer(owner))).body).toEqual(open.body);
    const own = await client.get('/user/me/', bearer(owner));
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect((await client.get('/user/me/')).status).toBe(401);
    expect((await client.get<{ id: string }>('/user/me/', bearer(other))).body.id).toBe(other.id);
  });

  test('Is not needed for a password, which nobody else gets', async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, () => client.get('/user/generate-strong-password/')),
    );
    expect(new Set(made.map(({ body }) => body)).size).toBe(50);
    expect(made[0]?.headers.get('cache-control')).toBe('no-store');
  });
});

describe('The description of the API', async () => {
  interface Operation {
    operationId?: string;
    summary?: string;
    description?: string;
    requestBody?: { content: Record<string, { example?: unknown }> };
    responses: Record<string, { content?: Record<string, { schema?: object }> }>;
  }
  interface Description {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  }
  const queries: Record<string, string> = {
    '/timeline/': `?user=${owner.id}`,
    '/app/version/': `?app=${app.id}`,
    '/app/exists/': '?name=Mine',
    '/desk/picks/': `?app=${app.name_id}`,
    '/desk/accounts/': '?q=person',
    '/desk/listings/': `?account=${owner.id}`,
  };
  const { body: document } = await client.get<Description>('/openapi.json');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );

  test('Has every operation once, with its texts and refusals', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    expect(operations.length).toBeGreaterThan(90);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const lacking = operations.filter(({ method, summary, description, requestBody, responses }) => {
      const needed = [
        '400',
        '405',
        '500',
        '503',
        ...(method === 'get' ? ['401'] : []),
        ...(requestBody ? ['413', '415', '429'] : []),
      ];
      const examples = Object.entries(requestBody?.content ?? {}).every(
        ([type, media]) => type !== 'application/json' || 'example' in media,
      );
      return !summary || !description || !examples || needed.some((status) => !(status in responses));
    });
    expect(lacking.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const text = JSON.stringify(document);
    const missing = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].filter(
      ([, name = '']) => !(name in document.components.schemas),
    );
    expect(missing).toEqual([]);
  });

  test('Names no operation that is not there, and takes 300 KB of text nowhere', async () => {
    const by = client.as(owner);
    for (const { method, path, requestBody } of operations) {
      if (!requestBody) continue;
      const target = path.replaceAll(/\{\w+\}/g, owner.id).replace('/api/v1', '');
      const { status } = await by[method as 'post'](target, `{"a":"${'x'.repeat(300_000)}"}`);
      expect([method, path, [404, 413].includes(status)]).toEqual([method, path, true]);
    }
  });

  test('Is met by the answer to every read', async () => {
    const text = JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/');
    const { components, paths } = JSON.parse(text) as Description;
    const staff = client.as(await people.staff('admin'));
    const checked: string[] = [];
    for (const [path, { get }] of Object.entries(paths)) {
      const schema = get?.responses['200']?.content?.['application/json']?.schema;
      if (!schema) continue;
      const id = path.includes('/screenshot/')
        ? (app.screenshot[0]?.id ?? '')
        : path.includes('/version/')
          ? app.current_version.id
          : owner.id;
      const target = path
        .replace('/api/v1', '')
        .replace('{name_id}', app.name_id)
        .replaceAll(/\{\w+\}/g, id);
      const by = path.includes('/desk/') ? staff : client.as(owner);
      const { status, body } = await by.get(target + (queries[target] ?? ''));
      if (status !== 200) continue;
      const known = z.fromJSONSchema({ ...schema, $defs: components.schemas } as never);
      expect([path, known.safeParse(body).error?.issues]).toEqual([path, undefined]);
      checked.push(path);
    }
    expect(checked.length).toBeGreaterThan(38);
  });

  test('Is shown as a page', async () => {
    const page = await client.page('/api/v1/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });
});
