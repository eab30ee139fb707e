import { describe, expect, test } from 'vitest';
import { accessClaimsSchema, tokenPairSchema } from '../../shared/schemas/accounts.ts';
import { isPair, readClaims } from './token-pair.ts';

const claims = {
  user_id: '01a1fb81-7fdf-7193-9487-a87ac48089b0',
  email: 'ada@example.com',
  firstname: 'Ọmọ́lará',
  is_verified: false,
  dp: null,
  sid: 'a',
  iat: 1_800_000_000,
  exp: 1_800_000_900,
};

function tokenOf(payload: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;
}

describe('The claims of an access token', () => {
  test('Reads the claims of an access token in every alphabet', () => {
    expect(readClaims(tokenOf(claims))).toEqual(claims);
    expect(readClaims(tokenOf({ ...claims, firstname: '李' }))?.firstname).toBe('李');
    expect(readClaims(tokenOf({ ...claims, dp: 'https://a.test/media/x.jpg' }))?.dp).toContain('/media/');
  });

  test.each([
    '',
    'x',
    'a.b',
    'a.%.c',
    'a.bm90IGpzb24.c',
    tokenOf(null),
    tokenOf(1),
    tokenOf('text'),
    tokenOf([]),
    tokenOf({}),
    ...Object.keys(claims).map((name) => tokenOf({ ...claims, [name]: undefined })),
    ...Object.keys(claims).map((name) => tokenOf({ ...claims, [name]: {} })),
    tokenOf({ ...claims, exp: 1.5 }),
    tokenOf({ ...claims, exp: '1' }),
    tokenOf({ ...claims, is_verified: 'true' }),
  ])('Finds no claims in %j, neither with the function nor with the schema', (token) => {
    expect(readClaims(token)).toBeNull();
    const middle = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    let payload: unknown = null;
    try {
      payload = JSON.parse(middle);
    } catch {
      // Without claims the result is not an object either.
    }
    expect(accessClaimsSchema.safeParse(payload).success).toBe(false);
  });

  test('Accepts the claims of the test also with the schema', () => {
    expect(accessClaimsSchema.safeParse(claims).success).toBe(true);
  });
});

test.each([
  { access: 'a', refresh: 'b' },
  { access: '', refresh: '' },
  { access: 'a', refresh: 'b', more: 1 },
  { access: 'a' },
  { access: 1, refresh: 'b' },
  { access: 'a', refresh: null },
  null,
  'text',
  [],
])('%j is a pair of tokens for both the function and the schema, or for neither', (value) => {
  expect(isPair(value)).toBe(tokenPairSchema.safeParse(value).success);
});
