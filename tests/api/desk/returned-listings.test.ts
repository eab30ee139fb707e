// Listings that come back in bulk, after their owner has changed them where nobody saw it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import type { BulkJson } from '../../../src/lib/shared/schemas/moderation/decisions.ts';
import { createStaff, decide, listApp, ruling } from '../../support/desk-cases.ts';
import { mailsIn } from '../../support/mailbox.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

const reserved = [
  'Zenith Bank',
  'Sterling Bank',
  'Unity Bank',
  'Polaris Bank',
  'Jaiz Bank',
  'Keystone Bank',
  'Wema Bank',
  'Titan Trust Bank',
  'Providus Bank',
  'Globus Bank',
];

const offer = {
  description: 'Get an instant loan of up to 500000 naira without collateral',
  category: 'Finance',
};

describe.each(engines)('Listings that come back in bulk on %s', (engine) => {
  let api: TestApi;
  let staff: Person;
  let owner: Person;
  let app: AppJson;
  /** What the owner makes of it. No two listings have one name. */
  let bank: typeof offer & { name: string };
  let now = Date.UTC(2026, 10, 21, 9);

  let banks: string[];

  beforeAll(async () => {
    banks = [...reserved];
    api = await createTestApi(engine, { rateLimit: false, clock: () => now, wakeMail: () => undefined });
    staff = await createStaff(api);
  });
  beforeEach(async () => {
    owner = await createPerson(api);
    app = await listApp(api, owner);
    bank = { name: banks.pop() ?? expect.fail('There is no bank left.'), ...offer };
    now += 60_000;
  });
  afterAll(() => api.product.dispose());

  async function send(method: string, path: string, person: Person, body?: object) {
    now += 1_000;
    return await api.request(path, {
      method,
      headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
  async function change(facts: object): Promise<AppJson> {
    const { body, status } = await send('PATCH', `/app/${app.id}/`, owner, facts);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as AppJson;
  }
  const bulkOf = async (number: string) =>
    (await send('GET', `/desk/bulk/${number}/`, staff)).body as BulkJson;
  /** @returns the bulk action once it is done */
  async function act(action: string, ids = [app.id]): Promise<BulkJson> {
    const { body, status } = await send('POST', '/desk/bulk/', staff, { ...ruling, action, listings: ids });
    expect(status, JSON.stringify(body)).toBe(201);
    await api.product.jobs.flush();
    return await bulkOf((body as BulkJson).number);
  }
  async function undo({ number }: BulkJson): Promise<BulkJson> {
    expect((await send('POST', `/desk/bulk/${number}/undo/`, staff)).status).toBe(200);
    await api.product.jobs.flush();
    return await bulkOf(number);
  }
  const stateOf = async (id = app.id) =>
    await api.product.db.read
      .selectFrom('apps')
      .select(['state', 'is_listed', 'state_policy', 'state_decision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const openCases = async () =>
    await api.product.db.read
      .selectFrom('cases')
      .selectAll()
      .where('subject_id', '=', app.id)
      .where('state', '!=', 'decided')
      .execute();
  const statusOf = async ({ name_id }: AppJson) => (await api.request(`/app/${name_id}/`)).status;
  async function mailsToOwner() {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === owner.email);
  }
  const heldByRule = { state: 'held', is_listed: 0, state_policy: 'impersonation', state_decision: null };

  test.each(['hold', 'limit'])(
    'A listing that became a bank meanwhile is held when a bulk %s is taken back',
    async (action) => {
      const bulk = await act(action);
      const changed = await change(bank);
      expect(await undo(bulk)).toMatchObject({ state: 'undone', done: 1, skipped: 0 });
      expect(await stateOf()).toEqual(heldByRule);
      expect(await statusOf(changed)).toBe(404);
      const [opened, ...others] = await openCases();
      expect([others, opened]).toEqual([[], expect.objectContaining({ kind: 'hold', state: 'open' })]);
      expect(opened?.note).toContain(bank.name);
      const mails = await mailsToOwner();
      expect(mails.some(({ subject }) => subject.includes('waits for a look'))).toBe(true);
      expect(mails.at(-1)?.text.replace(/\s+/g, ' ')).toContain('hold some of them again');

      // It is a hold like any other one: a change that leaves nothing to be held for ends it.
      await change({ name: `Ledger ${app.id}`, description: 'Keeps the books.' });
      expect(await stateOf()).toMatchObject({ state: 'public', is_listed: 1 });
      expect(api.faults).toEqual([]);
    },
  );

  test('A listing with an honest change is public again, and one is held whose link staff have forbidden since', async () => {
    const other = await listApp(api, owner);
    const bulk = await act('hold', [app.id, other.id]);
    await change({ description: 'An app that does more.' });
    const link = { website: 'https://pay.forbidden.example.ng' };
    expect((await send('PATCH', `/app/${other.id}/`, owner, link)).status).toBe(200);
    const rule = { host: 'forbidden.example.ng', effect: 'deny', reason: 'Malware.' };
    expect((await send('POST', '/desk/links/', staff, rule)).status).toBe(201);
    expect(await undo(bulk)).toMatchObject({ state: 'undone', done: 2 });
    expect(await stateOf()).toMatchObject({ state: 'public', is_listed: 1 });
    expect(await stateOf(other.id)).toMatchObject({ state: 'held', state_decision: null });
    expect(await openCases()).toEqual([]);
    expect(api.faults).toEqual([]);
  });

  test('What staff have let through before comes back as it was', async () => {
    await change(offer);
    expect((await stateOf()).state).toBe('held');
    const [held] = await openCases();
    expect((await decide(api, staff, held?.number ?? '', { action: 'restore' })).status).toBe(201);
    now += 1_000;
    expect(await undo(await act('hold'))).toMatchObject({ state: 'undone', done: 1 });
    expect(await stateOf()).toMatchObject({ state: 'public', is_listed: 1 });
    expect(await openCases()).toEqual([]);
  });

  test('A change counts that began before the listing was held', async () => {
    const bulk = await act('hold');
    now -= 10_000;
    await change(bank);
    now += 10_000;
    await undo(bulk);
    expect(await stateOf()).toEqual(heldByRule);
  });

  test('A listing that was unlisted before is held as well', async () => {
    await change({ state: 'unlisted' });
    const bulk = await act('hold');
    await change(bank);
    await undo(bulk);
    expect(await stateOf()).toEqual(heldByRule);
  });

  test('A bulk restoration holds what became a bank since it left the public, also in several steps', async () => {
    await act('hold');
    const changed = await change(bank);
    await act('limit');
    expect(await openCases()).toHaveLength(1);
    expect(await act('restore')).toMatchObject({ state: 'done', done: 1 });
    expect(await stateOf()).toEqual(heldByRule);
    expect(await statusOf(changed)).toBe(404);
    expect(await openCases()).toHaveLength(1);
    expect((await mailsToOwner()).at(-1)?.text.replace(/\s+/g, ' ')).toContain('hold some of them again');
  });

  test('A bulk restoration publishes what a rule holds, which staff have chosen as it is', async () => {
    await change(bank);
    expect((await stateOf()).state).toBe('held');
    expect(await act('restore')).toMatchObject({ state: 'done', done: 1 });
    expect(await stateOf()).toMatchObject({ state: 'public', is_listed: 1 });
  });

  test('A listing that is limited again stays so, and staff look at it', async () => {
    await act('limit');
    const bulk = await act('hold');
    await change(bank);
    await undo(bulk);
    expect((await stateOf()).state).toBe('limited');
    expect(await openCases()).toMatchObject([{ kind: 'hold', state: 'open' }]);
  });
});
