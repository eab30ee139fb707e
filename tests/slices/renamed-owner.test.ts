// The search follows the new name of a person with many apps by a job; what was answered meanwhile must not stay.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines, newApp } from '../support/test-product.ts';

describe.each(engines)('a renamed owner of many apps on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('The caches are told once more when the search has followed', async () => {
    const { jobs, onChange, services } = api.product;
    const owner = await createPerson(api);
    for (let n = 0; n < 12; n += 1) await services.apps.publishApp(newApp(owner.id));
    /** How many apps the search found by the new name whenever the key of all apps was published. */
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
