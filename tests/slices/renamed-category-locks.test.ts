// A listing that is being stored while staff rename its category must not keep the old name in the search.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedCategories } from '../support/changed-categories.ts';
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
    // The second one watches: within a transaction PostgreSQL shows the activity of its first moment only.
    const [client, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
    await client.connect();
    await watcher.connect();
    const waiting = async () => {
      const { rows } = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting;
    };
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
      await watcher.end();
    }
    expect(await found('moneybags')).toEqual([id]);
    expect(await found('finance')).toEqual([]);
    expect(await db.read.selectFrom('jobs').select('kind').execute()).toEqual([]);
    expect(api.faults).toEqual([]);
  });
});
