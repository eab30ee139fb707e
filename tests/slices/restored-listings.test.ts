// A restoration and a suspension that happen at the same time, on PostgreSQL, which has several writers.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listApp } from '../support/desk-cases.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { createPerson } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

describe('Restored listings on PostgreSQL', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi('postgres', { rateLimit: false, wakeMail: () => undefined });
  });
  afterAll(() => api.product.dispose());

  test('Keeps a restored listing out of the lists when its owner is suspended at the same time', async () => {
    const { moderation } = api.product.services;
    const owner = await createPerson(api);
    const { id } = await listApp(api, owner);
    await moderation.hideListing(id, 'Spam.');
    const client = new pg.Client({ connectionString: api.product.config.databaseUrl });
    await client.connect();
    const progress = { isRestored: false };
    try {
      await client.query('begin');
      await client.query('update users set banned_at = $1 where id = $2', [Date.now(), owner.id]);
      const restoration = moderation.restoreListing(id).then(() => (progress.isRestored = true));
      await expect
        .poll(async () => {
          const waiting = await countLockWaits(api.product.db);
          return progress.isRestored ? 'restored' : waiting === 1 ? 'waiting' : 'on its way';
        })
        .toBe('waiting');
      await client.query('commit');
      await restoration;
    } finally {
      await client.end();
    }
    const query = api.product.db.read.selectFrom('apps').select(['state', 'is_listed']).where('id', '=', id);
    expect(await query.executeTakeFirst()).toEqual({ state: 'public', is_listed: 0 });
    expect(api.faults).toEqual([]);
  });
});
