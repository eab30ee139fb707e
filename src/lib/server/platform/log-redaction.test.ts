import { describe, expect, test } from 'vitest';
import { createLogger } from './log.ts';

function logged(message: string, fields: Record<string, unknown>): { text: string; line: unknown } {
  let text = '';
  createLogger('info', { write: (line) => void (text += line), flush: () => undefined }).error(
    message,
    fields,
  );
  return { text, line: JSON.parse(text) as unknown };
}

const password = 'correct horse battery';
const access = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoiMSJ9.c2lnbmF0dXJlLXdpdGgtMzItYnl0ZXM';
const refresh = 'q3Jx-Zr7cT0uYp5_Wm9aLk2HdGfVbNs8EoPiXyRtQw4';
const request = `nbq_${refresh}.mhq3k2a.K7pQw_zXcVbNmAsDfGhJkL`;
const code = 'K7PQWXCV';
const email = 'ada.obi+shop@mail.example.ng';

const secrets: [string, Record<string, unknown>, string][] = [
  ...[
    'password',
    'new_password',
    'newPassword',
    'current_password',
    'confirm_password',
    'CONFIRM-PASSWORD',
    'smtpPassword',
  ].map((name): [string, Record<string, unknown>, string] => [
    `a password as ${name}`,
    { [name]: password },
    password,
  ]),
  ...['token', 'access', 'access_token', 'Authorization', 'jwt', 'idToken'].map(
    (name): [string, Record<string, unknown>, string] => [
      `an access token as ${name}`,
      { [name]: access },
      access,
    ],
  ),
  ...['refresh', 'refreshToken', 'reset_token', 'cookie', 'Set-Cookie', 'AUTH_SECRET', 'device-secret'].map(
    (name): [string, Record<string, unknown>, string] => [`a token as ${name}`, { [name]: refresh }, refresh],
  ),
  ...['code', 'reset_code', 'registrationCode', 'recovery_code'].map(
    (name): [string, Record<string, unknown>, string] => [`a code as ${name}`, { [name]: code }, code],
  ),
  ...['email', 'e-mail', 'emailKey', 'to', 'phone_no'].map(
    (name): [string, Record<string, unknown>, string] => [`a contact as ${name}`, { [name]: email }, email],
  ),
  ['an access token in a text', { note: `sent ${access}.` }, access],
  ['a refresh token in a text', { note: `sent ${refresh}, twice` }, refresh],
  ['half of a reset in a text', { note: request }, refresh],
  ['a code in a text', { note: `Your code: ${code}` }, code],
  ['an email address in a text', { note: `<${email}>: mailbox full` }, 'ada.obi'],
  ['an email address in a path', { path: `/user/${email}/` }, 'ada.obi'],
  ['a coded email address in a path', { path: '/user/ada.obi%40example.ng' }, 'ada.obi'],
  ['an email address as a name', { [email]: 1 }, 'ada.obi'],
  ['a header field in a text', { note: 'authorization: Basic YWRhOmhvcnNl' }, 'YWRhOmhvcnNl'],
  ['a query', { target: `https://example.ng/set-password?a=1&code=k7pqwxcv#email=ada` }, 'k7pqwxcv'],
  ['a password in a query', { target: '/x?new_password=battery&b=2' }, 'battery'],
  ['a token in a fragment', { target: '/verify#reset_token=short-one' }, 'short-one'],
  ['the login of a database', { url: 'postgres://naija:battery@db.internal:5432/apps' }, 'battery'],
  ['the login of a mail server', { url: new URL('smtps://ada%40x:battery@mail.example.ng') }, 'battery'],
  ['a body that is JSON', { body: `{"a":1,"password" : "bat\\"tery","b":2}` }, 'tery'],
  ['a form', { body: 'firstname=Ada&password=battery&x=1' }, 'battery'],
  ['bytes', { key: Buffer.from('battery') }, '98,97,116'],
];

describe.each([
  ['as a field', (fields: Record<string, unknown>) => fields],
  ['in nested objects', (fields: Record<string, unknown>) => ({ request: { list: [{ deep: fields }] } })],
  [
    'in the cause of an error',
    (fields: Record<string, unknown>) => ({ error: new Error('x', { cause: fields }) }),
  ],
])('Redaction %s', (_, wrap) => {
  test.each(secrets)('Hides %s', (_name, fields, secret) => {
    const { text } = logged('A request failed', wrap(fields));
    expect(text).not.toContain(secret);
    expect(text).toMatch(/\[hidden\]|\[\d+ bytes\]/);
    expect(text).toContain('A request failed');
  });
});

describe('Redaction of errors', () => {
  test.each([
    ['an email address', `duplicate key: Key (email)=(${email}) already exists`, email],
    ['an access token', `JWT ${access} has expired`, access],
    ['a refresh token', `No session for ${refresh}`, refresh],
    ['a code', `The code ${code} is wrong`, code],
    ['the login of a URL', 'connect to postgres://naija:battery@db:5432/apps', 'battery'],
    ['a query', 'GET /set-password?code=k7pqwxcv failed', 'k7pqwxcv'],
  ])('Hides %s in message and stack, at any depth', (_, message, secret) => {
    const cause = new AggregateError([new Error(message)], message);
    const error = new TypeError(message, { cause });
    const { text, line } = logged('failed', { error });
    expect(text).not.toContain(secret);
    expect(line).toMatchObject({ error: { name: 'TypeError', cause: { errors: [{ name: 'Error' }] } } });
    expect(logged(message, {}).text).not.toContain(secret);
  });

  test('Hides the body that a parser quotes', () => {
    let error: unknown;
    try {
      JSON.parse(`firstname=Ada and more that "quotes", with battery in it`);
    } catch (caught) {
      error = caught;
    }
    const { text } = logged('failed', { error });
    expect(text).toContain('is not valid JSON');
    expect(text).not.toContain('battery');
  });

  test('Leaves out the properties that a library adds to its errors', () => {
    const error = Object.assign(new Error('refused'), {
      recipient: email,
      config: { auth: { pass: 'battery' } },
    });
    expect(logged('failed', { error }).text).not.toMatch(/ada|battery/);
  });

  test('Keeps what helps to find the fault', () => {
    const error = Object.assign(new TypeError('bad', { cause: new Error('why') }), { code: 'ECONNREFUSED' });
    const { text, line } = logged('failed', { error });
    expect(line).toMatchObject({
      error: { name: 'TypeError', message: 'bad', code: 'ECONNREFUSED', cause: { message: 'why' } },
    });
    expect(text).toContain('log-redaction.test.ts');
  });
});

test('Leaves texts without secrets unchanged', () => {
  const fields = {
    path: '/media/0192f0c1d2e3f4a5b6c7d8e9f00112233445566778899aabbccddeeff0011223-640.avif',
    id: '9f3c2a1b-123456',
    user_id: '0192f0c1-7b1e-7c3a-9d55-1f2e3d4c5b6a',
    client: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    file: 'file:///srv/node_modules/@fastify/proxy-addr/index.js:12:3',
    siteUrl: 'https://apps.example.ng/app/paystack?page=2',
    accept: 'text/html',
    exit: { code: 1, signal: null, tokens: 12 },
    at: '2026-01-01T00:00:00.000Z',
  };
  expect(logged('kept', fields).line).toMatchObject(fields);
});

test('Writes a line for values that JSON cannot represent', () => {
  const circle: Record<string, unknown> = { big: 1n };
  circle['self'] = circle;
  const error = new Error('it is its own cause');
  error.cause = error;
  const unreadable = {
    get value(): string {
      throw new Error(`no ${email} for you`);
    },
  };
  expect(logged('a', { circle }).line).toMatchObject({ msg: 'a', circle: { big: '1', self: '[circular]' } });
  expect(logged('b', { error }).line).toMatchObject({ error: { cause: '[circular]' } });
  expect(logged('c', { unreadable }).line).toMatchObject({ msg: 'c', unreadable: 'no [hidden] for you' });
});

test.each(['codecode', 'a"', 'token-', 'x@', 'a.', 'eyJ', '"code":"', 'password=', '://', '%40', 'Aa'])(
  'Reads 64 KB of %j in a moment, because clients choose paths',
  (piece) => {
    const path = piece.repeat(65_536 / piece.length);
    const began = performance.now();
    logged('request', { path });
    expect(performance.now() - began).toBeLessThan(500);
  },
);
