// How many apps an account may have, and who can raise it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines, newApp } from '../support/test-product.ts';

describe.each(engines)('The limit of apps of an account on %s', (engine) => {
  let api: TestApi;
  let moderator: Person;
  let number = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    moderator = await createStaff(api, 'moderator');
  });
  afterAll(() => api.product.dispose());

  const list = async (owner: Person) => {
    const app = {
      name: `Limited ${String((number += 1))}`,
      description: 'One of many.',
      website: 'https://one.ng',
    };
    const { status, body } = await api.post('/app/', app, owner.access);
    return { status, error: (body as { error?: string }).error };
  };
  const setLimit = (who: Person, id: string, limit: unknown) =>
    api.post(`/desk/accounts/${id}/app-limit/`, { app_limit: limit }, who.access);

  test('Refuses the 501st app, also when two are listed at the same moment', async () => {
    const owner = await createPerson(api);
    for (let count = 0; count < 499; count += 1)
      await api.product.services.apps.publishApp(newApp(owner.id, { categories: [] }));
    const [one, other] = await Promise.all([list(owner), list(owner)]);
    expect([one.status, other.status].sort()).toEqual([201, 403]);
    const sentence = 'You have reached the limit of 500 apps. Write to us if you need more.';
    expect(await list(owner)).toEqual({ status: 403, error: sentence });
    const { body, status } = await setLimit(moderator, owner.id, '501');
    expect([status, body]).toMatchObject([200, { app_limit: 501, listings_count: 500 }]);
    expect((await list(owner)).status).toBe(201);
    expect((await list(owner)).error).toContain('the limit of 501 apps');
  });

  test.each(['', 0, -1, 1.5, 100_001, 'many'])('Refuses the limit %j', async (limit) => {
    const owner = await createPerson(api);
    expect(await setLimit(moderator, owner.id, limit)).toMatchObject({
      status: 400,
      body: { fields: { app_limit: 'Enter a number from 1 to 100,000.' } },
    });
  });

  test('Staff change the limit of others, not the own one, and leave a trace', async () => {
    const owner = await createPerson(api);
    expect((await setLimit(owner, owner.id, 9)).status).toBe(404);
    expect((await setLimit(moderator, moderator.id, 9)).status).toBe(403);
    expect((await setLimit(moderator, owner.id, 1)).status).toBe(200);
    const events = api.product.db.read
      .selectFrom('audit_events')
      .select('event')
      .where('user_id', '=', owner.id);
    expect((await events.execute()).map(({ event }) => event)).toContain('account.limit-changed');
    expect([(await list(owner)).status, (await list(owner)).status]).toEqual([201, 403]);
  });
});
