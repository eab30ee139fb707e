// Who may work at the desk: every operation by every kind of caller, and without a second factor.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BulkJson, TemplateJson } from '../../../src/lib/shared/schemas/moderation/decisions.ts';
import {
  caseRoles,
  caseTable,
  expectedOf,
  type CaseRole,
  type CaseRow,
  type CaseThings,
} from '../../support/desk-case-table.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { caseOf, listApp, openCase, ruling } from '../../support/desk-cases.ts';
import { createStaff, proveFactor } from '../../support/staff.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { bothEngines } from '../../support/test-product.ts';

describe.each(bothEngines)('Access to the desk on %s', (engine) => {
  let api: TestApi;
  let helper: Person;
  const people: Partial<Record<CaseRole, Person>> = {};
  let things: CaseThings | undefined;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    helper = await createStaff(api);
    people.unverified = await createPerson(api, { verified: false });
    people.member = await createPerson(api);
    people.owner = await createPerson(api);
    people.moderator = await createStaff(api);
    people.admin = await createStaff(api, 'admin');
    people.suspended = await createStaff(api);
    await api.product.services.moderation.banAccount(people.suspended.id, 'Spam.');
  });
  afterAll(() => api.product.dispose());

  async function finishedBulk(owner: Person): Promise<string> {
    const app = await listApp(api, owner);
    const form = { action: 'limit', ...ruling, listings: [app.id] };
    const begun = await api.post('/desk/bulk/', form, helper.access);
    await api.product.jobs.flush();
    return (begun.body as BulkJson).number;
  }

  async function makeThings(): Promise<Omit<CaseThings, 'caller'>> {
    const { owner } = people;
    if (!owner) throw new Error('Nobody owns anything.');
    const app = await listApp(api, owner);
    const { number } = await openCase(api, { subject: { kind: 'app', id: app.id }, ownerId: owner.id });
    const { version } = await caseOf(api, helper, number);
    const form = { name: `Access ${Math.random()}`, use: 'owner', body: 'Hello.' };
    const { id } = (await api.post('/desk/templates/', form, helper.access)).body as TemplateJson;
    return { owner, app, number, version, templateId: id, bulk: await finishedBulk(owner) };
  }

  async function call(operation: string, row: CaseRow, person: Person | undefined) {
    const [method = ''] = operation.split(' ');
    things ??= { ...(await makeThings()), caller: null };
    const about = { ...things, caller: person ?? null };
    const answer = await api.request(row.path(about), {
      method,
      headers: {
        ...(person && { authorization: `Bearer ${person.access}` }),
        ...(row.body && { 'content-type': 'application/json' }),
      },
      ...(row.body && { body: JSON.stringify(row.body(about)) }),
    });
    if (method !== 'GET' && answer.status < 300) things = undefined;
    return answer;
  }

  test.each(Object.entries(caseTable))('%s answers each role as the table says', async (operation, row) => {
    const seen: Partial<Record<CaseRole, number>> = {};
    for (const role of caseRoles) seen[role] = (await call(operation, row, people[role])).status;
    expect(seen).toEqual(expectedOf(row));
    expect(api.faults).toEqual([]);
  });

  test.each(Object.entries(caseTable))(
    '%s asks for a second factor where the session has none, an old one, or none of the last minutes',
    async (operation, row) => {
      const { moderator } = people;
      if (!moderator) throw new Error('There is no moderator.');
      const { clock } = api.product;
      const codes: unknown[] = [];
      for (const factorAt of [null, clock() - 12 * 3_600_000, clock() - 10 * 60_000]) {
        await proveFactor(api, moderator, factorAt);
        const { body, status } = await call(operation, row, moderator);
        codes.push(status === 403 ? (body as { code?: string }).code : 'allowed');
      }
      await proveFactor(api, moderator, clock());
      const fresh = row.isFresh ? 'fresh_factor' : 'allowed';
      expect(codes).toEqual(['second_factor', 'second_factor', fresh]);
    },
  );
});
