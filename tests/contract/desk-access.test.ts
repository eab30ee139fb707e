// Who may do what at the desk: one table over all of its operations, and the second factor that it asks for.
import { describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { deskOf, report, ruling } from '../harness/desk.ts';
import { hour, minute, password, startProduct, type App } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;

/** A moderator who has proved no second factor, and an admin who has proved one an hour ago. */
const [bare, stale] = [await people.verified(), await people.staff('admin')];
await product.grantRole(bare.email, 'moderator');
clock.advance(hour);
const [admin, moderator] = [await people.staff('admin'), await people.staff('moderator')];
await people.prove(moderator);
const [owner, suspended] = [await people.verified(), await people.verified()];
const suspend = { ...ruling, action: 'suspend', account: suspended.id };
await client.as(admin).post('/desk/bulk/', suspend);

/** Whom the desk does not exist for, with the status that they get instead. */
const outsiders: [string, Client, number][] = [
  ['anonymous', client, 401],
  ['suspended', client.as(suspended), 401],
  ['unverified', client.as(await people.unverified()), 404],
  ['member', client.as(await people.verified()), 404],
  ['owner', client.as(owner), 404],
];

const facts = { name: 'Zebra Ledger', description: 'Keeps the books.', website: 'https://one.ng' };
const { body: app } = await client.as(owner).post<App>('/app/', facts);
await report(client.as(await people.verified()), `app:${app.id}`);
const { number } = await deskOf(product, moderator).find(app.id);
const account = await people.verified();
const template = { name: 'Hello', use: 'owner', body: 'Hello.' };
const { body: made } = await client.as(moderator).post<{ id: string }>('/desk/templates/', template);

/** Statuses for a moderator, for an admin whose proof is an hour old, and for an admin. */
type Row = [path: string, body: object | null, moderator: number, stale: number, admin: number];
const staff = (path: string, status = 200, body: object | null = null): Row => [
  path,
  body,
  status,
  status,
  status,
];
const ofAdmins = (path: string, body: object, status: number): Row => [path, body, 403, status, status];
const ofCase = (part: string, body: object, status: number) =>
  staff(`cases/${number}/${part}/`, status, body);
/** No rule, shelf or bulk action has this id, and no version is as high. */
const [none, version] = [app.id, 99];
const shelf = {
  ...{
    slot: 'day',
    title: 'App of the day',
    from: '2096-11-20T23:00:00.000Z',
    until: '2096-11-21T23:00:00.000Z',
  },
  apps: [none],
};

const table: Record<string, Row> = {
  'GET /desk/me/': staff('me/'),
  'GET /desk/numbers/': staff('numbers/'),
  'GET /desk/cases/': staff('cases/'),
  'GET /desk/cases/{number}/': staff(`cases/${number}/`),
  'POST /desk/cases/{number}/claim/': ofCase('claim', { version }, 409),
  'POST /desk/cases/{number}/release/': ofCase('release', { version }, 409),
  'POST /desk/cases/{number}/hand-over/': ofCase('hand-over', { version, to: none }, 409),
  'POST /desk/cases/{number}/notes/': ofCase('notes', { text: 'Seen.' }, 200),
  'POST /desk/cases/{number}/messages/': ofCase('messages', { to: 'owner', text: 'Hello.' }, 200),
  'POST /desk/cases/{number}/decisions/': ofCase('decisions', { ...ruling, version, action: 'none' }, 409),
  'POST /desk/cases/{number}/decisions/preview/': ofCase(
    'decisions/preview',
    { ...ruling, version, action: 'none' },
    409,
  ),
  'GET /desk/templates/': staff('templates/'),
  'POST /desk/templates/': staff('templates/', 409, template),
  'PATCH /desk/templates/{id}/': staff(`templates/${made.id}/`, 200, template),
  'DELETE /desk/templates/{id}/': staff(`templates/${none}/`, 404, {}),
  'GET /desk/listings/': staff(`listings/?account=${owner.id}`),
  'GET /desk/listings/{name_id}/proofs/': staff(`listings/${app.name_id}/proofs/`),
  'POST /desk/listings/{name_id}/proof/': staff('listings/no-such-app/proof/', 404, {
    action: 'free',
    reason: 'The owner has written to us.',
  }),
  'GET /desk/bulk/': staff('bulk/'),
  'GET /desk/bulk/{number}/': staff(`bulk/${none}/`, 404),
  'POST /desk/bulk/preview/': staff('bulk/preview/', 400, {
    ...ruling,
    action: 'limit',
    listings: [account.id],
  }),
  'POST /desk/bulk/': ['bulk/', { ...ruling, action: 'limit', listings: [account.id] }, 400, 403, 400],
  'POST /desk/bulk/{number}/undo/': [`bulk/${none}/undo/`, {}, 404, 403, 404],
  'GET /desk/accounts/': staff('accounts/?q=obi'),
  'GET /desk/accounts/{id}/': staff(`accounts/${account.id}/`),
  'POST /desk/accounts/{id}/end-sessions/': staff(`accounts/${account.id}/end-sessions/`, 200, {}),
  'POST /desk/accounts/{id}/verification/': staff(`accounts/${account.id}/verification/`, 409, {}),
  'POST /desk/accounts/{id}/app-limit/': staff(`accounts/${account.id}/app-limit/`, 200, { app_limit: 600 }),
  'POST /desk/accounts/{id}/role/': [`accounts/${account.id}/role/`, { role: 'member' }, 403, 403, 200],
  'POST /desk/accounts/{id}/delete/': [
    `accounts/${account.id}/delete/`,
    { email: 'other@a.ng' },
    403,
    403,
    400,
  ],
  'GET /desk/site/': staff('site/'),
  'POST /desk/site/contact/': ofAdmins('site/contact/', { version, email: 'help@apps.ng' }, 409),
  'POST /desk/site/data-price/': ofAdmins('site/data-price/', { version, naira_per_gb: 500 }, 409),
  'POST /desk/site/announcement/': ofAdmins('site/announcement/', { version, text: 'Tonight.' }, 409),
  'POST /desk/site/announcement/remove/': ofAdmins('site/announcement/remove/', { version }, 409),
  'GET /desk/categories/': staff('categories/'),
  'GET /desk/categories/{id}/merge/': staff('categories/books/merge/?into=news'),
  'POST /desk/categories/': ofAdmins('categories/', { name: 'Books' }, 200),
  'PATCH /desk/categories/{id}/': ofAdmins('categories/books/', { version, name: 'Literature' }, 409),
  'POST /desk/categories/{id}/merge/': ofAdmins('categories/books/merge/', { version, into: 'news' }, 409),
  'POST /desk/categories/{id}/remove/': ofAdmins('categories/books/remove/', { version }, 409),
  'GET /desk/shelves/': staff('shelves/'),
  'GET /desk/picks/': staff('picks/?app=no-such-app', 404),
  'POST /desk/shelves/': staff('shelves/', 400, shelf),
  'PATCH /desk/shelves/{id}/': staff(`shelves/${none}/`, 404, { ...shelf, version }),
  'POST /desk/shelves/{id}/remove/': staff(`shelves/${none}/remove/`, 404, { version }),
  'GET /desk/names/': staff('names/'),
  'POST /desk/names/': staff('names/', 400, { name: 'Kuda' }),
  'PATCH /desk/names/{id}/': staff(`names/${none}/`, 404, { note: '' }),
  'DELETE /desk/names/{id}/': staff(`names/${none}/`, 404, {}),
  'GET /desk/restrictions/': staff('restrictions/'),
  'POST /desk/restrictions/': staff('restrictions/', 400, {
    ...{ kind: 'account', pattern: 'nobody', action: 'publish', reason: 'Spam.' },
  }),
  'PATCH /desk/restrictions/{id}/': staff(`restrictions/${none}/`, 404, { reason: 'Spam.' }),
  'DELETE /desk/restrictions/{id}/': staff(`restrictions/${none}/`, 404, {}),
  'GET /desk/links/': staff('links/'),
  'POST /desk/links/': staff('links/', 400, { host: 'localhost', reason: 'Spam.' }),
  'PATCH /desk/links/{id}/': staff(`links/${none}/`, 404, { reason: 'Spam.' }),
  'DELETE /desk/links/{id}/': staff(`links/${none}/`, 404, {}),
};

const send = (by: Client, operation: string, path: string, body: object | null) => {
  const method = operation.split(' ')[0]?.toLowerCase() as 'get' | 'post';
  return method === 'get' ? by.get<{ code?: string }>(path) : by[method]<{ code?: string }>(path, body ?? {});
};
/** The answer of an address that does not exist. */
const { body: nothing } = await client.get('/nothing-here/');

describe('The desk', () => {
  test('Has a row of the table for each operation', async () => {
    const { body } = await client.get<{ paths: Record<string, object> }>('/openapi.json');
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    const ofDesk = operations.filter((operation) => operation.includes(' /desk/'));
    expect(ofDesk.sort()).toEqual(Object.keys(table).sort());
  });

  test.each(Object.entries(table))('%s answers each role as the table says', async (operation, row) => {
    const [path, body, ...may] = row;
    for (const [role, by, status] of outsiders) {
      const answer = await send(by, operation, `/desk/${path}`, body);
      expect([role, answer.status]).toEqual([role, status]);
      // Nobody learns that there is a desk.
      if (status === 404) expect([role, answer.body]).toEqual([role, nothing]);
    }
    const unproved = await send(client.as(bare), operation, `/desk/${path}`, body);
    expect([unproved.status, unproved.body.code]).toEqual([403, 'second_factor']);
    const answers = [];
    for (const person of [moderator, stale, admin])
      answers.push(await send(client.as(person), operation, `/desk/${path}`, body));
    expect(answers.map(({ status }) => status)).toEqual(may);
    const [first, second] = answers;
    expect(first?.body).not.toEqual(nothing);
    expect(first?.body.code).toBeUndefined();
    if (second?.status === 403) expect(second.body.code).toBe('fresh_factor');
  });

  test('Answers wrong forms and parameters of outsiders like right ones', async () => {
    const wrong = ['cursor', 'q', 'state', 'kind', 'account', 'name'].map(
      (name) => `${name}=${'x'.repeat(1_001)}`,
    );
    for (const [operation, [path]] of Object.entries(table))
      for (const [role, by, status] of outsiders) {
        const query = `${path.includes('?') ? '&' : '?'}${wrong.join('&')}`;
        const answer = await send(by, operation, `/desk/${path}${query}`, { unknown: 1 });
        expect([operation, role, answer.status]).toEqual([operation, role, status]);
      }
    expect((await client.as(moderator).get(`/desk/accounts/?${wrong.join('&')}`)).status).toBe(400);
  });

  test('Tells staff their role and the version of the server', async () => {
    const { body } = await client.as(moderator).get('/desk/me/');
    expect(body).toEqual({
      id: moderator.id,
      name: expect.any(String) as string,
      role: 'moderator',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      build: expect.any(String) as string,
    });
  });
});

describe('The second factor of staff', () => {
  const open = async (by: Client) => {
    const { body, status } = await by.get<{ code?: string }>('/desk/me/');
    return [status, body.code];
  };

  test('Opens the desk to the session that has proved it, for 12 hours', async () => {
    const person = await people.staff('moderator');
    const { body: pair } = await client.post<{ access: string; refresh: string }>('/token/', {
      email: bare.email,
      password,
    });
    const early = client.as(pair);
    await people.authenticator(bare);
    expect([await open(client.as(bare)), await open(early)]).toEqual([
      [200, undefined],
      [403, 'second_factor'],
    ]);
    clock.advance(12 * hour - minute);
    expect(await open(client.as(person))).toEqual([200, undefined]);
    clock.advance(minute);
    expect(await open(client.as(person))).toEqual([403, 'second_factor']);
    await people.prove(person);
    expect(await open(client.as(person))).toEqual([200, undefined]);
  });

  test('Is asked for again after ten minutes, for what weighs more', async () => {
    await people.prove(admin);
    const role = async () => {
      const path = `/desk/accounts/${account.id}/role/`;
      const { body, status } = await client.as(admin).post<{ code?: string }>(path, { role: 'member' });
      return [status, body.code];
    };
    clock.advance(9 * minute);
    expect(await role()).toEqual([200, undefined]);
    clock.advance(minute);
    expect(await role()).toEqual([403, 'fresh_factor']);
    await people.prove(admin);
    expect(await role()).toEqual([200, undefined]);
  });

  test('Cannot be removed as the last one, and no password alone removes it', async () => {
    const person = await people.staff('moderator');
    const remove = (body: object) =>
      client.as(person).post<{ code?: string }>('/user/factors/authenticator/remove/', body);
    expect((await remove({})).status).toBe(409);
    clock.advance(10 * minute);
    const byPassword = await remove({ password });
    expect([byPassword.status, byPassword.body.code]).toEqual([403, 'confirm']);
    expect(await open(client.as(person))).toEqual([200, undefined]);
  });
});
