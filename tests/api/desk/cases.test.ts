// Cases: how they open and join, who holds them, and what their state allows.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseTransitions } from '../../../src/lib/server/moderation/cases/case-transitions.ts';
import {
  caseStates,
  type CaseState,
  type QueueItemJson,
} from '../../../src/lib/shared/schemas/moderation/cases.ts';
import type { OpenDatabase } from '../../../src/lib/server/platform/db/database.ts';
import { newId } from '../../../src/lib/server/platform/ids.ts';
import { caseOf, decide, openCase } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { createStaff, proveFactor } from '../../support/staff.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

const day = 86_400_000;

describe.each(engines)('Cases on %s', (engine) => {
  let api: TestApi;
  let staff: Person;
  let other: Person;
  let owner: Person;
  let now = Date.UTC(2026, 10, 21, 9);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now, wakeMail: () => undefined });
    [staff, other, owner] = [await createStaff(api), await createStaff(api), await createPerson(api)];
  });
  afterAll(() => api.product.dispose());

  const database = () => (api.product.db as OpenDatabase).kysely;
  /** A new case about a listing that is gone, which is enough for what does not touch the listing. */
  const open = (form: Partial<Parameters<typeof openCase>[1]> = {}) =>
    openCase(api, { subject: { kind: 'app', id: newId() }, ownerId: owner.id, ...form });
  const send = (number: string, part: string, form: object, person = staff) =>
    api.post(`/desk/cases/${number}/${part}/`, form, person.access);
  const setState = (number: string, state: CaseState) =>
    database().updateTable('cases').set({ state }).where('number', '=', number).execute();

  const steps = {
    claimed: ['claim', {}],
    'handed-over': ['hand-over', {}],
    noted: ['notes', { text: 'Seen.' }],
    messaged: ['messages', { to: 'owner', text: 'Hello.' }],
  } as const;
  const cases = Object.entries(steps).flatMap(([event, step]) =>
    caseStates.map((state) => [event as keyof typeof steps, state, step] as const),
  );
  test.each(cases)(
    'The event %s in the state %s is answered as the table says',
    async (event, state, [part, form]) => {
      const { number } = await open();
      await setState(number, state);
      const { version } = await caseOf(api, staff, number);
      const body = { ...form, version, ...(event === 'handed-over' && { to: other.email }) };
      const isAllowed = caseTransitions[event][state]?.includes(state) ?? false;
      const { status } = await send(number, part, body);
      expect(status).toBe(isAllowed ? 200 : 409);
      const after = await caseOf(api, staff, number);
      expect(after.state).toBe(state);
      expect(after.events.some((one) => one.event === event)).toBe(isAllowed);
    },
  );

  test.each(caseStates)(
    'A question or a decision in the state %s is answered as the table says',
    async (state) => {
      for (const [action, to, event] of [
        ['ask-owner', 'waiting', 'asked-owner'],
        ['none', 'decided', 'decided'],
      ] as const) {
        const { number } = await open({ subject: { kind: 'profile', id: (await createPerson(api)).id } });
        await setState(number, state);
        const isAllowed = caseTransitions[event][state]?.includes(to) ?? false;
        expect((await decide(api, staff, number, { action })).status).toBe(isAllowed ? 201 : 409);
        expect((await caseOf(api, staff, number)).state).toBe(isAllowed ? to : state);
      }
    },
  );

  test('Reports of one subject that come at once open one case', async () => {
    const subject = { kind: 'app', id: newId() } as const;
    const opened = await Promise.all(Array.from({ length: 8 }, () => open({ subject })));
    expect(new Set(opened.map(({ number }) => number)).size).toBe(1);
    expect(await caseOf(api, staff, opened[0]?.number ?? '')).toMatchObject({ reports: 8, version: 8 });
    expect(opened[0]?.number).toMatch(/^20261121-[2-9A-HJKMNP-TV-Z]{4}$/);
  });

  test('A case is due in 24 hours for a danger and in 5 days otherwise, and takes the more severe reason', async () => {
    const subject = { kind: 'app', id: newId() } as const;
    const { number } = await open({ subject, reason: 'spam' });
    const due = async () => Date.parse((await caseOf(api, staff, number)).due_at) - now;
    expect(await due()).toBe(5 * day);
    await open({ subject, reason: 'scam' });
    expect([await due(), (await caseOf(api, staff, number)).reason]).toEqual([day, 'scam']);
    await open({ subject, reason: 'other' });
    expect([await due(), (await caseOf(api, staff, number)).reason]).toEqual([day, 'scam']);
  });

  test('Wrong facts wait for the owner for 14 days, a question for 7, and both return once', async () => {
    const facts = await open({ reason: 'facts' });
    const asked = await open({ subject: { kind: 'profile', id: owner.id } });
    expect((await decide(api, staff, asked.number, { action: 'ask-owner' })).status).toBe(201);
    const states = async () => [
      (await caseOf(api, staff, facts.number)).state,
      (await caseOf(api, staff, asked.number)).state,
    ];
    expect(await states()).toEqual(['waiting', 'waiting']);
    now += 7 * day;
    [staff, other] = [await createStaff(api), await createStaff(api)];
    await Promise.all([api.product.services.desk.sweep(), api.product.services.desk.sweep()]);
    expect(await states()).toEqual(['waiting', 'open']);
    now += 7 * day;
    [staff, other] = [await createStaff(api), await createStaff(api)];
    await api.product.services.desk.sweep();
    expect(await states()).toEqual(['open', 'open']);
    const { events } = await caseOf(api, staff, asked.number);
    expect(events.filter(({ event }) => event === 'returned')).toHaveLength(1);
  });

  test('Only whoever holds a case, or an admin, may release it or hand it over', async () => {
    const admin = await createStaff(api, 'admin');
    const { number } = await open();
    const version = async () => (await caseOf(api, staff, number)).version;
    expect((await send(number, 'claim', { version: await version() })).status).toBe(200);
    expect((await send(number, 'claim', { version: await version() }, other)).status).toBe(409);
    expect((await send(number, 'release', { version: await version() }, other)).status).toBe(409);
    const handOver = { version: await version(), to: other.id };
    expect((await send(number, 'hand-over', handOver, other)).status).toBe(409);
    expect((await send(number, 'hand-over', { ...handOver, to: owner.email })).status).toBe(400);
    expect((await send(number, 'hand-over', handOver)).status).toBe(200);
    expect((await caseOf(api, staff, number)).assigned_to?.id).toBe(other.id);
    expect((await send(number, 'release', { version: await version() }, admin)).status).toBe(200);
    expect((await caseOf(api, staff, number)).assigned_to).toBeNull();
    expect((await send(number, 'claim', { version: 1 })).status).toBe(409);
  });

  test('The queue of 10,000 cases begins with overdue ones, filters, and reads an index', async () => {
    const reasons = ['spam', 'scam', 'other'] as const;
    for (let from = 0; from < 10_000; from += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => {
        const number = from + index;
        const id = newId();
        return {
          id,
          number: `20200101-${number}`,
          kind: number % 4 === 0 ? ('hold' as const) : ('report' as const),
          state: 'open' as const,
          reason: reasons[number % 3] ?? 'other',
          subject_kind: 'app' as const,
          subject_id: id,
          subject_name: '',
          app_id: id,
          owner_id: null,
          note: '',
          reports: 1,
          assigned_to: number % 1_000 === 0 ? staff.id : null,
          version: 1,
          decision_id: null,
          opened_at: now - number * 60_000,
          due_at: now + ((number * 7919) % 10_000) * 60_000 - day,
          waits_until: null,
          decided_at: null,
        };
      });
      await database().insertInto('cases').values(rows).execute();
    }
    await proveFactor(api, staff, now);
    const headers = { authorization: `Bearer ${staff.access}` };
    const page = async (query: string) =>
      (await api.request(`/desk/cases/?${query}`, { headers })).body as {
        results: QueueItemJson[];
        next: string | null;
        count: number;
      };
    const first = await page('');
    expect(first.results[0]?.is_overdue).toBe(true);
    const seen = new Set(first.results.map(({ number }) => number));
    let { next } = first;
    for (let pages = 0; pages < 3 && next; pages += 1) {
      const following = await page(new URL(next).search.slice(1));
      for (const { due_at, number } of following.results) {
        expect(seen.has(number)).toBe(false);
        expect(due_at >= (first.results.at(-1)?.due_at ?? '')).toBe(true);
        seen.add(number);
      }
      ({ next } = following);
    }
    expect(seen.size).toBe(80);
    expect(
      (await page('kind=hold&reason=scam')).results.every(
        ({ kind, reason }) => kind === 'hold' && reason === 'scam',
      ),
    ).toBe(true);
    expect((await page('mine=1')).count).toBe(10);
    expect((await page('due=overdue')).results.every(({ is_overdue }) => is_overdue)).toBe(true);
    expect((await page('older_than_days=6')).count).toBeLessThan((await page('')).count);
    await sql`analyze cases`.execute(database());
    const query = `select * from cases where state = 'open' order by due_at, id limit 21`;
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    const { rows } = await sql.raw(`${explain} ${query}`).execute(database());
    const plan = JSON.stringify(rows);
    expect(plan).toContain('cases_queue');
    expect(plan).not.toMatch(/TEMP B-TREE|Seq Scan|Sort Key/);
    expect(api.faults).toEqual([]);
  });
});
