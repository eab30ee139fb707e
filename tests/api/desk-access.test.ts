// Who may call what of the desk. An operation without a row in the table fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deskRoles,
  deskTable,
  outside,
  type DeskRole,
  type DeskRow,
  type DeskSubjects,
} from '../support/desk-access-table.ts';
import { caseTable } from '../support/desk-case-table.ts';
import { createStaff } from '../support/staff.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Access to the desk on %s', (engine) => {
  let api: TestApi;
  let subjects: DeskSubjects | undefined;
  const people: Partial<Record<DeskRole, Person>> = {};

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    people.unverified = await createPerson(api, { verified: false });
    people.member = await createPerson(api);
    people.suspended = await createPerson(api);
    await api.product.services.moderation.banAccount(people.suspended.id, 'Spam.');
    people.bare = await createStaff(api, 'moderator', null);
    people.moderator = await createStaff(api, 'moderator');
    people.stale = await createStaff(api, 'admin', Date.now() - 60 * 60_000);
    people.admin = await createStaff(api, 'admin');
  });
  afterAll(() => api.product.dispose());

  async function makeSubjects(): Promise<DeskSubjects> {
    return { account: await createPerson(api), pending: await createPerson(api, { verified: false }) };
  }

  async function callAs(role: DeskRole, method: string, row: DeskRow, on: DeskSubjects): Promise<number> {
    const person = people[role];
    const body = row.body?.(on);
    const { status } = await api.request(row.path(on), {
      method,
      headers: {
        ...(person && { authorization: `Bearer ${person.access}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return status;
  }

  test('The table has a row for each operation of the desk, and no other rows', async () => {
    const { paths } = await api.get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json');
    const operations = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
      )
      .filter((operation) => operation.includes(' /desk/'));
    expect(operations.length).toBeGreaterThan(5);
    // Operations on cases have a table of their own (desk/access.slow.test.ts).
    expect(operations.sort()).toEqual([...Object.keys(deskTable), ...Object.keys(caseTable)].sort());
  });

  /** Longer than any parameter may be. */
  const wrongQuery = ['cursor', 'q', 'state', 'kind', 'age', 'account', 'name']
    .map((parameter) => `${parameter}=${'x'.repeat(1_001)}`)
    .join('&');

  test('A request whose form or query is wrong is answered to outsiders like a right one', async () => {
    const operations = [...Object.keys(deskTable), ...Object.keys(caseTable)].map((operation) => {
      const [method = '', path = ''] = operation.split(' ');
      return { method, path: `${path.replaceAll(/\{\w+\}/g, 'x')}?${wrongQuery}` };
    });
    expect(operations.length).toBeGreaterThan(25);
    const seen = new Set<string>();
    const refused = await api.request(`/desk/accounts/?${wrongQuery}`, {
      headers: { authorization: `Bearer ${people.moderator?.access ?? ''}` },
    });
    expect(refused.status).toBe(400);
    for (const role of ['member', 'unverified', 'suspended', 'anonymous'] as const)
      for (const { method, path } of operations) {
        const { status } = await api.request(path, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(role !== 'anonymous' && { authorization: `Bearer ${people[role]?.access ?? ''}` }),
          },
          ...(method !== 'GET' && { body: '{"unknown":1}' }),
        });
        if (status !== outside[role]) seen.add(`${role} ${method} ${path}: ${String(status)}`);
      }
    expect([...seen]).toEqual([]);
  });

  test.each(Object.entries(deskTable))('%s answers each role as the table says', async (operation, row) => {
    const [method = ''] = operation.split(' ');
    const seen: Partial<Record<DeskRole, number>> = {};
    for (const role of deskRoles) {
      subjects ??= await makeSubjects();
      const status = await callAs(role, method, row, subjects);
      seen[role] = status;
      // An accepted write has changed them.
      if (method !== 'GET' && status < 400) subjects = undefined;
    }
    const [moderator, stale, admin] = row.may;
    expect(seen).toEqual({ ...outside, moderator, stale, admin });
    expect(api.faults).toEqual([]);
  });
});
