// Decisions that the operator's commands leave.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import type { OpenDatabase } from '../../../src/lib/server/platform/db/database.ts';
import { listApp } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Decisions of the operator on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let app: AppJson;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, wakeMail: () => undefined });
    owner = await createPerson(api);
  });
  beforeEach(async () => {
    app = await listApp(api, owner);
  });
  afterAll(() => api.product.dispose());

  const database = () => (api.product.db as OpenDatabase).kysely;

  test("The operator's commands leave decisions under their policy", async () => {
    const { moderation } = api.product.services;
    await moderation.hideListing(app.id, 'It pretends to be a bank.', 'impersonation');
    await moderation.hideListing(app.id, 'A second time.');
    await moderation.restoreListing(app.id);
    const rows = await database()
      .selectFrom('decisions')
      .select(['action', 'source', 'policy', 'public_reason', 'state_after', 'actor_id'])
      .where('subject_id', '=', app.id)
      .orderBy('id')
      .execute();
    const by = { source: 'operator', actor_id: null };
    expect(rows).toMatchObject([
      { ...by, action: 'remove', policy: 'impersonation', public_reason: 'It pretends to be a bank.' },
      { ...by, action: 'restore', state_after: 'public' },
    ]);
    expect(rows).toHaveLength(2);
  });

  test('A deletion by the operator leaves a decision, a strike and a mail', async () => {
    const { moderation } = api.product.services;
    await moderation.deleteListing(app.id, 'It pretends to be a bank.', 'impersonation');
    const query = database().selectFrom('decisions').selectAll().where('subject_id', '=', app.id);
    const { number, ...decision } = await query.executeTakeFirstOrThrow();
    expect(decision).toMatchObject({
      action: 'remove',
      source: 'operator',
      policy: 'impersonation',
      owner_reason: 'It pretends to be a bank.',
      state_before: 'public',
      state_after: 'gone',
    });
    expect(await api.product.services.openness.showDecision(number)).toMatchObject({
      action: 'remove',
      policy: 'impersonation',
      reason: 'It pretends to be a bank.',
    });
    const strikes = database().selectFrom('strikes').select('policy').where('decision_id', '=', decision.id);
    expect(await strikes.execute()).toEqual([{ policy: 'impersonation' }]);
    const mails = database().selectFrom('outbox').select('subject').where('recipient', '=', owner.email);
    expect((await mails.execute()).map(({ subject }) => subject)).toContain(
      'NaijaBuilt: your listing was deleted',
    );
  });

  test('The operator is told why an account that is being deleted is not closed', async () => {
    const leaving = await createPerson(api);
    await database()
      .updateTable('users')
      .set({ closed_at: Date.now() })
      .where('id', '=', leaving.id)
      .execute();
    const { moderation } = api.product.services;
    await expect(moderation.banAccount(leaving.id, 'Spam.')).rejects.toThrow('is being deleted');
    await expect(moderation.unbanAccount(leaving.id)).rejects.toThrow('is being deleted');
  });
});
