// Who may call what: each operation of the API by each kind of caller. An operation without a row fails. The desk has
// a table of its own.
import { beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import {
  password,
  startProduct,
  type App,
  type Person,
  type TokenPair,
  type Version,
} from '../harness/product.ts';

const product = await startProduct();
const { client, people } = product;
const shot = await picture(60, 100, { isFlat: true });

const roles = ['anonymous', 'unverified', 'suspended', 'other', 'owner'] as const;
type Role = (typeof roles)[number];

/** What somebody owns, made anew after each accepted write, so that no call depends on another. */
interface Owned {
  user: Person;
  app: App;
  releaseId: string;
  /** Of a list. */
  slug: string;
}
interface Sent {
  path: string;
  form?: object;
}
/** What is sent, and the statuses: anonymous, unverified, suspended, other, owner. */
type Row = [send: (owned: Owned) => Sent, ...statuses: number[]];

function sessionOf({ access }: TokenPair): string {
  return (JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;
}

const chosen = { title: 'For traders', sentence: '', is_public: true, apps: [] };

/** For everybody alike. */
const all = (path: (owned: Owned) => string, status = 200, form?: object): Row => [
  (owned) => ({ path: path(owned), ...(form && { form }) }),
  ...Array<number>(5).fill(status),
];
/** A form that anybody may send; an empty one is refused for its missing fields and for nothing else. */
const empty = (path: string): Row => all(() => path, 400, {});
/** For whoever is logged in. */
const member = (path: string, form?: object): Row => [
  () => ({ path, ...(form && { form }) }),
  401,
  200,
  401,
  200,
  200,
];
/** For the owner alone. */
const mine = (send: (owned: Owned) => Sent, status = 200): Row => [send, 401, 403, 401, 403, status];
const factor = (path: string, form: object, ...statuses: number[]): Row => [
  () => ({ path: `/user/factors/${path}/`, form }),
  401,
  ...statuses,
];
const shotOf = ({ app }: Owned) => `/app/screenshot/${app.screenshot[0]?.id ?? ''}`;

const table: Record<string, Row> = {
  'GET /app/': all(() => '/app/'),
  'GET /app/category_list/': all(() => '/app/category_list/'),
  'GET /app/social_list/': all(() => '/app/social_list/'),
  'GET /app/exists/': all(() => '/app/exists/?name=x'),
  'GET /app/{name_id}/': all(({ app }) => `/app/${app.name_id}/`),
  'GET /app/screenshot/{id}/': all((owned) => `${shotOf(owned)}/`),
  'GET /app/version/': all(({ app }) => `/app/version/?app=${app.id}`),
  'GET /app/version/{id}/': all(({ app }) => `/app/version/${app.current_version.id}/`),
  'GET /timeline/': all(({ user }) => `/timeline/?user=${user.id}`),
  'POST /app/{id}/taps/': all(({ app }) => `/app/${app.id}/taps/`),
  'GET /user/{id}/': all(({ user }) => `/user/${user.id}/`),
  'GET /user/{id}/apps/': all(({ user }) => `/user/${user.id}/apps/`),
  'GET /user/{id}/portfolio/': all(({ user }) => `/user/${user.id}/portfolio/`),
  'GET /user/generate-strong-password/': all(() => '/user/generate-strong-password/'),
  'GET /transparency/': all(() => '/transparency/'),
  'GET /policies/': all(() => '/policies/'),
  'GET /moderation/{number}/': all(() => '/moderation/20261121-K7Q2/', 404),

  'POST /token/': empty('/token/'),
  'POST /token/refresh/': empty('/token/refresh/'),
  'POST /token/factor/': empty('/token/factor/'),
  'POST /token/factor/options/': all(() => '/token/factor/options/', 200, {}),
  'POST /logout/': empty('/logout/'),
  'POST /user/': empty('/user/'),
  'POST /user/verify/': empty('/user/verify/'),
  'POST /user/resend-registration-code/': empty('/user/resend-registration-code/'),
  'POST /user/forgot-password/': empty('/user/forgot-password/'),
  'POST /user/verify-password/': empty('/user/verify-password/'),
  'POST /user/set-password/': empty('/user/set-password/'),

  // The holder of the mailed link may; others get the answer for an address that does not exist.
  'GET /report/{number}/': all(() => '/report/20261121-K7Q2/?key=wrong', 404),
  'GET /report/answer/{token}/': all(() => '/report/answer/wrong/', 404),
  'POST /report/answer/{token}/': all(() => '/report/answer/wrong/', 404, { answer: 'mended' }),
  'GET /appeal/{token}/': all(() => '/appeal/wrong/', 404),
  'POST /appeal/{token}/': all(() => '/appeal/wrong/', 404, {
    message: 'This decision is wrong, for it was not us.',
  }),
  'POST /report/confirm/': empty('/report/confirm/'),
  // A guest needs a name and an address; an owner cannot report the own app.
  'POST /report/': [
    ({ app }) => ({
      path: '/report/',
      form: { about: `app:${app.name_id}`, reason: 'spam', message: 'The same app again and again.' },
    }),
    ...[400, 403, 401, 201, 409],
  ],

  'GET /user/me/': member('/user/me/'),
  'GET /user/me/saved/': member('/user/me/saved/'),
  'PUT /user/me/saved/': member('/user/me/saved/', { apps: [] }),
  'GET /user/me/follows/': member('/user/me/follows/'),
  'PUT /user/me/follows/': [
    ({ app }) => ({ path: '/user/me/follows/', form: { subject: `app:${app.id}`, follow: true } }),
    ...[401, 200, 401, 200, 200],
  ],
  'GET /user/me/notices/': member('/user/me/notices/'),
  'PUT /user/me/notices/': member('/user/me/notices/', { app_mail: 'never' }),
  'GET /user/listings/': member('/user/listings/'),
  'GET /user/sessions/': member('/user/sessions/'),
  // What belongs to somebody else is answered like what does not exist.
  'GET /user/listings/{name_id}/': [
    ({ app }) => ({ path: `/user/listings/${app.name_id}/` }),
    ...[401, 404, 401, 404, 200],
  ],
  'GET /user/me/lists/': member('/user/me/lists/'),
  'GET /user/me/lists/{slug}/': [
    ({ slug }) => ({ path: `/user/me/lists/${slug}/` }),
    ...[401, 404, 401, 404, 200],
  ],
  'GET /list/{slug}/': all(({ slug }) => `/list/${slug}/`),
  'POST /list/': [() => ({ path: '/list/', form: chosen }), ...[401, 403, 401, 201, 201]],
  'PATCH /list/{slug}/': [
    ({ slug }) => ({ path: `/list/${slug}/`, form: { ...chosen, version: 1 } }),
    ...[401, 404, 401, 404, 200],
  ],
  'DELETE /list/{slug}/': [({ slug }) => ({ path: `/list/${slug}/` }), ...[401, 404, 401, 404, 200]],
  'GET /user/tokens/': member('/user/tokens/'),
  'POST /user/tokens/': [
    () => ({ path: '/user/tokens/', form: { name: 'CI', scopes: 'edit', apps: 'all', days: 30, password } }),
    ...[401, 403, 401, 201, 201],
  ],
  'DELETE /user/tokens/{id}/': [() => ({ path: '/user/tokens/none/' }), ...[401, 404, 401, 404, 404]],
  'POST /user/sessions/end/': [
    ({ user }) => ({ path: '/user/sessions/end/', form: { password, id: sessionOf(user) } }),
    ...[401, 404, 401, 404, 200],
  ],

  'GET /user/factors/': member('/user/factors/'),
  'POST /user/factors/prove/options/': factor('prove/options', {}, 409, 401, 409, 409),
  'POST /user/factors/prove/': factor('prove', { code: '123456' }, 409, 401, 409, 409),
  'POST /user/factors/passkeys/options/': factor('passkeys/options', { password }, 403, 401, 200, 200),
  'POST /user/factors/passkeys/': factor(
    'passkeys',
    { token: `nbf_${'a'.repeat(43)}`, name: 'Phone', passkey: '{}' },
    ...[400, 401, 400, 400],
  ),
  'PATCH /user/factors/passkeys/{id}/': factor('passkeys/none', { name: 'Phone' }, 404, 401, 404, 404),
  'POST /user/factors/passkeys/{id}/remove/': factor(
    'passkeys/none/remove',
    { password },
    403,
    401,
    404,
    404,
  ),
  'POST /user/factors/authenticator/confirm/': factor(
    'authenticator/confirm',
    { code: '123456' },
    ...[409, 401, 409, 409],
  ),
  'POST /user/factors/authenticator/': factor('authenticator', { password }, 403, 401, 200, 200),
  'POST /user/factors/authenticator/remove/': factor(
    'authenticator/remove',
    { password },
    403,
    401,
    404,
    404,
  ),
  'POST /user/factors/recovery-codes/': factor('recovery-codes', { password }, 403, 401, 409, 409),

  'POST /app/': [
    () => ({
      path: '/app/',
      form: { name: `Listed ${String(Math.random())}`, description: 'An app.', website: 'https://myapp.ng' },
    }),
    ...[401, 403, 401, 201, 201],
  ],
  // Refused before anything is sent to another site: the address is not one.
  'POST /app/import/': [
    () => ({ path: '/app/import/', form: { address: 'nothing' } }),
    ...[401, 403, 401, 400, 400],
  ],
  // Anybody may claim an app; nothing is sent to another site, because the repository is missing.
  'GET /app/{name_id}/proof/': [
    ({ app }) => ({ path: `/app/${app.name_id}/proof/` }),
    ...[401, 403, 401, 200, 200],
  ],
  'POST /app/{name_id}/proof/': [
    ({ app }) => ({ path: `/app/${app.name_id}/proof/`, form: { way: 'repository' } }),
    ...[401, 403, 401, 400, 400],
  ],

  'GET /user/{id}/views/': mine(({ user }) => ({ path: `/user/${user.id}/views/` })),
  'GET /app/{name_id}/views/': mine(({ app }) => ({ path: `/app/${app.name_id}/views/` })),
  'GET /app/{name_id}/statistics/': mine(({ app }) => ({ path: `/app/${app.name_id}/statistics/` })),
  'GET /app/{name_id}/links/': mine(({ app }) => ({ path: `/app/${app.name_id}/links/` })),
  'PATCH /user/{id}/': mine(({ user }) => ({ path: `/user/${user.id}/`, form: { about_me: 'Changed.' } })),
  'POST /user/{id}/change-password/': mine(({ user }) => ({
    path: `/user/${user.id}/change-password/`,
    form: { current_password: password, new_password: 'another horse battery' },
  })),
  'POST /user/{id}/export/': mine(({ user }) => ({ path: `/user/${user.id}/export/`, form: { password } })),
  // The token in the body decides, not the caller.
  'POST /user/{id}/delete/': mine(({ user }) => ({ path: `/user/${user.id}/delete/`, form: { password } })),
  'PATCH /app/{name_id}/': mine(({ app }) => ({
    path: `/app/${app.name_id}/`,
    form: { description: 'Changed.' },
  })),
  'DELETE /app/{name_id}/': mine(({ app }) => ({ path: `/app/${app.name_id}/` })),
  'POST /app/version/': mine(
    ({ app }) => ({
      path: '/app/version/',
      form: { app: app.id, latest_feature: 'New.', release_type: 'BETA' },
    }),
    201,
  ),
  'PATCH /app/version/{id}/': mine(({ app }) => ({
    path: `/app/version/${app.current_version.id}/`,
    form: { version: '7.0' },
  })),
  'DELETE /app/version/{id}/': mine(({ releaseId }) => ({ path: `/app/version/${releaseId}/` })),
  'PATCH /app/screenshot/{id}/update/': mine((owned) => ({
    path: `${shotOf(owned)}/update/`,
    form: { screenshots: shot },
  })),
  'PATCH /app/screenshot/{id}/delete/': mine((owned) => ({ path: `${shotOf(owned)}/delete/`, form: {} })),
  'DELETE /app/screenshot/{id}/delete/': mine((owned) => ({ path: `${shotOf(owned)}/delete/` })),
};

async function own(): Promise<Owned> {
  const user = await people.verified({});
  const by = client.as(user);
  const form = {
    name: `Owned ${user.id}`,
    description: 'Mine.',
    website: 'https://myapp.ng',
    screenshot: [shot],
  };
  const { status, body: app } = await by.post<App>('/app/', form);
  expect(status, app.error).toBe(201);
  const release = { app: app.id, version: '0.2.0', latest_feature: 'New.' };
  const { body } = await by.post<Version>('/app/version/', release);
  const { slug } = (await by.post<{ slug: string }>('/list/', chosen)).body;
  return { user, slug, app: (await client.get<App>(`/app/${app.id}/`)).body, releaseId: body.id };
}

describe('Every operation of the API', () => {
  const callers: Partial<Record<Role, Person>> = {};
  let owned: Owned | undefined;

  beforeAll(async () => {
    callers.unverified = await people.unverified();
    callers.other = await people.verified();
    const suspended = await people.verified();
    callers.suspended = suspended;
    const admin = client.as(await people.staff('admin'));
    const about = {
      about: `profile:${suspended.id}`,
      reason: 'scam',
      message: 'It asks for money and gives nothing.',
    };
    await client.as(callers.other).post('/report/', about);
    interface Case {
      number: string;
      version: number;
    }
    const { body } = await admin.get<{ results: Case[] }>('/desk/cases/');
    const [opened] = body.results;
    const reason = 'It asks for money and gives nothing.';
    const ruling = { policy: 'spam', public_reason: reason, owner_reason: reason };
    const shown = await admin.get<Case>(`/desk/cases/${opened?.number ?? ''}/`);
    const decided = await admin.post(`/desk/cases/${opened?.number ?? ''}/decisions/`, {
      version: shown.body.version,
      action: 'suspend',
      ...ruling,
    });
    expect(decided.status, JSON.stringify(decided.body)).toBe(201);
  });

  test('Has a row here, or in the table of the desk', async () => {
    const { body } = await client.get<{ paths: Record<string, object> }>('/openapi.json');
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    expect(operations.filter((operation) => !operation.includes(' /desk/')).sort()).toEqual(
      Object.keys(table).sort(),
    );
  });

  test.each(Object.entries(table))(
    '%s answers each caller as the table says',
    async (operation, [send, ...statuses]) => {
      const [method = ''] = operation.split(' ');
      const seen: number[] = [];
      for (const role of roles) {
        owned ??= await own();
        const person = role === 'owner' ? owned.user : callers[role];
        const by = person ? client.as(person) : client;
        const { path, form } = send(owned);
        const call = { GET: by.get, POST: by.post, PATCH: by.patch, PUT: by.put, DELETE: by.delete }[method];
        seen.push(((await call?.(path, form as never)) ?? { status: 0 }).status);
        if (role === 'owner' && method !== 'GET') owned = undefined;
      }
      expect(seen).toEqual(statuses);
    },
  );

  test('Takes a token for programs only where its own declaration names the scope', async () => {
    type Declared = Record<string, { 'x-token-scope'?: string }>;
    const { body } = await client.get<{ paths: Record<string, Declared> }>('/openapi.json');
    const declared = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        operation: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
        scope: operation['x-token-scope'],
      })),
    );
    expect(
      Object.fromEntries(declared.filter(({ scope }) => scope).map((one) => [one.operation, one.scope])),
    ).toEqual({
      'POST /app/version/': 'releases',
      'PATCH /app/version/{id}/': 'releases',
      'DELETE /app/version/{id}/': 'releases',
      'PATCH /app/{name_id}/': 'edit',
      'PATCH /app/screenshot/{id}/update/': 'edit',
      'DELETE /app/screenshot/{id}/delete/': 'edit',
    });
    const wrong: string[] = [];
    for (const scopes of ['releases', 'edit']) {
      let owner: Owned | undefined;
      let by = client;
      for (const { operation, scope } of declared) {
        if (!owner) {
          owner = await own();
          const asked = { name: 'CI', scopes, apps: 'all', days: 30, password };
          by = client.bearing(
            (await client.as(owner.user).post<{ secret: string }>('/user/tokens/', asked)).body.secret,
          );
        }
        const [method = '', address = ''] = operation.split(' ');
        const [send, ...statuses] = table[operation] ?? [() => ({ path: address.replaceAll(/[{}]/g, '') })];
        const { path, form }: Sent = send(owner);
        const call = { GET: by.get, POST: by.post, PATCH: by.patch, PUT: by.put, DELETE: by.delete }[method];
        const answer = await call?.(path, form as never);
        const expected = scope === scopes ? statuses.at(-1) : 403;
        if (answer?.status !== expected || (expected === 403 && !/ token /.test(answer?.body.error ?? '')))
          wrong.push(`${scopes}: ${operation} ${String(answer?.status)} ${answer?.body.error ?? ''}`);
        if (scope === scopes) owner = undefined;
      }
    }
    expect(wrong).toEqual([]);
  });

  test('Is refused without a login before its body is looked at', async () => {
    const sent = owned ?? (await own());
    const seen: string[] = [];
    for (const [operation, [send, anonymous]] of Object.entries(table)) {
      const [method = ''] = operation.split(' ');
      if (anonymous !== 401 || method === 'GET') continue;
      const { status } = await client.fetch(`/api/v1${send(sent).path}`, { method });
      if (status !== 401) seen.push(`${operation} ${String(status)}`);
    }
    expect(seen).toEqual([]);
  });
});
