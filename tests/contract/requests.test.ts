// What every address of the API does with a request: its refusals, the types and sizes of bodies, other origins, and
// values that no person sends.
import { beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { password, startProduct, type App, type Person, type Refusal } from '../harness/product.ts';

const product = await startProduct();
const { client, people } = product;

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: object;
}
type Paths = Record<string, Record<string, Operation>>;

let owner: Person;
let other: Person;
let app: App;
let operations: [method: string, path: string, operation: Operation][];

beforeAll(async () => {
  [owner, other] = [await people.verified(), await people.verified()];
  const form = {
    name: 'Mine',
    description: 'An app.',
    website: 'https://mine.ng',
    screenshot: await picture(),
  };
  app = (await client.as(owner).post<App>('/app/', form)).body;
  const { body } = await client.get<{ paths: Paths }>('/openapi.json');
  operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      method.toUpperCase(),
      path.replace('/api/v1', ''),
      operation,
    ]),
  );
  expect(operations.length).toBeGreaterThan(100);
});

const send = (method: string, path: string, init: RequestInit = {}, person?: Person) =>
  client.fetch(`/api/v1${path}`, {
    method,
    ...init,
    headers: { ...(person && { authorization: `Bearer ${person.access}` }), ...(init.headers as object) },
  });
const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const refusalOf = async (answer: Response) => (await answer.json()) as Refusal;

describe('A refusal', () => {
  const login = 'Kindly login to proceed';
  test.each([
    ['a body that is a list', 'POST', '/token/', json([]), 400, 'The request must be an object.'],
    ['half a JSON body', 'POST', '/token/', json('{"email":'), 400, 'The request could not be read.'],
    ['no login', 'GET', '/user/me/', {}, 401, login],
    ['an unknown address', 'GET', '/nothing/', {}, 404, 'There is nothing at this address.'],
    ['an unknown app', 'GET', '/app/none/', {}, 404, 'There is no such app.'],
    ['an unknown user', 'GET', '/user/none/', {}, 404, 'There is no such user.'],
    ['another method', 'DELETE', '/app/', {}, 405, 'This address takes GET, HEAD, POST.'],
    ['another method', 'PUT', '/app/mine/', {}, 405, 'This address takes GET, HEAD, PATCH, DELETE.'],
    [
      'a NUL in the address',
      'GET',
      '/app/a%00b/',
      {},
      400,
      'This address is not one that the server can read.',
    ],
    [
      'a body of 300 kB',
      'POST',
      '/token/',
      json({ email: 'x'.repeat(300_000) }),
      413,
      'This request is too large.',
    ],
    [
      'a body of an unknown type',
      'POST',
      '/token/',
      { headers: { 'content-type': 'text/csv' }, body: 'a,b' },
      415,
      'The request could not be read.',
    ],
  ])('Of %s is a sentence in the envelope (%s %s)', async (_what, method, path, init, status, sentence) => {
    const answer = await send(method, path, init);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json']);
    const body = await refusalOf(answer);
    expect(Object.keys(body)).toEqual(['error', 'fields']);
    expect(body.error).toBe(sentence);
    if (status === 405) expect(`This address takes ${answer.headers.get('allow') ?? ''}.`).toBe(sentence);
  });

  test('Of another owner is a 403 in the envelope', async () => {
    for (const [method, path] of [
      ['PATCH', `/app/${app.id}/`],
      ['PATCH', `/user/${owner.id}/`],
    ] as const) {
      const answer = await send(method, path, json({}), other);
      expect([answer.status, Object.keys(await refusalOf(answer))]).toEqual([403, ['error', 'fields']]);
    }
  });

  const platforms = "'platform' must be one of web, mobile, desktop, game.";
  test.each([
    ['POST', '/user/', { firstname: 1 }, 'firstname', 'Enter your first name.'],
    ['POST', '/token/refresh/', { refresh: 'x'.repeat(600) }, 'refresh', 'Send the refresh token.'],
    ['POST', '/app/', { description: 'An app.' }, 'name', 'Enter the name of your app.'],
    ['POST', '/app/version/', {}, 'app', 'Say which app.'],
    ['GET', '/app/?platform=toaster', null, 'platform', platforms],
    ['GET', `/app/?search=${'x'.repeat(101)}`, null, 'search', "'search' has more than 100 characters."],
    ['GET', '/timeline/', null, 'user', "'user' must be the id of a user."],
    ['GET', '/app/exists/', null, 'name', 'Give the name to look for.'],
  ])(
    'Of %s %s with %j names the field, and makes sense alone',
    async (method, path, form, field, sentence) => {
      const answer = await send(method, path, form ? json(form) : {}, owner);
      const { error, fields } = await refusalOf(answer);
      expect([answer.status, error, fields[field]]).toEqual([400, sentence, sentence]);
    },
  );
});

describe('A body', () => {
  test('Means the same as JSON, as a form and as a multipart form', async () => {
    const login = { email: owner.email, password };
    const form = new FormData();
    for (const [name, value] of Object.entries(login)) form.set(name, value);
    for (const body of [login, new URLSearchParams(login), form])
      expect((await client.post('/token/', body)).status).toBe(200);
  });

  test('Is refused where it names a picture that is no file', async () => {
    const path = `/app/screenshot/${app.screenshot[0]?.id ?? ''}/update/`;
    const { status, body } = await client.as(owner).patch(path, { screenshots: '' });
    const sentence = 'Choose an image.';
    expect([status, body]).toEqual([400, { error: sentence, fields: { screenshots: sentence } }]);
  });

  test('Is refused at 300 kB by every operation that takes one', async () => {
    const { access } = await people.verified({});
    const init = { ...json(`{"a":"${'x'.repeat(300_000)}"}`) };
    for (const [method, path, { requestBody }] of operations) {
      if (!requestBody || path.startsWith('/desk/')) continue;
      // One's own account, and somebody's app, which is refused before its body is read.
      const target = path.replaceAll(/\{\w+\}/g, owner.id);
      const headers = { ...init.headers, authorization: `Bearer ${access}` };
      const { status } = await send(method, target, { ...init, headers });
      expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([413, 403, 404])]);
    }
    for (const path of ['/user/', '/token/', '/app/', '/app/version/', `/user/${owner.id}/`])
      expect((await send(path.includes(owner.id) ? 'PATCH' : 'POST', path, init, owner)).status).toBe(413);
  });

  const unknown = '01a00000-0000-7000-8000-000000000000';
  test('Is not read where the caller may not send it', async () => {
    const unverified = await people.unverified();
    const shot = `/app/screenshot/${app.screenshot[0]?.id ?? ''}`;
    const cases = [
      ['POST', '/app/', undefined, 401],
      ['POST', '/app/', unverified, 403],
      ['POST', '/app/version/', undefined, 401],
      ['POST', '/app/version/', unverified, 403],
      ['PATCH', `/app/${app.id}/`, undefined, 401],
      ['PATCH', `/app/${app.id}/`, other, 403],
      ['PATCH', `/app/${app.id}/`, unverified, 403],
      ['PATCH', '/app/not-there/', owner, 404],
      ['PATCH', '/app/category_list/', owner, 405],
      ['PATCH', `/user/${owner.id}/`, undefined, 401],
      ['PATCH', `/user/${owner.id}/`, other, 403],
      ['PATCH', `/user/${unknown}/`, owner, 404],
      ['PATCH', `${shot}/update/`, other, 403],
      ['PATCH', `${shot}/delete/`, other, 403],
      ['PATCH', `/app/screenshot/${unknown}/update/`, owner, 404],
    ] as const;
    // Beside each other, because each answer waits two seconds for its body.
    await Promise.all(
      ['multipart/form-data; boundary=b', 'application/json'].flatMap((type) =>
        cases.map(async ([method, path, person, status]) => {
          // A body that ends after the answer, which shows that nobody needs it.
          const { readable, writable } = new TransformStream();
          const writer = writable.getWriter();
          void writer.write(Buffer.from('{'));
          const init = { headers: { 'content-type': type }, body: readable, duplex: 'half' } as RequestInit;
          const answer = await send(method, path, init, person);
          void writer.close().catch(() => undefined);
          expect([path, answer.status]).toEqual([path, status]);
        }),
      ),
    );
  });

  const part = (header: string, value = 'b') => `--x\r\n${header}\r\n\r\n${value}\r\n`;
  const named = (name: string) => `content-disposition: form-data; name="${name}"`;
  test.each([
    ['a name of 9,000 characters', `${part(named('n'.repeat(9_000)))}--x--\r\n`, 400],
    ['a field without a name', `${part('content-disposition: form-data')}--x--\r\n`, 400],
    ['a file without a name', `${part('content-disposition: form-data; filename="a.png"')}--x--\r\n`, 400],
    ['no end', part(named('about_me')), 400],
    ['an end within a file', `--x\r\n${named('dp')}; filename="a.png"\r\n\r\nhalf of it`, 400],
    ['thousands of parts', '--x\r\n'.repeat(13_000), 400],
    ['texts of 300 kB', `${part(named('about_me'), 'x'.repeat(60_000)).repeat(5)}--x--\r\n`, 413],
    ['a file of 30 MB', `${part(`${named('dp')}; filename="a.png"`, 'x'.repeat(30_000_000))}--x--\r\n`, 413],
  ])('In parts is refused with %s', async (_what, body, status) => {
    const init = { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body };
    const answer = await send('PATCH', `/user/${owner.id}/`, init, owner);
    expect([answer.status, Object.keys(await refusalOf(answer))]).toEqual([status, ['error', 'fields']]);
  });
});

describe('Another origin', () => {
  test('May call the API, with a bearer token and never with cookies', async () => {
    const { headers } = await send('GET', '/app/', { headers: { origin: 'https://other.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toBe('ETag,Idempotency-Replayed,Retry-After');
    const asked = await send('OPTIONS', '/app/', {
      headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET,HEAD,POST,PUT,PATCH,DELETE',
    ]);
    expect(asked.headers.get('access-control-allow-headers')).toBe(
      'Authorization,Content-Type,Idempotency-Key,If-None-Match',
    );
    const refused = await send('GET', '/user/me/', { headers: { origin: 'https://other.example' } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  });
});

describe('Values that no person sends', () => {
  const hostile = [
    '',
    '__proto__',
    '-1',
    '99999999999999999999',
    '../../etc/passwd',
    '\u0000',
    '\uD800',
    '\u202Etxt.exe',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    'x'.repeat(3_000),
  ];
  const isRefusal = expect.toSatisfy((status: number) => status < 500) as number;

  test('Are answered without a fault as an id, a name and a parameter of every operation', async () => {
    const admin = await people.staff('admin');
    for (const [method, path, { parameters = [] }] of operations) {
      const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      // An operation is called with three of them, which differ from one to the next.
      for (let times = 0; times < 3; times += 1) {
        const value = hostile[(path.length + times * 4) % hostile.length] ?? '';
        const encoded = encodeURIComponent(value.toWellFormed());
        const target = path.replaceAll(/\{\w+\}/g, encoded || '%20');
        const asked = query.map((name) => `${name}=${encoded}`).join('&');
        const person = path.startsWith('/desk/') ? admin : owner;
        const init = method === 'GET' ? {} : json({ id: value });
        const { status } = await send(method, `${target}?${asked}`, init, person);
        expect([method, path, value, status]).toEqual([method, path, value, isRefusal]);
      }
    }
  });

  test.each([
    ['POST', '/user/', { firstname: 'Ada', lastname: 'Obi', email: 'a@b.co', password }],
    ['POST', '/token/', { email: 'a@b.co', password }],
    ['POST', '/app/', { name: 'Hostile', description: 'An app.', website: 'https://myapp.ng' }],
    ['PATCH', '/user/own/', { about_me: '', tags: '', handle: '', social_account_dict: '', phone_no: '' }],
    ['POST', '/report/', { about: '', reason: 'spam', message: 'The same app again and again.' }],
    ['PUT', '/user/me/follows/', { subject: '', follow: true }],
    ['PUT', '/user/me/saved/', { apps: [] }],
  ])('Are answered without a fault in each field of %s %s', async (method, path, form) => {
    const person = await people.verified({});
    for (const name of Object.keys(form))
      for (const value of [...hostile, null, 1e309, [], {}, [{ a: [1] }], true]) {
        const body = JSON.stringify({ ...form, [name]: value });
        const target = path.replace('own', person.id);
        const { status } = await send(method, target, json(body), person);
        expect([name, value, status]).toEqual([name, value, isRefusal]);
      }
  });
});
