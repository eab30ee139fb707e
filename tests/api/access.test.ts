// Who may call what: every operation of the API by everybody who could, from one table. A route without a row fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createPerson, sessionOf, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const roles = ['anonymous', 'unverified', 'other', 'owner'] as const;
type Role = (typeof roles)[number];

/** What belongs to the owner, made anew for each call, so that a call that is let through spoils nothing. */
interface Owned {
  user: Person;
  app: AppJson;
  releaseId: string;
  screenshotId: string;
}

type Statuses = [anonymous: number, unverified: number, other: number, owner: number];

interface Row {
  path: (owned: Owned) => string;
  body?: (owned: Owned) => Record<string, string>;
  /** With a picture under this name. */
  file?: string;
  expected: Statuses;
}

const everyone = (path: Row['path'], status = 200): Row => ({
  path,
  expected: [status, status, status, status],
});
const password = 'correct horse battery';
const forms: Statuses = [400, 400, 400, 400];

const table: Record<string, Row> = {
  'GET /app/': everyone(() => '/app/'),
  'GET /app/category_list/': everyone(() => '/app/category_list/'),
  'GET /app/social_list/': everyone(() => '/app/social_list/'),
  'GET /app/exists/': everyone(() => '/app/exists/?name=x'),
  'GET /app/{name_id}/': everyone(({ app }) => `/app/${app.name_id}/`),
  'GET /app/screenshot/{id}/': everyone(({ screenshotId }) => `/app/screenshot/${screenshotId}/`),
  'GET /app/version/': everyone(({ app }) => `/app/version/?app=${app.id}`),
  'GET /timeline/': everyone(({ user }) => `/timeline/?user=${user.id}`),
  'GET /user/{id}/': everyone(({ user }) => `/user/${user.id}/`),
  'GET /user/{id}/apps/': everyone(({ user }) => `/user/${user.id}/apps/`),
  'GET /user/{id}/portfolio/': everyone(({ user }) => `/user/${user.id}/portfolio/`),
  'GET /user/generate-strong-password/': everyone(() => '/user/generate-strong-password/'),

  // Forms that anyone may send; empty ones are refused for what is missing, and for nothing else.
  'POST /token/': { path: () => '/token/', body: () => ({}), expected: forms },
  'POST /token/refresh/': { path: () => '/token/refresh/', body: () => ({}), expected: forms },
  'POST /logout/': { path: () => '/logout/', body: () => ({}), expected: forms },
  'POST /user/': { path: () => '/user/', body: () => ({}), expected: forms },
  'POST /user/verify/': { path: () => '/user/verify/', body: () => ({}), expected: forms },
  'POST /user/resend-registration-code/': {
    path: () => '/user/resend-registration-code/',
    body: () => ({}),
    expected: forms,
  },
  'POST /user/forgot-password/': { path: () => '/user/forgot-password/', body: () => ({}), expected: forms },
  'POST /user/verify-password/': { path: () => '/user/verify-password/', body: () => ({}), expected: forms },
  'POST /user/set-password/': { path: () => '/user/set-password/', body: () => ({}), expected: forms },

  // Whoever is logged in.
  'GET /user/me/': { path: () => '/user/me/', expected: [401, 200, 200, 200] },
  'GET /user/sessions/': { path: () => '/user/sessions/', expected: [401, 200, 200, 200] },
  // Another's session is as one that there is not.
  'POST /user/sessions/end/': {
    path: () => '/user/sessions/end/',
    body: ({ user }) => ({ password, id: sessionOf(user.access) }),
    expected: [401, 404, 404, 200],
  },
  'POST /app/': {
    path: () => '/app/',
    body: () => ({
      name: `Listed ${Math.random()}`,
      description: 'By whoever may.',
      website: 'https://myapp.ng',
    }),
    expected: [401, 403, 201, 201],
  },

  // The owner alone.
  'GET /user/{id}/views/': { path: ({ user }) => `/user/${user.id}/views/`, expected: [401, 403, 403, 200] },
  'GET /app/{name_id}/views/': {
    path: ({ app }) => `/app/${app.name_id}/views/`,
    expected: [401, 403, 403, 200],
  },
  'PATCH /user/{id}/': {
    path: ({ user }) => `/user/${user.id}/`,
    body: () => ({ about_me: 'Changed.' }),
    expected: [401, 403, 403, 200],
  },
  'POST /user/{id}/change-password/': {
    path: ({ user }) => `/user/${user.id}/change-password/`,
    body: () => ({ current_password: password, new_password: 'another horse battery' }),
    expected: [401, 403, 403, 200],
  },
  'POST /user/{id}/export/': {
    path: ({ user }) => `/user/${user.id}/export/`,
    body: () => ({ password }),
    expected: [401, 403, 403, 200],
  },
  'GET /user/{id}/export/': {
    path: ({ user }) => `/user/${user.id}/export/`,
    expected: [401, 403, 403, 200],
  },
  // By the token that the owner was given, whoever sends it.
  'POST /user/{id}/export/download/': {
    path: ({ user }) => `/user/${user.id}/export/download/`,
    body: () => ({ token: 'none' }),
    expected: [403, 403, 403, 403],
  },
  'POST /user/{id}/delete/': {
    path: ({ user }) => `/user/${user.id}/delete/`,
    body: () => ({ password }),
    expected: [401, 403, 403, 200],
  },
  'PATCH /app/{name_id}/': {
    path: ({ app }) => `/app/${app.name_id}/`,
    body: () => ({ description: 'Changed.' }),
    expected: [401, 403, 403, 200],
  },
  'DELETE /app/{name_id}/': { path: ({ app }) => `/app/${app.name_id}/`, expected: [401, 403, 403, 200] },
  'POST /app/version/': {
    path: () => '/app/version/',
    body: ({ app }) => ({ app: app.id, latest_feature: 'New.', release_type: 'BETA' }),
    expected: [401, 403, 403, 201],
  },
  'GET /app/version/{id}/': {
    path: ({ app }) => `/app/version/${app.current_version.id}/`,
    expected: [200, 200, 200, 200],
  },
  'PATCH /app/version/{id}/': {
    path: ({ app }) => `/app/version/${app.current_version.id}/`,
    body: () => ({ version: '7.0' }),
    expected: [401, 403, 403, 200],
  },
  'DELETE /app/version/{id}/': {
    path: ({ releaseId }) => `/app/version/${releaseId}/`,
    expected: [401, 403, 403, 200],
  },
  'PATCH /app/screenshot/{id}/update/': {
    path: ({ screenshotId }) => `/app/screenshot/${screenshotId}/update/`,
    body: () => ({}),
    file: 'screenshots',
    expected: [401, 403, 403, 200],
  },
  'PATCH /app/screenshot/{id}/delete/': {
    path: ({ screenshotId }) => `/app/screenshot/${screenshotId}/delete/`,
    body: () => ({}),
    expected: [401, 403, 403, 200],
  },
  'DELETE /app/screenshot/{id}/delete/': {
    path: ({ screenshotId }) => `/app/screenshot/${screenshotId}/delete/`,
    expected: [401, 403, 403, 200],
  },
};

describe.each(engines)('access on %s', (engine) => {
  let api: TestApi;
  let shot: Buffer;
  let owned: Owned | undefined;
  const people: Partial<Record<Role, Person>> = {};

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    shot = await picture(60, 100);
    people.unverified = await createPerson(api, { verified: false });
    people.other = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  async function own(): Promise<Owned> {
    const user = await createPerson(api);
    const values = {
      name: `Owned ${user.email}`,
      description: 'Mine.',
      website: 'https://myapp.ng',
      screenshot: [shot],
    };
    const { status, body } = await sendForm<AppJson>(api, 'POST', '/app/', values, user);
    expect(status, body.error).toBe(201);
    const released = await api.post('/app/version/', { app: body.id, latest_feature: 'New.' }, user.access);
    expect(released.status).toBe(201);
    const { id: releaseId } = released.body as { id: string };
    return { user, app: body, releaseId, screenshotId: body.screenshot[0]?.id ?? '' };
  }

  async function callAs(
    role: Role,
    method: string,
    { path, body, file }: Row,
    owned: Owned,
  ): Promise<number> {
    const person = role === 'owner' ? owned.user : people[role];
    const target = path(owned);
    const answer =
      method === 'GET' || !body
        ? await api.request(target, {
            method,
            headers: person ? { authorization: `Bearer ${person.access}` } : {},
          })
        : await sendForm(api, method, target, { ...body(owned), ...(file && { [file]: shot }) }, person);
    return answer.status;
  }

  test('every operation has a row, and no row is left over', async () => {
    const { paths } = await api.get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json');
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    expect(operations.length).toBeGreaterThan(30);
    expect(operations.sort()).toEqual(Object.keys(table).sort());
  });

  test.each(Object.entries(table))('%s', async (operation, row) => {
    const [method = ''] = operation.split(' ');
    const seen: Partial<Record<Role, number>> = {};
    for (const role of roles) {
      // What was let through may have changed or removed it.
      owned ??= await own();
      seen[role] = await callAs(role, method, row, owned);
      if (role === 'owner' && method !== 'GET') owned = undefined;
    }
    expect(seen).toEqual(Object.fromEntries(roles.map((role, index) => [role, row.expected[index]])));
    expect(api.faults).toEqual([]);
  });

  test('a token that was touched, is over, or belongs to a session that ended is nobody', async () => {
    const { user } = await own();
    const [head, claims, signature = ''] = user.access.split('.');
    const forged = Buffer.from(
      JSON.stringify({
        ...(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as object),
        user_id: people.other?.id,
      }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    for (const token of [
      `${head}.${forged}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -2)}AA`,
      `${none}.${claims}.`,
      'undefined',
      'null',
    ]) {
      const { status } = await api.request('/user/me/', { headers: { authorization: `Bearer ${token}` } });
      expect([token, status]).toEqual([token, 401]);
    }
  });
});
