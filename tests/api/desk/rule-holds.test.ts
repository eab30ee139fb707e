// What staff decide about listings that a rule holds, and about what an account may do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import { decide, listApp, openCase } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { sendForm } from '../../support/send-form.ts';
import { createStaff } from '../../support/staff.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Decisions about holds of rules on %s', (engine) => {
  let api: TestApi;
  let staff: Person;
  const now = Date.UTC(2026, 10, 21, 9);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    staff = await createStaff(api);
  });
  afterAll(() => api.product.dispose());

  const form = (name: string) => ({ name, description: 'It does one thing.', website: 'https://one.ng' });

  test('Staff release an imitation that is none, and a later change does not hold it again', async () => {
    const owner = await createPerson(api);
    const { body: app } = await sendForm<AppJson>(
      api,
      'POST',
      '/app/',
      form('Fidelity Bank Fans App'),
      owner,
    );
    expect(app.state).toBe('public');
    const { body: held } = await sendForm<AppJson>(api, 'POST', '/app/', form('Fidelity Bank Online'), owner);
    expect(held.state).toBe('held');
    const opened = await api.product.db.read
      .selectFrom('cases')
      .select(['number', 'kind', 'state'])
      .where('subject_id', '=', held.id)
      .executeTakeFirstOrThrow();
    expect([opened.kind, opened.state]).toEqual(['hold', 'open']);
    const { status } = await decide(api, staff, opened.number, {
      action: 'restore',
      policy: 'impersonation',
    });
    expect(status).toBe(201);
    expect((await api.get<AppJson>(`/app/${held.id}/`)).state).toBe('public');
    const changed = await sendForm<AppJson>(api, 'PATCH', `/app/${held.id}/`, { description: 'New.' }, owner);
    expect(changed.body.state).toBe('public');
  });

  test('A decision restricts an account for some days, and tells what is missing without them', async () => {
    const owner = await createPerson(api);
    const app = await listApp(api, owner);
    const { number } = await openCase(api, { subject: { kind: 'app', id: app.id }, ownerId: owner.id });
    const unsaid = await decide(api, staff, number, { action: 'restrict' });
    expect(unsaid.status).toBe(400);
    const restriction = { actions: ['publish', 'contact'], days: 7 };
    expect((await decide(api, staff, number, { action: 'restrict', restriction })).status).toBe(201);
    const rows = await api.product.db.read
      .selectFrom('restrictions')
      .select(['action', 'effect', 'until'])
      .where('account_id', '=', owner.id)
      .orderBy('action')
      .execute();
    const until = now + 7 * 86_400_000;
    expect(rows).toEqual([
      { action: 'contact', effect: 'deny', until },
      { action: 'publish', effect: 'deny', until },
    ]);
    const refused = await sendForm(api, 'POST', '/app/', form('One More'), owner);
    expect(refused.status).toBe(403);
    expect((await api.get<AppJson>(`/app/${app.id}/`)).state).toBe('public');
  });
});
