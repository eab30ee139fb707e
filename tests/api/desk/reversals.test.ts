// What a successful appeal takes back: its own decision, and nothing that was decided later.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import type { DecisionTable } from '../../../src/lib/server/platform/db/schema.ts';
import { decide, listApp, openCase } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { sendForm } from '../../support/send-form.ts';
import { createStaff } from '../../support/staff.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Successful appeals on %s', (engine) => {
  let api: TestApi;
  let [first, second]: Person[] = [];
  let now = Date.UTC(2026, 10, 21, 9);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now, wakeMail: () => undefined });
    [first, second] = [await createStaff(api), await createStaff(api)];
  });
  afterAll(() => api.product.dispose());

  /** Decides a new case about a listing. @returns the decision */
  async function ruled(app: AppJson, owner: Person, form: Record<string, unknown>): Promise<DecisionTable> {
    now += 60_000;
    const subject = { kind: 'app', id: app.id } as const;
    const { number } = await openCase(api, { subject, ownerId: owner.id });
    const { body, status } = await decide(api, first ?? expect.fail(), number, form);
    expect([status, body]).toEqual([201, expect.anything()]);
    return await api.product.db.read
      .selectFrom('decisions')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
  }
  async function reverse({ id, owner_id, subject_id }: DecisionTable): Promise<void> {
    now += 60_000;
    const { number } = await api.product.db.write((trx) =>
      api.product.services.desk.openCase(trx, {
        kind: 'appeal',
        subject: { kind: 'app', id: subject_id ?? '' },
        ownerId: owner_id,
        reason: 'spam',
        note: '',
        decisionId: id,
        now,
      }),
    );
    const { body, status } = await decide(api, second ?? expect.fail(), number, { action: 'restore' });
    expect([status, body]).toEqual([201, expect.anything()]);
  }
  const stateOf = async ({ id }: AppJson) =>
    await api.product.db.read
      .selectFrom('apps')
      .select(['state', 'state_decision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('A later removal stays when an earlier limit is taken back', async () => {
    const owner = await createPerson(api);
    const app = await listApp(api, owner);
    const limit = await ruled(app, owner, { action: 'limit' });
    const removal = await ruled(app, owner, { action: 'remove' });
    await reverse(limit);
    expect(await stateOf(app)).toEqual({ state: 'removed', state_decision: removal.number });
    const strikes = await api.product.db.read
      .selectFrom('strikes')
      .select(['decision_id', 'revoked_at'])
      .where('user_id', '=', owner.id)
      .execute();
    expect(strikes.filter(({ revoked_at }) => revoked_at === null)).toMatchObject([
      { decision_id: removal.id },
    ]);
    await reverse(removal);
    expect((await stateOf(app)).state).toBe('public');
  });

  test('A restriction ends when it is taken back, and one of a later decision stays', async () => {
    const owner = await createPerson(api);
    const app = await listApp(api, owner);
    const restrict = (actions: string[]) =>
      ruled(app, owner, { action: 'restrict', restriction: { actions, days: 7 } });
    const list = async (name: string) =>
      (await sendForm(api, 'POST', '/app/', { name, description: 'An app.', website: 'https://a.ng' }, owner))
        .status;
    const earlier = await restrict(['publish', 'contact']);
    const later = await restrict(['contact']);
    expect(await list('Restricted One')).toBe(403);
    await reverse(earlier);
    expect(await list('Restricted Two')).toBe(201);
    const actions = async () =>
      (
        await api.product.db.read
          .selectFrom('restrictions')
          .select('action')
          .where('account_id', '=', owner.id)
          .execute()
      ).map(({ action }) => action);
    expect(await actions()).toEqual(['contact']);
    await reverse(later);
    expect(await actions()).toEqual([]);
  });
});
