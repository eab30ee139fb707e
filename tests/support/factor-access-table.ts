// Access to the operations of second factors: rows of access-table.ts, of callers who have none.
interface Row {
  path: () => string;
  body?: () => Record<string, string>;
  expected: [anonymous: number, unverified: number, other: number, owner: number];
}

const password = 'correct horse battery';

export const factorRows: Record<string, Row> = {
  'POST /token/factor/options/': {
    path: () => '/token/factor/options/',
    body: () => ({}),
    expected: [200, 200, 200, 200],
  },
  'POST /token/factor/': { path: () => '/token/factor/', body: () => ({}), expected: [400, 400, 400, 400] },

  'GET /user/factors/': { path: () => '/user/factors/', expected: [401, 200, 200, 200] },
  'POST /user/factors/prove/options/': {
    path: () => '/user/factors/prove/options/',
    body: () => ({}),
    expected: [401, 409, 409, 409],
  },
  'POST /user/factors/prove/': {
    path: () => '/user/factors/prove/',
    body: () => ({ code: '123456' }),
    expected: [401, 409, 409, 409],
  },
  'POST /user/factors/passkeys/options/': {
    path: () => '/user/factors/passkeys/options/',
    body: () => ({ password }),
    expected: [401, 403, 200, 200],
  },
  'POST /user/factors/passkeys/': {
    path: () => '/user/factors/passkeys/',
    body: () => ({ token: `nbf_${'a'.repeat(43)}`, name: 'Phone', passkey: '{}' }),
    expected: [401, 400, 400, 400],
  },
  'PATCH /user/factors/passkeys/{id}/': {
    path: () => '/user/factors/passkeys/none/',
    body: () => ({ name: 'Phone' }),
    expected: [401, 404, 404, 404],
  },
  'POST /user/factors/passkeys/{id}/remove/': {
    path: () => '/user/factors/passkeys/none/remove/',
    body: () => ({ password }),
    expected: [401, 403, 404, 404],
  },
  'POST /user/factors/authenticator/': {
    path: () => '/user/factors/authenticator/',
    body: () => ({ password }),
    expected: [401, 403, 200, 200],
  },
  'POST /user/factors/authenticator/confirm/': {
    path: () => '/user/factors/authenticator/confirm/',
    body: () => ({ code: '123456' }),
    // Nobody's app waits for a code that anybody could know.
    expected: [401, 409, 400, 409],
  },
  'POST /user/factors/authenticator/remove/': {
    path: () => '/user/factors/authenticator/remove/',
    body: () => ({ password }),
    expected: [401, 403, 404, 404],
  },
  'POST /user/factors/recovery-codes/': {
    path: () => '/user/factors/recovery-codes/',
    body: () => ({ password }),
    expected: [401, 403, 409, 409],
  },
};
