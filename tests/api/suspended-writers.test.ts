// Writes whose account is suspended before they are answered: what is stored is acknowledged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { dataKey } from '../../src/lib/server/platform/reads/data-keys.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('An owner who is suspended during a write on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let suspendsAt: string | null = null;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    // A node tells the others after the commit and before the answer.
    api.product.onChange(async (keys) => {
      if (suspendsAt === null || !keys.some((key) => key === suspendsAt)) return;
      suspendsAt = null;
      await api.product.services.moderation.banAccount(owner.id, 'Spam.');
    });
  }, 60_000);
  afterAll(() => api.product.dispose());

  const facts = (name: string) => ({ name, description: 'An app.', website: 'https://a.ng' });

  test('Answers a suspended owner with the new listing, which is there once the account is open again', async () => {
    owner = await createPerson(api);
    suspendsAt = dataKey.user(owner.id);
    const made = await sendForm<AppJson>(api, 'POST', '/app/', facts('Stored first'), owner);
    expect([made.status, made.body.name]).toEqual([201, 'Stored first']);
    expect((await api.request(`/app/${made.body.id}/`)).status).toBe(404);
    await api.product.services.moderation.unbanAccount(owner.id);
    expect((await api.request(`/app/${made.body.id}/`)).status).toBe(200);
  });

  test('Answers a suspended owner with the changed listing', async () => {
    owner = await createPerson(api);
    const { body: app } = await sendForm<AppJson>(api, 'POST', '/app/', facts('Stored next'), owner);
    suspendsAt = dataKey.app(app.id);
    const change = { name: 'Stored at last' };
    const changed = await sendForm<AppJson>(api, 'PATCH', `/app/${app.id}/`, change, owner);
    expect([changed.status, changed.body.name]).toEqual([200, 'Stored at last']);
    await api.product.services.moderation.unbanAccount(owner.id);
    expect((await api.get<AppJson>(`/app/${app.id}/`)).name).toBe('Stored at last');
  });
});
