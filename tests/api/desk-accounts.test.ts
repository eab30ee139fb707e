// What staff do to accounts: find them, end their sessions, send the verification again, change roles, delete.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  DeskAccountDetailJson,
  DeskAccountJson,
} from '../../src/lib/shared/schemas/moderation/desk-accounts.ts';
import { buildHash, version } from '../../src/lib/server/platform/version.ts';
import { newId } from '../../src/lib/server/platform/ids.ts';
import { createStaff } from '../support/staff.ts';
import { mailsIn } from '../support/mailbox.ts';
import { pausedJobs } from '../support/paused-jobs.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';

describe.each(oneEngine)('Accounts at the desk on %s', (engine) => {
  let api: TestApi;
  let admin: Person;
  let moderator: Person;

  beforeAll(async () => {
    api = await createTestApi(engine);
    admin = await createStaff(api, 'admin');
    moderator = await createStaff(api, 'moderator');
  });
  afterAll(() => api.product.dispose());

  const bearer = ({ access }: Person) => ({ headers: { authorization: `Bearer ${access}` } });
  const act = (who: Person, id: string, what: string, json: object = {}) =>
    api.post(`/desk/accounts/${id}/${what}/`, json, who.access);

  async function find(text: string, who: Person = moderator): Promise<DeskAccountJson[]> {
    const { status, body } = await api.request(`/desk/accounts/?q=${encodeURIComponent(text)}`, bearer(who));
    expect(status).toBe(200);
    return (body as { results: DeskAccountJson[] }).results;
  }

  async function detailOf(id: string): Promise<DeskAccountDetailJson> {
    const { status, body } = await api.request(`/desk/accounts/${id}/`, bearer(moderator));
    expect(status).toBe(200);
    return body as DeskAccountDetailJson;
  }

  async function eventsOf(id: string): Promise<string[]> {
    const rows = await api.product.db.read
      .selectFrom('audit_events')
      .select('event')
      .where('user_id', '=', id)
      .execute();
    return rows.map(({ event }) => event);
  }

  test('Finds an account by its id, email, handle and a part of its name', async () => {
    const person = await createPerson(api);
    const { status } = await api.request(`/user/${person.id}/`, {
      method: 'PATCH',
      headers: { ...bearer(person).headers, 'content-type': 'application/json' },
      body: JSON.stringify({ firstname: `Ngozi ${engine}`, lastname: 'Eze', handle: `ngozi${engine}` }),
    });
    expect(status).toBe(200);
    for (const text of [
      person.id,
      person.email,
      person.email.toUpperCase(),
      `@ngozi${engine}`,
      `NGOZI ${engine} e`,
    ])
      expect(
        (await find(text)).map(({ id }) => id),
        text,
      ).toEqual([person.id]);
    // The characters of patterns stand for themselves.
    expect(await find('ngozi%eze')).toEqual([]);
    expect(await find('ngozi_sqlite')).toEqual([]);
    expect(await find("' or 1=1 --")).toEqual([]);
  });

  test('Finds suspended and pending accounts, and no deleted ones', async () => {
    const [pending, suspended] = [await createPerson(api, { verified: false }), await createPerson(api)];
    await api.product.services.moderation.banAccount(suspended.id, 'Spam.');
    expect((await find(pending.email)).map(({ state }) => state)).toEqual(['unverified']);
    expect((await find(suspended.email)).map(({ state }) => state)).toEqual(['suspended']);
    const detail = await detailOf(suspended.id);
    expect(detail).toMatchObject({ state: 'suspended', suspension_reason: 'Spam.', sessions: 0 });
    const gone = await createPerson(api);
    // The job that removes the account must not end before it is looked at.
    const jobs = pausedJobs(api.product);
    expect((await act(admin, gone.id, 'delete', { email: gone.email })).status).toBe(200);
    expect(await find(gone.email)).toEqual([]);
    expect(await detailOf(gone.id)).toMatchObject({ state: 'closed', email: '' });
    jobs.release();
    await api.product.jobs.flush();
  });

  test('Refuses a search for one letter with a sentence', async () => {
    const { status, body } = await api.request('/desk/accounts/?q=a', bearer(moderator));
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: { q: expect.stringContaining('at least 2 letters') as string } });
  });

  test('Pages through all accounts without repeating one', async () => {
    const { status } = await api.post('/user/', {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'person-of-many@example.com',
      password: 'correct horse battery',
    });
    expect(status).toBe(201);
    const { results } = (await api.request('/desk/accounts/?q=person-of-many', bearer(moderator))).body as {
      results: DeskAccountJson[];
    };
    const row = await api.product.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', results[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    // More than one page, all of the same instant.
    await api.product.db.write((trx) =>
      trx
        .insertInto('users')
        .values(
          Array.from({ length: 30 }, (_, index) => ({
            ...row,
            id: newId(),
            email_key: `many-${String(index)}`,
            pending_email_key: null,
            pending_until: null,
          })),
        )
        .execute(),
    );
    const seen: string[] = [];
    let path: string | null = '/desk/accounts/?q=person';
    while (path !== null) {
      const { body } = await api.request(path, bearer(moderator));
      const { results, next } = body as { results: DeskAccountJson[]; next: string | null };
      seen.push(...results.map(({ id }) => id));
      path = next === null ? null : next.slice(next.indexOf('/desk/'));
    }
    expect(seen.length).toBeGreaterThan(30);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('Ends every session of an account, and notes who did it', async () => {
    const person = await createPerson(api);
    const before = (await detailOf(person.id)).sessions;
    expect(before).toBeGreaterThan(0);
    const { status, body } = await act(moderator, person.id, 'end-sessions');
    expect([status, body]).toEqual([200, { ended: before }]);
    expect((await api.request('/user/me/', bearer(person))).status).toBe(401);
    expect((await detailOf(person.id)).sessions).toBe(0);
    expect(await eventsOf(person.id)).toContain('session.staff-ended');
    expect(await eventsOf(moderator.id)).toContain('staff.acted');
  });

  test('Mails a code that verifies the pending account, once a minute', async () => {
    const person = await createPerson(api, { verified: false });
    const count = async () => {
      await api.product.outbox.flush();
      const mails = await mailsIn(api.product.config.dataDir);
      return mails.filter(({ to }) => to === person.email).length;
    };
    const before = await count();
    expect((await act(moderator, person.id, 'verification')).status).toBe(200);
    expect(await count()).toBe(before + 1);
    expect((await act(moderator, person.id, 'verification')).status).toBe(429);
    expect(await count()).toBe(before + 1);
    const verified = await createPerson(api);
    expect((await act(moderator, verified.id, 'verification')).status).toBe(409);
  });

  test('Staff are told their role and the version of the server', async () => {
    const { status, body } = await api.request('/desk/me/', bearer(moderator));
    expect([status, body]).toMatchObject([
      200,
      { id: moderator.id, role: 'moderator', version, build: buildHash() },
    ]);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('A role counts at once, and losing it ends the sessions', async () => {
    const person = await createPerson(api);
    const { status, body } = await act(admin, person.id, 'role', { role: 'moderator' });
    expect([status, body]).toMatchObject([200, { role: 'moderator' }]);
    // The second factor is still missing.
    expect((await api.request('/desk/me/', bearer(person))).status).toBe(403);
    expect((await act(admin, person.id, 'role', { role: 'member' })).status).toBe(200);
    expect((await api.request('/user/me/', bearer(person))).status).toBe(401);
    expect(await eventsOf(person.id)).toEqual(expect.arrayContaining(['role.granted', 'role.revoked']));
    const pending = await createPerson(api, { verified: false });
    expect((await act(admin, pending.id, 'role', { role: 'moderator' })).status).toBe(409);
    expect((await act(admin, person.id, 'role', { role: 'owner' })).status).toBe(400);
  });

  test('Nobody changes the own account at the desk, and moderators do nothing to staff', async () => {
    expect((await act(admin, admin.id, 'role', { role: 'member' })).status).toBe(403);
    expect((await act(admin, admin.id, 'end-sessions')).status).toBe(403);
    expect((await act(admin, admin.id, 'delete', { email: admin.email })).status).toBe(403);
    expect((await act(moderator, admin.id, 'end-sessions')).status).toBe(403);
    const other = await createStaff(api, 'moderator');
    expect((await act(moderator, other.id, 'end-sessions')).status).toBe(403);
    expect((await act(admin, other.id, 'delete', { email: other.email })).status).toBe(403);
    expect((await act(admin, other.id, 'end-sessions')).status).toBe(200);
  });

  test('Deletes an account only with its own email, and for good', async () => {
    const person = await createPerson(api);
    const refused = await act(admin, person.id, 'delete', { email: 'another@example.com' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ fields: { email: expect.any(String) as string } });
    expect((await api.request('/user/me/', bearer(person))).status).toBe(200);
    expect((await act(admin, person.id, 'delete', { email: ` ${person.email.toUpperCase()} ` })).status).toBe(
      200,
    );
    expect((await api.request('/user/me/', bearer(person))).status).toBe(401);
    expect(await eventsOf(person.id)).toContain('account.deleted');
    expect((await act(admin, person.id, 'delete', { email: person.email })).status).toBe(404);
  });
});
