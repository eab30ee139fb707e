// Accounts at the desk: found, looked at, logged out, verified, given roles and deleted.
import { describe, expect, test } from 'vitest';
import { deskOf, report, ruling } from '../harness/desk.ts';
import { minute, startProduct, type Paged, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, people } = product;
const admin = await people.staff('admin');
const moderator = await people.staff('moderator');

interface Account {
  id: string;
  state: string;
  email: string;
  role: string;
  sessions: number;
  suspension_reason: string;
  listings_count: number;
  decisions: { action: string }[];
}
const act = (who: Person, { id }: Pick<Person, 'id'>, what: string, form: object = {}) =>
  client.as(who).post<Account & { ended: number }>(`/desk/accounts/${id}/${what}/`, form);
const find = async (text: string) =>
  (await client.as(moderator).get<Paged<Account>>(`/desk/accounts/?q=${encodeURIComponent(text)}`)).body
    .results;
const show = async ({ id }: Pick<Person, 'id'>) =>
  (await client.as(moderator).get<Account>(`/desk/accounts/${id}/`)).body;
const me = async (person: Person) => (await client.as(person).get('/user/me/')).status;

describe('Finding an account', () => {
  test('By its id, email, handle and a part of its name, where signs stand for themselves', async () => {
    const person = await people.verified();
    const named = { firstname: 'Ngozi Ada', lastname: 'Eze', handle: 'ngoziada' };
    expect((await client.as(person).patch(`/user/${person.id}/`, named)).status).toBe(200);
    for (const text of [person.id, person.email, person.email.toUpperCase(), '@ngoziada', 'NGOZI ada e'])
      expect([text, (await find(text)).map(({ id }) => id)]).toEqual([text, [person.id]]);
    for (const text of ['ngozi%eze', 'ngozi_ada', "' or 1=1 --"])
      expect([text, await find(text)]).toEqual([text, []]);
    const short = await client.as(moderator).get('/desk/accounts/?q=a');
    expect(short.body.fields).toEqual({ q: 'Type at least 2 letters of a name, an email or an id.' });
  });

  test('By its name, whatever the capitals and accents of either', async () => {
    const { id } = await people.verified({ firstname: 'Ọlákúnlé', lastname: 'Ẹniọlá' });
    for (const text of ['ọlákúnlé', 'ỌLÁKÚNLÉ', 'olakunle', 'OLAKUNLE ENI', 'Ọlákúnlé ẹ'])
      expect([text, (await find(text)).map((found) => found.id)]).toEqual([text, [id]]);
  });

  test('In every state, and not once it is deleted', async () => {
    const [pending, suspended, gone] = [
      await people.unverified(),
      await people.verified(),
      await people.verified(),
    ];
    await client.as(admin).post('/desk/bulk/', { ...ruling, action: 'suspend', account: suspended.id });
    expect((await find(pending.email)).map(({ state }) => state)).toEqual(['unverified']);
    expect((await find(suspended.email)).map(({ state }) => state)).toEqual(['suspended']);
    expect(await show(suspended)).toMatchObject({
      state: 'suspended',
      suspension_reason: ruling.public_reason,
      sessions: 0,
      listings_count: 0,
      decisions: [{ action: 'suspend' }],
    });
    expect((await act(admin, gone, 'delete', { email: gone.email })).status).toBe(200);
    expect(await find(gone.email)).toEqual([]);
  });

  test('Page by page, without repeating one', async () => {
    for (let made = 0; made < 22; made += 1) await people.unverified({ firstname: 'Zubairu' });
    const seen: string[] = [];
    let next: string | null = '/desk/accounts/?q=zubairu';
    while (next !== null) {
      const { body }: { body: Paged<Account> } = await client.as(moderator).get<Paged<Account>>(next);
      seen.push(...body.results.map(({ id }) => id));
      ({ next } = body);
    }
    expect([seen.length, new Set(seen).size]).toEqual([22, 22]);
  });
});

describe('An account', () => {
  test('Is logged out everywhere, which its history says', async () => {
    const person = await people.verified();
    await people.logIn(person);
    const { sessions } = await show(person);
    expect(sessions).toBe(2);
    expect((await act(moderator, person, 'end-sessions')).body).toEqual({ ended: 2 });
    expect([await me(person), (await show(person)).sessions]).toEqual([401, 0]);
    await report(client.as(await people.verified()), `profile:${person.id}`);
    const desk = deskOf(product, moderator);
    const { history } = await desk.show((await desk.find(person.id)).number);
    expect(history.map(({ event }) => event)).toContain('session.staff-ended');
  });

  test('Is mailed its code again, once a minute', async () => {
    const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });
    const by = limited.client.as(await limited.people.staff('moderator'));
    const { email, id } = await limited.people.unverified();
    const send = async () => (await by.post(`/desk/accounts/${id}/verification/`, {})).status;
    expect(await send()).toBe(200);
    expect(await limited.mailbox.to(email)).toHaveLength(2);
    const code = await limited.mailbox.code(email);
    expect(await send()).toBe(429);
    limited.clock.advance(minute);
    expect((await limited.client.post('/user/verify/', { email, id, code })).status).toBe(200);
    expect(await send()).toBe(409);
  });

  test('Is mailed no code for an address that has an account, which is told so', async () => {
    const { email, password } = await people.verified();
    const form = { firstname: 'Ada', lastname: 'Obi', email, password };
    const { body: waiting } = await client.post<{ id: string }>('/user/', form);
    expect((await act(moderator, waiting, 'verification')).status).toBe(200);
    const { code, subject } = await product.mailbox.newest(email);
    expect([code, subject]).toEqual(['', 'NaijaBuilt: your address is already registered']);
  });

  test('Has a role at once, and loses its sessions with the role', async () => {
    await people.prove(admin);
    const person = await people.verified();
    const granted = await act(admin, person, 'role', { role: 'moderator' });
    expect([granted.status, granted.body.role]).toEqual([200, 'moderator']);
    // The second factor is still missing.
    expect((await client.as(person).get('/desk/me/')).status).toBe(403);
    expect((await act(admin, person, 'role', { role: 'member' })).status).toBe(200);
    expect(await me(person)).toBe(401);
    expect((await act(admin, await people.unverified(), 'role', { role: 'moderator' })).status).toBe(409);
    expect((await act(admin, person, 'role', { role: 'owner' })).status).toBe(400);
  });

  test('Of oneself is not changed at the desk, and that of staff by admins alone, who cannot delete it', async () => {
    await people.prove(admin);
    const colleague = await people.staff('moderator');
    for (const [who, whom, what, form, status] of [
      [admin, admin, 'role', { role: 'member' }, 403],
      [admin, admin, 'end-sessions', {}, 403],
      [admin, admin, 'delete', { email: admin.email }, 403],
      [moderator, admin, 'end-sessions', {}, 403],
      [moderator, colleague, 'end-sessions', {}, 403],
      [admin, colleague, 'delete', { email: colleague.email }, 403],
      [admin, colleague, 'end-sessions', {}, 200],
    ] as const)
      expect([what, whom.id, (await act(who, whom, what, form)).status]).toEqual([what, whom.id, status]);
  });

  test('Is deleted with its own email typed, for good', async () => {
    await people.prove(admin);
    const person = await people.verified();
    const refused = await act(admin, person, 'delete', { email: 'another@example.com' });
    expect([refused.status, Object.keys(refused.body.fields ?? {}), await me(person)]).toEqual([
      400,
      ['email'],
      200,
    ]);
    expect((await act(admin, person, 'delete', { email: ` ${person.email.toUpperCase()} ` })).status).toBe(
      200,
    );
    expect(await me(person)).toBe(401);
    await product.work();
    expect((await act(admin, person, 'delete', { email: person.email })).status).toBe(404);
    expect((await client.as(moderator).get(`/desk/accounts/${person.id}/`)).status).toBe(404);
  });
});
