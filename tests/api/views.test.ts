import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { UserJson } from '../../src/lib/shared/schemas/users.ts';
import type { ViewCountsJson, ViewSubject } from '../../src/lib/shared/schemas/views.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const dayMs = 24 * 60 * 60_000;

describe.each(engines)('Views on %s', (engine) => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  let api: TestApi;
  let owner: Person;
  let app: AppJson;

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    owner = await createPerson(api);
    const facts = { name: 'Viewed', description: 'Looked at.', website: 'https://myapp.ng' };
    app = (await sendForm<AppJson>(api, 'POST', '/app/', facts, owner)).body;
  });
  afterAll(() => api.product.dispose());

  const look = (subject: ViewSubject, address: string, { userAgent = phone, viewer = '' } = {}) =>
    api.product.services.views.count({ subject, address, userAgent, viewer });
  const shown = async () => {
    await api.product.services.views.flush();
    return (await api.get<AppJson>(`/app/${app.id}/`)).views;
  };
  const viewsOf = async (path: string, as: Person = owner) => {
    // Days pass in this test, and an access token lasts a quarter of an hour.
    const login = await api.post('/token/', { email: as.email, password: 'correct horse battery' });
    const { access } = login.body as { access: string };
    const { status, body } = await api.request(path, { headers: { authorization: `Bearer ${access}` } });
    return { status, body: body as ViewCountsJson };
  };

  test('Counts a view once a visitor and day, without bots and the owner', async () => {
    const subject = `app:${app.id}` as const;
    for (let times = 0; times < 3; times += 1) look(subject, '10.0.0.1');
    look(subject, '10.0.0.2');
    look(subject, '10.0.0.2', { userAgent: phone.replace('Android 10', 'Android 14') });
    look(subject, '10.0.0.3', { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    look(subject, '10.0.0.4', { userAgent: '' });
    look(subject, '10.0.0.5', { viewer: owner.id });
    expect(await shown()).toBe(3);
    look(subject, '10.0.0.1');
    expect(await shown()).toBe(3);
    now += dayMs;
    look(subject, '10.0.0.1');
    expect(await shown()).toBe(4);
  });

  test('Counts one address as at most five visitors of a page and day', async () => {
    const facts = { name: 'Viewed by one', description: 'Looked at.', website: 'https://myapp.ng' };
    const { id } = (await sendForm<AppJson>(api, 'POST', '/app/', facts, await createPerson(api))).body;
    const viewsOfApp = async () => {
      await api.product.services.views.flush();
      return (await api.get<AppJson>(`/app/${id}/`)).views;
    };
    for (let batch = 0; batch < 4; batch += 1) {
      for (let number = 0; number < 250; number += 1)
        look(`app:${id}`, '10.0.2.1', { userAgent: `${phone} Build/${batch}-${number}` });
      expect(await viewsOfApp()).toBeLessThanOrEqual(5);
    }
    const counted = await viewsOfApp();
    look(`app:${id}`, '10.0.2.2');
    expect(await viewsOfApp()).toBe(counted + 1);
  });

  test('Publishes no change when views are counted', async () => {
    const published: string[] = [];
    api.product.onChange((keys) => {
      published.push(...keys);
    });
    look(`user:${owner.id}`, '10.0.0.9');
    look('app:00000000-0000-7000-8000-000000000000', '10.0.0.9');
    await api.product.services.views.flush();
    expect(published).toEqual([]);
    expect((await api.get<UserJson>(`/user/${owner.id}/`)).views).toBe(1);
  });

  test('Shows views by the day to the owner only', async () => {
    const { body } = await viewsOf(`/app/${app.name_id}/views/`);
    expect(body.total).toBe(4);
    expect(body.days).toHaveLength(30);
    expect(body.days.slice(-2)).toEqual([
      { day: '2026-11-21', views: 3, taps: 0, voices: 0 },
      { day: '2026-11-22', views: 1, taps: 0, voices: 0 },
    ]);
    const other = await createPerson(api);
    expect((await viewsOf(`/app/${app.id}/views/`, other)).status).toBe(403);
    expect((await viewsOf(`/user/${owner.id}/views/`, other)).status).toBe(403);
    expect((await api.request(`/app/${app.id}/views/`)).status).toBe(401);
    expect((await viewsOf(`/user/${owner.id}/views/`)).body.total).toBe(1);
  });

  test('Shows views under an old name_id of the app', async () => {
    const { status, body } = await viewsOf(`/app/${app.name_id}/views/`);
    const facts = { name: 'Viewed Anew' };
    const { access } = (await api.post('/token/', { email: owner.email, password: 'correct horse battery' }))
      .body as { access: string };
    expect((await sendForm(api, 'PATCH', `/app/${app.id}/`, facts, { ...owner, access })).status).toBe(200);
    expect(await viewsOf(`/app/${app.name_id}/views/`)).toEqual({ status, body });
  });

  test('Stores no addresses of visitors, and sweeps their hashes after a day', async () => {
    const { db } = api.product;
    const marks = () => db.read.selectFrom('view_marks').selectAll().execute();
    const salts = () =>
      db.read.selectFrom('settings').selectAll().where('name', 'like', 'view-salt:%').execute();
    expect((await marks()).length).toBeGreaterThan(3);
    for (const { mark } of await marks()) expect(mark).toMatch(/^[\w-]{22}$/);
    expect(await salts()).toHaveLength(2);
    await api.product.sweep();
    expect(new Set((await marks()).map(({ day }) => day)).size).toBe(1);
    expect(await salts()).toHaveLength(1);
    expect(await shown()).toBe(4);
  });

  test('Keeps views in memory until they can be written', async () => {
    const { db } = api.product;
    await db.write((trx) => trx.schema.alterTable('view_marks').renameTo('view_marks_away').execute());
    look(`app:${app.id}`, '10.0.1.1');
    await expect(api.product.services.views.flush()).rejects.toThrow();
    await db.write((trx) => trx.schema.alterTable('view_marks_away').renameTo('view_marks').execute());
    expect(await shown()).toBe(5);
  });
});
