// The status that each kind of caller gets from every operation of the API.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { factorRows } from './factor-access-table.ts';
import { sessionOf, type Person } from './people.ts';

export const roles = ['anonymous', 'unverified', 'other', 'owner'] as const;
export type Role = (typeof roles)[number];

/** One owner's data, made anew after each accepted write, so that no call depends on another. */
export interface Owned {
  user: Person;
  app: AppJson;
  releaseId: string;
  screenshotId: string;
}

type Statuses = [anonymous: number, unverified: number, other: number, owner: number];

export interface Row {
  path: (owned: Owned) => string;
  body?: (owned: Owned) => Record<string, string>;
  /** A body that is no form. */
  json?: (owned: Owned) => object;
  /** Name of the field with the picture. */
  file?: string;
  expected: Statuses;
}

const everyone = (path: Row['path'], status = 200): Row => ({
  path,
  expected: [status, status, status, status],
});
const password = 'correct horse battery';
const forms: Statuses = [400, 400, 400, 400];

export const table: Record<string, Row> = {
  ...factorRows,
  'GET /app/': everyone(() => '/app/'),
  'GET /app/category_list/': everyone(() => '/app/category_list/'),
  'GET /app/social_list/': everyone(() => '/app/social_list/'),
  'GET /app/exists/': everyone(() => '/app/exists/?name=x'),
  'GET /app/{name_id}/': everyone(({ app }) => `/app/${app.name_id}/`),
  'GET /app/screenshot/{id}/': everyone(({ screenshotId }) => `/app/screenshot/${screenshotId}/`),
  'GET /app/version/': everyone(({ app }) => `/app/version/?app=${app.id}`),
  'GET /timeline/': everyone(({ user }) => `/timeline/?user=${user.id}`),
  'POST /app/{id}/taps/': { path: ({ app }) => `/app/${app.id}/taps/`, expected: [200, 200, 200, 200] },
  'GET /user/{id}/': everyone(({ user }) => `/user/${user.id}/`),
  'GET /user/{id}/apps/': everyone(({ user }) => `/user/${user.id}/apps/`),
  'GET /user/{id}/portfolio/': everyone(({ user }) => `/user/${user.id}/portfolio/`),
  'GET /user/generate-strong-password/': everyone(() => '/user/generate-strong-password/'),

  // Forms that anyone may send; empty ones are refused for their missing fields and for nothing else.
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

  // The holder of the mailed link may; others get the answer for an address that does not exist.
  'GET /report/{number}/': everyone(() => '/report/20261121-K7Q2/?key=wrong', 404),
  'GET /report/answer/{token}/': everyone(() => '/report/answer/wrong/', 404),
  'POST /report/answer/{token}/': {
    path: () => '/report/answer/wrong/',
    body: () => ({ answer: 'mended' }),
    expected: [404, 404, 404, 404],
  },
  'GET /appeal/{token}/': everyone(() => '/appeal/wrong/', 404),
  'POST /appeal/{token}/': {
    path: () => '/appeal/wrong/',
    body: () => ({ message: 'This decision is wrong, for it was not us.' }),
    expected: [404, 404, 404, 404],
  },
  'POST /report/confirm/': { path: () => '/report/confirm/', body: () => ({}), expected: forms },
  // A guest needs a name and an address; an owner cannot report the own app.
  'POST /report/': {
    path: () => '/report/',
    body: ({ app }) => ({
      about: `app:${app.name_id}`,
      reason: 'spam',
      message: 'The same app is listed again and again.',
    }),
    expected: [400, 403, 201, 409],
  },
  'GET /transparency/': everyone(() => '/transparency/'),
  'GET /policies/': everyone(() => '/policies/'),
  'GET /moderation/{number}/': everyone(() => '/moderation/20261121-K7Q2/', 404),

  // For anyone who is logged in.
  'GET /user/me/': { path: () => '/user/me/', expected: [401, 200, 200, 200] },
  'GET /user/me/saved/': { path: () => '/user/me/saved/', expected: [401, 200, 200, 200] },
  'PUT /user/me/saved/': {
    path: () => '/user/me/saved/',
    json: () => ({ apps: [] }),
    expected: [401, 200, 200, 200],
  },
  'GET /user/me/follows/': { path: () => '/user/me/follows/', expected: [401, 200, 200, 200] },
  'PUT /user/me/follows/': {
    path: () => '/user/me/follows/',
    json: ({ app }) => ({ subject: `app:${app.id}`, follow: true }),
    expected: [401, 200, 200, 200],
  },
  'GET /user/me/notices/': { path: () => '/user/me/notices/', expected: [401, 200, 200, 200] },
  'PUT /user/me/notices/': {
    path: () => '/user/me/notices/',
    json: () => ({ app_mail: 'never' }),
    expected: [401, 200, 200, 200],
  },
  'GET /user/listings/': { path: () => '/user/listings/', expected: [401, 200, 200, 200] },
  // Another user's app is answered like one that does not exist.
  'GET /user/listings/{name_id}/': {
    path: ({ app }) => `/user/listings/${app.name_id}/`,
    expected: [401, 404, 404, 200],
  },
  'GET /user/sessions/': { path: () => '/user/sessions/', expected: [401, 200, 200, 200] },
  // Another user's session is answered like one that does not exist.
  'POST /user/sessions/end/': {
    path: () => '/user/sessions/end/',
    body: ({ user }) => ({ password, id: sessionOf(user.access) }),
    expected: [401, 404, 404, 200],
  },
  'POST /app/': {
    path: () => '/app/',
    body: () => ({
      name: `Listed ${Math.random()}`,
      description: 'Listed by a verified person.',
      website: 'https://myapp.ng',
    }),
    expected: [401, 403, 201, 201],
  },

  // For the owner only.
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
  // The token in the body decides, not the caller.
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
  // Anybody may claim an app; here nothing is sent to another site, because the repository is missing.
  'GET /app/{name_id}/proof/': {
    path: ({ app }) => `/app/${app.name_id}/proof/`,
    expected: [401, 403, 200, 200],
  },
  'GET /app/{name_id}/links/': {
    path: ({ app }) => `/app/${app.name_id}/links/`,
    expected: [401, 403, 403, 200],
  },
  'POST /app/{name_id}/proof/': {
    path: ({ app }) => `/app/${app.name_id}/proof/`,
    body: () => ({ way: 'repository' }),
    expected: [401, 403, 400, 400],
  },
  // Refused before anything is sent to another site: the address is not one.
  'POST /app/import/': {
    path: () => '/app/import/',
    body: () => ({ address: 'nothing' }),
    expected: [401, 403, 400, 400],
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
