// The status that each kind of caller gets from every operation of the desk (/api/v1/desk/...).
import { deskShelves } from './desk-shelves-access.ts';
import { deskRules } from './desk-rules-access.ts';
import type { Person } from './people.ts';

/** `stale`: an admin whose second factor was proved an hour ago. `bare`: a moderator who has not proved one. */
export const deskRoles = [
  'anonymous',
  'unverified',
  'member',
  'suspended',
  'bare',
  'moderator',
  'stale',
  'admin',
] as const;
export type DeskRole = (typeof deskRoles)[number];

/** Made anew after each accepted write. */
export interface DeskSubjects {
  /** An account without a role. */
  account: Person;
  /** An account that is not verified. */
  pending: Person;
}

export interface DeskRow {
  path: (subjects: DeskSubjects) => string;
  body?: (subjects: DeskSubjects) => object;
  /** The status for those who may: moderators, admins whose proof is an hour old, and admins whose proof is fresh. */
  may: [moderator: number, stale: number, admin: number];
}

/** What everybody else gets: nobody learns that there is a desk. */
export const outside = { anonymous: 401, unverified: 404, member: 404, suspended: 401, bare: 403 } as const;

const staff = (status: number): DeskRow['may'] => [status, status, status];
const admin = (status: number): DeskRow['may'] => [403, status, status];
const freshAdmin = (status: number): DeskRow['may'] => [403, 403, status];

export const deskTable: Record<string, DeskRow> = {
  ...deskRules,
  ...deskShelves,
  'GET /desk/me/': { path: () => '/desk/me/', may: staff(200) },
  'GET /desk/listings/{name_id}/proofs/': {
    path: () => '/desk/listings/no-such-app/proofs/',
    may: staff(404),
  },
  'POST /desk/listings/{name_id}/proof/': {
    path: () => '/desk/listings/no-such-app/proof/',
    body: () => ({ action: 'free', reason: 'The owner has written to us.' }),
    may: staff(404),
  },
  'GET /desk/accounts/': { path: () => '/desk/accounts/?q=person', may: staff(200) },
  'GET /desk/accounts/{id}/': { path: ({ account }) => `/desk/accounts/${account.id}/`, may: staff(200) },
  'POST /desk/accounts/{id}/end-sessions/': {
    path: ({ account }) => `/desk/accounts/${account.id}/end-sessions/`,
    body: () => ({}),
    may: staff(200),
  },
  'POST /desk/accounts/{id}/verification/': {
    path: ({ pending }) => `/desk/accounts/${pending.id}/verification/`,
    body: () => ({}),
    may: staff(200),
  },
  'POST /desk/accounts/{id}/app-limit/': {
    path: ({ account }) => `/desk/accounts/${account.id}/app-limit/`,
    body: () => ({ app_limit: 501 }),
    may: staff(200),
  },
  'POST /desk/accounts/{id}/role/': {
    path: ({ account }) => `/desk/accounts/${account.id}/role/`,
    body: () => ({ role: 'moderator' }),
    may: freshAdmin(200),
  },
  'GET /desk/numbers/': { path: () => '/desk/numbers/', may: staff(200) },
  'GET /desk/site/': { path: () => '/desk/site/', may: staff(200) },
  'POST /desk/site/contact/': {
    path: () => '/desk/site/contact/',
    body: () => ({ version: 99, email: 'help@apps.ng' }),
    may: admin(409),
  },
  'POST /desk/site/data-price/': {
    path: () => '/desk/site/data-price/',
    body: () => ({ version: 99, naira_per_gb: 500 }),
    may: admin(409),
  },
  'POST /desk/site/announcement/': {
    path: () => '/desk/site/announcement/',
    body: () => ({ version: 99, text: 'Tonight nobody can list an app.' }),
    may: admin(409),
  },
  'POST /desk/site/announcement/remove/': {
    path: () => '/desk/site/announcement/remove/',
    body: () => ({ version: 99 }),
    may: admin(409),
  },
  'GET /desk/categories/': { path: () => '/desk/categories/', may: staff(200) },
  'GET /desk/categories/{id}/merge/': {
    path: () => '/desk/categories/books/merge/?into=news',
    may: staff(200),
  },
  'POST /desk/categories/': {
    path: () => '/desk/categories/',
    body: () => ({ name: 'Books' }),
    may: admin(200),
  },
  'PATCH /desk/categories/{id}/': {
    path: () => '/desk/categories/books/',
    body: () => ({ version: 99, name: 'Literature' }),
    may: admin(409),
  },
  'POST /desk/categories/{id}/merge/': {
    path: () => '/desk/categories/books/merge/',
    body: () => ({ version: 99, into: 'news' }),
    may: admin(409),
  },
  'POST /desk/categories/{id}/remove/': {
    path: () => '/desk/categories/books/remove/',
    body: () => ({ version: 99 }),
    may: admin(409),
  },
  'POST /desk/accounts/{id}/delete/': {
    path: ({ account }) => `/desk/accounts/${account.id}/delete/`,
    body: ({ account }) => ({ email: account.email }),
    may: freshAdmin(200),
  },
};
