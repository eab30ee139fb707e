// The status that each kind of caller gets from every operation on cases, decisions and bulk actions.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { Person } from './people.ts';
import { ruling } from './desk-cases.ts';

export const caseRoles = [
  'anonymous',
  'unverified',
  'member',
  'owner',
  'suspended',
  'moderator',
  'admin',
] as const;
export type CaseRole = (typeof caseRoles)[number];

/** What one call is about, made anew after each accepted write. */
export interface CaseThings {
  /** Owner of the listing that the case is about. */
  owner: Person;
  app: AppJson;
  /** An open case about the listing. */
  number: string;
  version: number;
  templateId: string;
  /** A finished bulk action. */
  bulk: string;
  /** The caller; null for an anonymous one. */
  caller: Person | null;
}

export interface CaseRow {
  path: (things: CaseThings) => string;
  body?: (things: CaseThings) => Record<string, unknown>;
  /** Status for a moderator with a fresh second factor. */
  status: number;
  /** Status for an admin, where it differs. */
  admin?: number;
  /** Whether it needs a second factor of the last minutes. */
  isFresh?: true;
}

/** Members get the answer of an address that does not exist. A suspended account has no session. */
export const expectedOf = ({ admin, status }: CaseRow): Record<CaseRole, number> => ({
  anonymous: 401,
  unverified: 404,
  member: 404,
  owner: 404,
  suspended: 401,
  moderator: status,
  admin: admin ?? status,
});

const read = (path: CaseRow['path']): CaseRow => ({ path, status: 200 });
const onCase =
  (part: string): CaseRow['path'] =>
  ({ number }) =>
    `/desk/cases/${number}/${part}`;
const bulkForm = ({ app }: CaseThings) => ({ action: 'remove', ...ruling, listings: [app.id] });

export const caseTable: Record<string, CaseRow> = {
  'GET /desk/cases/': read(() => '/desk/cases/'),
  'GET /desk/cases/{number}/': read(onCase('')),
  'GET /desk/listings/': read(({ owner }) => `/desk/listings/?account=${owner.id}`),
  'GET /desk/templates/': read(() => '/desk/templates/'),
  'GET /desk/bulk/': read(() => '/desk/bulk/'),
  'GET /desk/bulk/{number}/': read(({ bulk }) => `/desk/bulk/${bulk}/`),
  'POST /desk/cases/{number}/claim/': {
    path: onCase('claim/'),
    body: ({ version }) => ({ version }),
    status: 200,
  },
  // Nobody has claimed it.
  'POST /desk/cases/{number}/release/': {
    path: onCase('release/'),
    body: ({ version }) => ({ version }),
    status: 409,
  },
  'POST /desk/cases/{number}/hand-over/': {
    path: onCase('hand-over/'),
    body: ({ caller, version }) => ({ version, to: caller?.id ?? 'nobody' }),
    status: 200,
  },
  'POST /desk/cases/{number}/notes/': {
    path: onCase('notes/'),
    body: () => ({ text: 'Seen before.' }),
    status: 200,
  },
  'POST /desk/cases/{number}/messages/': {
    path: onCase('messages/'),
    body: () => ({ to: 'owner', text: 'Please look at it.' }),
    status: 200,
  },
  'POST /desk/cases/{number}/decisions/preview/': {
    path: onCase('decisions/preview/'),
    body: ({ version }) => ({ version, action: 'remove', ...ruling }),
    status: 200,
  },
  'POST /desk/cases/{number}/decisions/': {
    path: onCase('decisions/'),
    body: ({ version }) => ({ version, action: 'remove', ...ruling }),
    status: 201,
  },
  'POST /desk/templates/': {
    path: () => '/desk/templates/',
    body: () => ({ name: `Template ${Math.random()}`, use: 'owner', body: 'Hello.' }),
    status: 201,
  },
  'PATCH /desk/templates/{id}/': {
    path: ({ templateId }) => `/desk/templates/${templateId}/`,
    body: () => ({ name: `Template ${Math.random()}`, use: 'owner', body: 'Hello.' }),
    status: 200,
  },
  'DELETE /desk/templates/{id}/': { path: ({ templateId }) => `/desk/templates/${templateId}/`, status: 200 },
  'POST /desk/bulk/preview/': { path: () => '/desk/bulk/preview/', body: bulkForm, status: 200 },
  'POST /desk/bulk/': { path: () => '/desk/bulk/', body: bulkForm, status: 201, isFresh: true },
  'POST /desk/bulk/{number}/undo/': {
    path: ({ bulk }) => `/desk/bulk/${bulk}/undo/`,
    status: 200,
    isFresh: true,
  },
};
