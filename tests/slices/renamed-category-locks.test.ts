// A listing that is being stored while staff rename its category must not keep the old name in the search.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedCategories } from '../support/changed-categories.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

describe('A category that is renamed beside an update of a listing on PostgreSQL', () => {
  let api: TestApi;
  let person: Person;
  beforeAll(async () => {
    api = await createTestApi('postgres', { rateLimit: false });
    person = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  test('The search finds the listing by the new name', async () => {
    const { db, jobs, services } = api.product;
    const { rename } = await changedCategories(api.product);
    const facts = {
      name: 'Harmattan',
      description: 'An app.',
      website: 'https://one.ng',
      category: 'Finance',
    };
    const { id } = (await sendForm<{ id: string }>(api, 'POST', '/app/', facts, person)).body;
    const found = async (text: string) =>
      (await services.search.searchApps({ text })).items.map((app) => app.id);
    expect(await found('finance')).toEqual([id]);

    const connectionString = api.product.config.databaseUrl;
    const client = new pg.Client({ connectionString });
    await client.connect();
    const waiting = () => countLockWaits(api.product.db);
    try {
      await client.query('begin');
      // The update has read the old name of the category when it waits for this row.
      await client.query('select app_id from search_entries where app_id = $1 for update', [id]);
      const update = sendForm(api, 'PATCH', `/app/${id}/`, { description: 'Another text.' }, person);
      await expect.poll(waiting).toBe(1);
      await rename('finance', 'Moneybags');
      const job = jobs.flush();
      await expect.poll(waiting).toBe(2);
      await client.query('commit');
      expect((await update).status).toBe(200);
      await job;
    } finally {
      await client.end();
    }
    expect(await found('moneybags')).toEqual([id]);
    expect(await found('finance')).toEqual([]);
    expect(await db.read.selectFrom('jobs').select('kind').execute()).toEqual([]);
    expect(api.faults).toEqual([]);
  });
});
