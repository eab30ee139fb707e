// Rows of the desk's access table for the shelves of the front page.
import type { DeskRow } from './desk-access-table.ts';

const staff = (status: number): DeskRow['may'] => [status, status, status];

/** No shelf has this id. */
const unknown: DeskRow['path'] = ({ account }) => account.id;

/** A form whose app is in no list. */
const form = ({ account }: Parameters<DeskRow['path']>[0]) => ({
  slot: 'day',
  title: 'App of the day',
  from: '2096-11-20T23:00:00.000Z',
  until: '2096-11-21T23:00:00.000Z',
  apps: [account.id],
});

export const deskShelves: Record<string, DeskRow> = {
  'GET /desk/shelves/': { path: () => '/desk/shelves/', may: staff(200) },
  'GET /desk/picks/': { path: () => '/desk/picks/?app=no-such-app', may: staff(404) },
  'POST /desk/shelves/': { path: () => '/desk/shelves/', body: form, may: staff(400) },
  'PATCH /desk/shelves/{id}/': {
    path: (subjects) => `/desk/shelves/${unknown(subjects)}/`,
    body: (subjects) => ({ ...form(subjects), version: 1 }),
    may: staff(404),
  },
  'POST /desk/shelves/{id}/remove/': {
    path: (subjects) => `/desk/shelves/${unknown(subjects)}/remove/`,
    body: () => ({ version: 1 }),
    may: staff(404),
  },
};
