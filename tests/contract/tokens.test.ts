// Tokens for programs: how they are made, what they change, and what ends them. The access test has every operation.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  day,
  minute,
  password,
  startProduct,
  type App,
  type Person,
  type TokenPair,
  type Version,
} from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;

interface Token {
  id: string;
  name: string;
  scopes: string[];
  apps: { id: string; name: string }[] | null;
  expires_at: string;
  last_used_on: string | null;
}
interface Made {
  secret: string;
  tokens: Token[];
}

const ask = (by: TokenPair, more: object = {}) =>
  client.as(by).post<Made>('/user/tokens/', {
    name: 'CI',
    scopes: 'releases',
    apps: 'all',
    days: 30,
    password,
    ...more,
  });
async function make(by: TokenPair, more: object = {}): Promise<string> {
  const { status, body } = await ask(by, more);
  expect(status, body.error).toBe(201);
  return body.secret;
}
const tokensOf = async (by: TokenPair) =>
  (await client.as(by).get<{ tokens: Token[] }>('/user/tokens/')).body.tokens;

async function list(by: Person, name: string): Promise<App> {
  const form = { name: `${name} ${by.id.slice(-8)}`, description: 'An app.', website: 'https://myapp.ng' };
  return (await client.as(by).post<App>('/app/', form)).body;
}
let released = 0;
const release = (secret: string, app: App) =>
  client.bearing(secret).post<Version>('/app/version/', {
    app: app.id,
    version: `1.${String((released += 1))}`,
    latest_feature: 'New.',
  });

test('Is shown once, stored as a hash, listed with its last day of use, and revoked with one press', async () => {
  const owner = await people.verified({});
  const app = await list(owner, 'Shown Once');
  const { body, headers } = await ask(owner, { apps: app.id });
  const { secret, tokens } = body;
  expect(secret).toMatch(/^nb_[\w-]{43}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(tokens).toMatchObject([
    { name: 'CI', scopes: ['releases'], apps: [{ id: app.id }], last_used_on: null },
  ]);
  expect((Date.parse(tokens[0]?.expires_at ?? '') - clock()) / day).toBeCloseTo(30, 2);
  const mail = await mailbox.newest(owner.email);
  expect(mail.subject).toContain('a token for programs was made');
  expect(mail.text).toContain("the token 'CI' was made for your account. Until ");
  expect((await release(secret, app)).status).toBe(201);
  const [used] = await tokensOf(owner);
  expect(used?.last_used_on).toBe(new Date(clock() + 3_600_000).toISOString().slice(0, 10));
  for (const text of [
    JSON.stringify(used),
    mail.text,
    JSON.stringify(await product.sql('select * from api_tokens')),
  ])
    expect(text).not.toContain(secret);
  const revoke = (by: TokenPair) => client.as(by).delete(`/user/tokens/${used?.id ?? ''}/`);
  expect((await revoke(await people.verified())).status).toBe(404);
  expect((await revoke(owner)).body).toEqual({ tokens: [] });
  const { status, body: refused, headers: of } = await release(secret, app);
  expect([status, of.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(refused.error).toBe(
    'This token is not valid: it was revoked or has expired, or its account is closed.',
  );
});

test('Is made with the password, or with the second factor where there is one, by a verified account', async () => {
  const owner = await people.verified({});
  const wrong = await ask(owner, { password: 'not it' });
  expect(wrong.body.fields).toEqual({ password: 'This password is wrong.' });
  expect((await ask(owner, { password: undefined })).body).toMatchObject({ code: 'confirm' });
  expect((await ask(await people.unverified())).body.error).toBe('Verify your account to make a token.');
  await people.authenticator(owner);
  await make(owner, { password: undefined });
  clock.advance(11 * minute);
  expect((await ask(owner)).body).toMatchObject({ code: 'confirm' });
});

test.each([
  ['name', { name: ' ' }, 'Give the token a name.'],
  ['scopes', { scopes: '' }, 'Choose releases, edit, or both.'],
  ['scopes', { scopes: 'edit,account' }, 'Choose releases, edit, or both.'],
  ['days', { days: 366 }, 'Choose 1 to 365 days.'],
  ['apps', { apps: '' }, 'Choose the apps.'],
  ['apps', { apps: '019a4f10-3c00-7000-8000-0000000ba11e' }, 'Choose among your own apps.'],
])('Is refused for its %s: %o', async (field, more, sentence) => {
  const { status, body } = await ask(await people.verified(), more);
  expect([status, body.fields]).toEqual([400, { [field]: sentence }]);
});

test('Are twenty at most', async () => {
  const owner = await people.verified({});
  for (let count = 0; count < 20; count += 1) await make(owner);
  const { status, body } = await ask(owner);
  expect([status, body.error]).toEqual([409, 'An account can have 20 tokens. Revoke one first.']);
});

test('Changes the texts of chosen apps, and neither others nor who sees them', async () => {
  const owner = await people.verified({});
  const [app, other] = [await list(owner, 'Chosen'), await list(owner, 'Not Chosen')];
  const by = client.bearing(await make(owner, { scopes: 'edit', apps: app.id }));
  const change = (of: App, form: object) => by.patch<App>(`/app/${of.id}/`, form);
  const { status, body } = await change(app, { description: 'Better.', website: 'https://better.ng' });
  expect([status, body.description]).toEqual([200, 'Better.']);
  expect((await change(other, { description: 'Better.' })).body.error).toBe(
    'This token was made for other apps.',
  );
  for (const [field, value] of Object.entries({
    state: 'unlisted',
    lifecycle: 'discontinued',
    replaced_by: other.id,
    version: '9.9',
  })) {
    const refused = await change(app, { description: 'Worse.', [field]: value });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      `A token for programs cannot change '${field}'.`,
    ]);
  }
  const everything = await make(owner, { scopes: 'releases,edit' });
  expect((await release(everything, await list(owner, 'Later'))).status).toBe(201);
  const stranger = await list(await people.verified(), 'Stranger');
  expect((await release(everything, stranger)).body.error).toBe('Only the owner of this app can change it.');
});

test.each([
  [
    'a password set by a mailed code',
    async (owner: Person) => {
      await client.post('/user/forgot-password/', { email: owner.email });
      const code = await mailbox.code(owner.email);
      const { body } = await client.post<{ reset_token: string }>('/user/verify-password/', {
        email: owner.email,
        code,
      });
      return await client.post('/user/set-password/', {
        email: owner.email,
        reset_token: body.reset_token,
        password: 'another horse battery',
        confirm_password: 'another horse battery',
      });
    },
  ],
  [
    'a changed password',
    (owner: Person) =>
      client.as(owner).post(`/user/${owner.id}/change-password/`, {
        current_password: password,
        new_password: 'another horse battery',
      }),
  ],
  [
    'the end of all other logins',
    (owner: Person) => client.as(owner).post('/user/sessions/end/', { password }),
  ],
  [
    'the end of its time',
    async () => {
      clock.advance(30 * day);
      await product.sweep();
      return { status: 200 };
    },
  ],
  ['a deleted account', (owner: Person) => client.as(owner).post(`/user/${owner.id}/delete/`, { password })],
])('Ends with %s', async (_, end) => {
  const owner = await people.verified({});
  const app = await list(owner, 'Ends');
  const secret = await make(owner);
  expect((await release(secret, app)).status).toBe(201);
  const { status } = await end(owner);
  expect(status).toBeLessThan(300);
  expect((await release(secret, app)).status).toBe(401);
  expect(await product.sql(`select id from api_tokens where user_id = '${owner.id}'`)).toEqual([]);
});

test('Is refused while its account is suspended or not verified', async () => {
  const owner = await people.verified({});
  const app = await list(owner, 'Suspended');
  const secret = await make(owner);
  // A suspension removes the tokens; one may be made at the same moment.
  for (const [off, on] of [
    ['banned_at = 1', 'banned_at = null'],
    ['is_verified = 0', 'is_verified = 1'],
  ]) {
    const set = (columns = '') => product.sql(`update users set ${columns} where id = '${owner.id}'`);
    await set(off);
    expect((await release(secret, app)).status).toBe(401);
    await set(on);
    expect((await release(secret, app)).status).toBe(201);
  }
});

test('Is refused for every read, and opens no page', async () => {
  const owner = await people.verified({});
  const secret = await make(owner);
  for (const path of ['/user/me/', '/app/', '/user/tokens/', '/openapi.json', '/desk/cases/']) {
    const { status, body } = await client.bearing(secret).get(path);
    expect([path, status, body.error]).toEqual([
      path,
      403,
      'A token for programs does not open this address. It changes the apps it was made for; reading needs no token.',
    ]);
  }
});

test('Lists a release from a pipeline as the docs say', async () => {
  const owner = await people.verified({});
  const app = await list(owner, 'From a Pipeline');
  const page = await readFile('docs/releases-from-a-pipeline.md', 'utf8');
  const script = /run: \|\n([\s\S]*?)```/.exec(page)?.[1]?.replace(/^ {10}/gm, '') ?? '';
  const { origin } = product;
  const env = {
    ...process.env,
    SITE: origin,
    NAIJABUILT_TOKEN: await make(owner),
    APP: app.name_id,
    VERSION: '2.5.0',
    NOTES: 'It\'s "faster" & speaks Yoruba.',
  };
  await promisify(execFile)('bash', ['-eu', '-c', script], { env });
  const { body } = await client.get<App>(`/app/${app.id}/`);
  expect(body.current_version).toMatchObject({ version: '2.5.0', latest_feature: env.NOTES });
});
