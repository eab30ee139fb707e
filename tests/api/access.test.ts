// Who may call what: every operation of the API by every kind of caller. An operation without a row fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { roles, table, type Owned, type Role, type Row } from '../support/access-table.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Access on %s', (engine) => {
  let api: TestApi;
  let shot: Buffer;
  let owned: Owned | undefined;
  const people: Partial<Record<Role, Person>> = {};

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    shot = await picture(60, 100);
    people.unverified = await createPerson(api, { verified: false });
    people.other = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  /** @param operation decides what the app has: a picture takes longer to store than the rest. */
  async function own(operation = ''): Promise<Owned> {
    const user = await createPerson(api);
    const values = {
      name: `Owned ${user.email}`,
      description: 'Mine.',
      website: 'https://myapp.ng',
      ...(operation.includes('screenshot') && { screenshot: [shot] }),
    };
    const { status, body } = await sendForm<AppJson>(api, 'POST', '/app/', values, user);
    expect(status, body.error).toBe(201);
    const released = await api.post('/app/version/', { app: body.id, latest_feature: 'New.' }, user.access);
    expect(released.status).toBe(201);
    const { id: releaseId } = released.body as { id: string };
    return { user, app: body, releaseId, screenshotId: body.screenshot[0]?.id ?? '' };
  }

  async function callAs(
    role: Role,
    method: string,
    { path, body, json, file }: Row,
    owned: Owned,
  ): Promise<number> {
    const person = role === 'owner' ? owned.user : people[role];
    const target = path(owned);
    const answer =
      method === 'GET' || !body
        ? await api.request(target, {
            method,
            headers: {
              ...(person && { authorization: `Bearer ${person.access}` }),
              ...(json && { 'content-type': 'application/json' }),
            },
            ...(json && { body: JSON.stringify(json(owned)) }),
          })
        : await sendForm(api, method, target, { ...body(owned), ...(file && { [file]: shot }) }, person);
    return answer.status;
  }

  test('The table has a row for each operation of the API, and no other rows', async () => {
    const { paths } = await api.get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json');
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    expect(operations.length).toBeGreaterThan(30);
    // The desk has a table of its own (desk-access.test.ts).
    const others = operations.filter((operation) => !operation.includes(' /desk/') || operation in table);
    expect(others.sort()).toEqual(Object.keys(table).sort());
  });

  test.each(Object.entries(table))('%s answers each role as the table says', async (operation, row) => {
    const [method = ''] = operation.split(' ');
    const seen: Partial<Record<Role, number>> = {};
    for (const role of roles) {
      // An accepted write may have changed or removed it.
      if (operation.includes('screenshot') && owned?.screenshotId === '') owned = undefined;
      owned ??= await own(operation);
      seen[role] = await callAs(role, method, row, owned);
      if (role === 'owner' && method !== 'GET') owned = undefined;
    }
    expect(seen).toEqual(Object.fromEntries(roles.map((role, index) => [role, row.expected[index]])));
    expect(api.faults).toEqual([]);
  });

  test('Rejects access tokens with a changed claim, a wrong signature or no signature', async () => {
    const { user } = await own();
    const [head, claims, signature = ''] = user.access.split('.');
    const forged = Buffer.from(
      JSON.stringify({
        ...(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as object),
        user_id: people.other?.id,
      }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    for (const token of [
      `${head}.${forged}.${signature}`,
      `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${none}.${claims}.`,
      'undefined',
      'null',
    ]) {
      const { status } = await api.request('/user/me/', { headers: { authorization: `Bearer ${token}` } });
      expect([token, status]).toEqual([token, 401]);
    }
  });
});
