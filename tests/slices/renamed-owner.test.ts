// A job reindexes the apps of a renamed person; answers that were cached before it ends must not stay.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines, newApp } from '../support/test-product.ts';

describe.each(bothEngines)('A renamed owner of many apps on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Publishes the key of all apps again when the search index has followed', async () => {
    const { jobs, onChange, services } = api.product;
    const owner = await createPerson(api);
    for (let n = 0; n < 12; n += 1) await services.apps.publishApp(newApp(owner.id));
    /** Number of apps that the search found by the new name, each time the key of all apps was published. */
    const found: number[] = [];
    onChange(async (keys) => {
      if (keys.includes('apps')) found.push((await services.search.searchApps({ text: 'Zainab' })).count);
    });
    const { status } = await sendForm(api, 'PATCH', `/user/${owner.id}/`, { firstname: 'Zainab' }, owner);
    expect(status).toBe(200);
    await jobs.flush();
    expect(found.at(-1)).toBe(12);
  });
});
