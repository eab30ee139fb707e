// What the rules hold when an app is listed or changed, and what its owner, others and staff see of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppJson, OwnAppJson } from '../../src/lib/shared/schemas/apps.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';

type Answer<Body> = { status: number; body: Body & { error: string; fields: Record<string, string> } };

describe.each(oneEngine)('Held listings on %s', (engine) => {
  let api: TestApi;
  let mod: Person;
  let ada: Person;
  const now = Date.UTC(2026, 0, 1, 12);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    mod = await createStaff(api, 'moderator');
  });
  beforeEach(async () => {
    ada = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  async function send<Body>(
    method: string,
    path: string,
    body: object | null,
    as: Person,
    from: TestApi = api,
  ) {
    return (await from.request(path, {
      method,
      headers: { authorization: `Bearer ${as.access}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })) as Answer<Body>;
  }
  const list = (facts: object, as = ada, from = api) =>
    send<AppJson>(
      'POST',
      '/app/',
      { description: 'It does one thing.', website: 'https://one.ng', ...facts },
      as,
      from,
    );
  const change = (id: string, facts: object) => send<AppJson>('PATCH', `/app/${id}/`, facts, ada);
  const own = (id: string) => send<OwnAppJson>('GET', `/user/listings/${id}/`, null, ada);
  const casesOf = (id: string) =>
    api.product.db.read.selectFrom('cases').selectAll().where('subject_id', '=', id).execute();
  async function lastMail(to: string) {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).findLast((mail) => mail.to === to);
  }

  test('Holds a listing whose name passes for a bank, tells its owner why, and opens a case', async () => {
    const { status, body } = await list({ name: 'Zen1th Bank Mobile App' });
    expect([status, body.state]).toEqual([201, 'held']);
    expect((await own(body.id)).body).toMatchObject({
      name: 'Zen1th Bank Mobile App',
      state: 'held',
      state_policy: 'impersonation',
      state_reason: expect.stringContaining('Zenith Bank') as string,
      state_clears: expect.stringContaining('reply to our mail') as string,
    });
    const cases = await casesOf(body.id);
    expect(cases).toMatchObject([{ kind: 'hold', state: 'open', reason: 'impersonation', owner_id: ada.id }]);
    expect(cases[0]?.note).toContain('Zenith Bank');
    const mail = await lastMail(ada.email);
    expect(mail?.subject).toContain('waits for a look');
    expect(mail?.text).toContain('Zen1th Bank Mobile App');
    expect(mail?.text).toContain('looks like Zenith Bank');
    expect((await api.request(`/app/${body.id}/`)).status).toBe(404);
    const listed = await api.get<{ results: AppJson[] }>('/app/');
    expect(listed.results.map(({ id }) => id)).not.toContain(body.id);
  });

  test('A held listing keeps its name against others, and its owner cannot delete it to list it again', async () => {
    const { body } = await list({ name: 'Paystack Official' });
    expect(body.state).toBe('held');
    const eve = await createPerson(api);
    expect((await list({ name: 'Pаystack Official' }, eve)).status).toBe(400);
    expect((await send('DELETE', `/app/${body.id}/`, null, ada)).status).toBe(403);
    expect((await list({ name: 'Paystack  official' })).status).toBe(400);
  });

  test('A held imitation leaves no address behind that would lead to the listing under another name', async () => {
    const { body } = await list({ name: 'Moniepoint App' });
    expect([body.state, body.name_id]).toEqual(['held', 'moniepoint-app']);
    expect((await change(body.id, { name: 'Savanna Ledger' })).body.state).toBe('public');
    expect((await api.request('/app/moniepoint-app/')).status).toBe(404);
    // Renamed back and forth, and with the address of the honest name.
    expect((await change(body.id, { name: 'Moniepoint App' })).body.state).toBe('held');
    expect((await change(body.id, { name: 'Savanna Books' })).body.state).toBe('public');
    expect((await api.request('/app/moniepoint-app/')).status).toBe(404);
    const kept = await api.product.db.read
      .selectFrom('app_name_ids')
      .select('name_id')
      .where('app_id', '=', body.id)
      .execute();
    expect(kept).toEqual([{ name_id: 'savanna-ledger' }]);
  });

  test('Holds a public listing that is renamed into an imitation, and keeps all that was typed', async () => {
    const { body } = await list({ name: 'Harmattan Books' });
    expect(body.state).toBe('public');
    const renamed = await change(body.id, { name: 'F1utterwave', description: 'Take payments.' });
    expect([renamed.status, renamed.body.state, renamed.body.name]).toEqual([200, 'held', 'F1utterwave']);
    expect(renamed.body.description).toBe('Take payments.');
    expect(await casesOf(body.id)).toHaveLength(1);
    const still = await change(body.id, { name: 'Flutterwave Pay' });
    expect([still.status, still.body.state]).toEqual([200, 'held']);
    const back = await change(body.id, { name: 'Harmattan Books' });
    expect([back.status, back.body.state]).toEqual([200, 'public']);
    expect((await api.request(`/app/${body.id}/`)).status).toBe(200);
    // Staff see it all in one case.
    expect(await casesOf(body.id)).toHaveLength(1);
    expect((await change(body.id, { name: 'Flutterwave' })).body.state).toBe('held');
  });

  test('A change ends no hold that staff have decided, and none of a restriction', async () => {
    const { body } = await list({ name: 'Interswitch Official' });
    await api.product.db.write((trx) =>
      trx.updateTable('apps').set({ state_decision: '20260101-AAAA' }).where('id', '=', body.id).execute(),
    );
    expect((await change(body.id, { name: 'Plain Name' })).body.state).toBe('held');
    const eve = await createPerson(api);
    const restriction = {
      kind: 'account',
      pattern: eve.id,
      action: 'publish',
      effect: 'hold',
      reason: 'Spam.',
    };
    await send('POST', '/desk/restrictions/', restriction, mod);
    const { body: waiting } = await list({ name: 'Quickteller App' }, eve);
    expect(waiting.state).toBe('held');
    const renamed = await send<AppJson>('PATCH', `/app/${waiting.id}/`, { name: 'Another Plain Name' }, eve);
    expect(renamed.body.state).toBe('held');
  });

  test('Staff see that a mended listing was released', async () => {
    const { body } = await list({ name: 'Quick Money', category: 'Finance', description: 'Loans for all.' });
    expect(body.state).toBe('held');
    const mended = await change(body.id, { description: 'Loans for all. CBN licence FC 0456.' });
    expect(mended.body.state).toBe('public');
    const [opened] = await casesOf(body.id);
    const events = await api.product.db.read
      .selectFrom('case_events')
      .select(['event', 'text'])
      .where('case_id', '=', opened?.id ?? '')
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(['opened', 'joined']);
    expect(events[1]?.text).toContain('Released by rule');
  });

  test('A listing that staff let through is held again only for a new reason', async () => {
    const { body } = await list({ name: 'Cowrywise Club App' });
    expect(body.state).toBe('public');
    const { body: brand } = await list({ name: 'Cowrywise Online' });
    expect(brand.state).toBe('held');
    await api.product.db.write((trx) =>
      trx.updateTable('apps').set({ state: 'public', is_listed: 1 }).where('id', '=', brand.id).execute(),
    );
    expect((await change(brand.id, { description: 'A new text.' })).body.state).toBe('public');
    expect((await change(brand.id, { name: 'Cowrywise App' })).body.state).toBe('held');
  });

  test('Lets the account use a reserved name that staff allow it, and nobody else', async () => {
    const { body: reserved } = await send<{ id: string }>(
      'POST',
      '/desk/names/',
      { name: 'Harmattan Pay', allowed: [ada.id] },
      mod,
    );
    const { body } = await list({ name: 'Harmattan Pay App' });
    expect(body.state).toBe('public');
    const eve = await createPerson(api);
    expect((await list({ name: 'Hàrmattan P4y' }, eve)).body.state).toBe('held');
    await send('PATCH', `/desk/names/${reserved.id}/`, { allowed: [] }, mod);
    expect((await change(body.id, { name: 'Harmattan Pay' })).body.state).toBe('held');
    await send('DELETE', `/desk/names/${reserved.id}/`, null, mod);
    const bola = await createPerson(api);
    expect((await list({ name: 'Harmattan-Pay NG 2' }, bola)).body.state).toBe('public');
  });

  test.each([
    ['A loan app', { category: 'Finance', description: 'Borrow up to 50,000 naira.' }, 'held'],
    [
      'Instant loans of any category',
      { category: 'Utilities', description: 'Instant loans for all.' },
      'held',
    ],
    ['Sure returns', { category: 'Social Networking', description: 'Earn 30% weekly profit.' }, 'held'],
    [
      'A licensed lender',
      { category: 'Finance', description: 'Loans. FCCPC licence no. DML/2023/114.' },
      'public',
    ],
    ['A budget app', { category: 'Finance', description: 'Plan what you spend.' }, 'public'],
    ['A library', { category: 'Books', description: 'Borrow books from friends.' }, 'public'],
  ])('Gives the app %s with %j the state %s', async (name, facts, state) => {
    const { body } = await list({ name: `${name} ${engine}`, ...facts });
    expect([body.error, body.state]).toEqual([undefined, state]);
    if (state === 'held') expect((await own(body.id)).body.state_clears).toContain('licence number');
  });

  test('Holds a change that makes an app lend, but no change of an app that staff know to lend', async () => {
    const { body } = await list({ name: 'Kobo Notes', category: 'Finance' });
    expect((await change(body.id, { description: 'Quick loans in 5 minutes.' })).body.state).toBe('held');
    await api.product.db.write((trx) =>
      trx.updateTable('apps').set({ state: 'public', is_listed: 1 }).where('id', '=', body.id).execute(),
    );
    expect((await change(body.id, { description: 'Quick loans in 9 minutes.' })).body.state).toBe('public');
  });

  test("Holds links on a rule's list with their subdomains, and refuses denied ones", async () => {
    await send('POST', '/desk/links/', { host: 'https://bit.ly/x', reason: 'Hides where it leads.' }, mod);
    await send('POST', '/desk/links/', { host: 'evil.ng', effect: 'deny', reason: 'Malware.' }, mod);
    const heldApp = await list({ name: 'Short Links', website: 'https://go.bit.ly/abc' });
    expect(heldApp.body.state).toBe('held');
    const denied = await list({ name: 'Bad Links', external_link: 'https://www.evil.ng/' });
    expect([denied.status, denied.body.error]).toEqual([400, 'Links to evil.ng are not allowed here.']);
    const { body } = await list({ name: 'Good Links', website: 'https://notbit.ly/' });
    expect(body.state).toBe('public');
    expect((await change(body.id, { external_link: 'https://bit.ly/2' })).body.state).toBe('held');
  });

  test('Held listings of others stay as they are when a rule is added', async () => {
    const { body } = await list({ name: 'Old Short Link', website: 'https://tiny.one/a' });
    await send('POST', '/desk/links/', { host: 'tiny.one', reason: 'Hides where it leads.' }, mod);
    expect((await change(body.id, { description: 'Another text.' })).body.state).toBe('public');
    expect((await change(body.id, { external_link: 'https://tiny.one/b' })).body.state).toBe('public');
  });
});
