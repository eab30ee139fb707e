// Rows of the desk's access table for its rules: reserved names, restrictions and rules of links.
import type { DeskRow } from './desk-access-table.ts';

const staff = (status: number): DeskRow['may'] => [status, status, status];

/** No rule has this id. */
const unknown: DeskRow['path'] = ({ account }) => account.id;

let count = 0;
const nextNumber = (): number => (count += 1);

export const deskRules: Record<string, DeskRow> = {
  'GET /desk/names/': { path: () => '/desk/names/', may: staff(200) },
  'POST /desk/names/': {
    path: () => '/desk/names/',
    body: () => ({ name: `Reserved Name ${String(nextNumber())}${String(Date.now())}` }),
    may: staff(201),
  },
  'PATCH /desk/names/{id}/': {
    path: (subjects) => `/desk/names/${unknown(subjects)}/`,
    body: () => ({ note: '' }),
    may: staff(404),
  },
  'DELETE /desk/names/{id}/': { path: (subjects) => `/desk/names/${unknown(subjects)}/`, may: staff(404) },
  'GET /desk/restrictions/': { path: () => '/desk/restrictions/', may: staff(200) },
  'POST /desk/restrictions/': {
    path: () => '/desk/restrictions/',
    body: () => ({
      kind: 'network',
      pattern: `192.0.2.${String(nextNumber())}/32`,
      action: 'publish',
      reason: 'Spam.',
    }),
    may: staff(201),
  },
  'PATCH /desk/restrictions/{id}/': {
    path: (subjects) => `/desk/restrictions/${unknown(subjects)}/`,
    body: () => ({ reason: 'Spam.' }),
    may: staff(404),
  },
  'DELETE /desk/restrictions/{id}/': {
    path: (subjects) => `/desk/restrictions/${unknown(subjects)}/`,
    may: staff(404),
  },
  'GET /desk/links/': { path: () => '/desk/links/', may: staff(200) },
  'POST /desk/links/': {
    path: () => '/desk/links/',
    body: () => ({ host: `spam${String(nextNumber())}.example.com`, reason: 'Spam.' }),
    may: staff(201),
  },
  'PATCH /desk/links/{id}/': {
    path: (subjects) => `/desk/links/${unknown(subjects)}/`,
    body: () => ({ reason: 'Spam.' }),
    may: staff(404),
  },
  'DELETE /desk/links/{id}/': { path: (subjects) => `/desk/links/${unknown(subjects)}/`, may: staff(404) },
};
