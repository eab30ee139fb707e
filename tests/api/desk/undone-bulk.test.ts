// Who has decided when a bulk action is taken back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import type { BulkJson } from '../../../src/lib/shared/schemas/moderation/decisions.ts';
import type { OpenDatabase } from '../../../src/lib/server/platform/db/database.ts';
import { createStaff, decide, listApp, ruling } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Bulk actions that are taken back on %s', (engine) => {
  let api: TestApi;
  let staff: Person;
  const now = Date.UTC(2026, 10, 21, 9);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now, wakeMail: () => undefined });
    staff = await createStaff(api);
  });
  afterAll(() => api.product.dispose());

  const database = () => (api.product.db as OpenDatabase).kysely;
  async function begin(form: object): Promise<BulkJson> {
    const { body, status } = await api.post('/desk/bulk/', { ...ruling, ...form }, staff.access);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as BulkJson;
  }
  const stateOf = async ({ id }: AppJson) =>
    (await database().selectFrom('apps').select('state').where('id', '=', id).executeTakeFirst())?.state;

  test('Whoever takes it back has decided about each listing, and may not decide on an appeal against that', async () => {
    const owner = await createPerson(api);
    const app = await listApp(api, owner);
    await begin({ action: 'hold', listings: [app.id] });
    await api.product.jobs.flush();
    const restoration = await begin({ action: 'restore', listings: [app.id] });
    await api.product.jobs.flush();
    const other = await createStaff(api);
    const undone = await api.post(`/desk/bulk/${restoration.number}/undo/`, {}, other.access);
    expect(undone.status).toBe(200);
    await api.product.jobs.flush();
    expect(await stateOf(app)).toBe('held');
    const hold = await database()
      .selectFrom('decisions')
      .select(['id', 'action', 'actor_id'])
      .where('subject_id', '=', app.id)
      .where('action', '=', 'hold')
      .where('reverses_id', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(hold).toMatchObject({ action: 'hold', actor_id: other.id });
    const { number } = await database()
      .transaction()
      .execute((trx) =>
        api.product.services.desk.openCase(trx, {
          kind: 'appeal',
          reason: 'spam',
          note: '',
          decisionId: hold.id,
          now,
          subject: { kind: 'app', id: app.id },
          ownerId: owner.id,
        }),
      );
    const decideAs = (person: Person) => decide(api, person, number, { action: 'restore' });
    expect((await decideAs(other)).status).toBe(403);
    expect((await decideAs(staff)).status).toBe(201);
    expect(await stateOf(app)).toBe('public');
  });
});
