// Releases of an app: their number and type, and how their owner changes and deletes them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Releases on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let now = Date.now();
  let count = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    owner = await createPerson(api);
    other = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  async function send(method: string, path: string, json?: object, as: Person = owner) {
    now += 1;
    const { status, body } = await api.request(path, {
      method,
      headers: { authorization: `Bearer ${as.access}`, ...(json && { 'content-type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status, body: body as VersionJson & { error: string; fields: Record<string, string> } };
  }

  async function listed(): Promise<AppJson> {
    const app = { name: `Released ${++count}`, description: 'Does one thing.', website: 'https://myapp.ng' };
    const { status, body } = await api.post('/app/', app, owner.access);
    expect(status).toBe(201);
    return body as AppJson;
  }

  async function released(app: AppJson, values: object = {}): Promise<VersionJson> {
    const { status, body } = await send('POST', '/app/version/', {
      app: app.id,
      latest_feature: 'New',
      ...values,
    });
    expect(status, body.error).toBe(201);
    return body;
  }

  const current = (app: AppJson) => api.get<AppJson>(`/app/${app.id}/`);
  const all = async (app: AppJson) =>
    (await api.get<{ results: VersionJson[] }>(`/app/version/?app=${app.id}`)).results;

  test('Gives a release without number and type those of the release before', async () => {
    const app = await listed();
    expect(await released(app)).toMatchObject({ version: '0.1.0', release_type: 'IN_DEVELOPMENT' });
    await released(app, { version: '2.1', release_type: 'BETA' });
    expect(await released(app)).toMatchObject({ version: '2.1', release_type: 'BETA' });
    expect(await released(app, { version: '', release_type: '' })).toMatchObject({
      version: '2.1',
      release_type: 'BETA',
    });
    expect((await current(app)).current_version).toMatchObject({ version: '2.1', release_type: 'BETA' });
  });

  test('Refuses the number of another release beside its field, and keeps what is unchanged', async () => {
    const app = await listed();
    const first = app.current_version.id;
    const second = await released(app, { version: '2.0' });
    const sentence = 'This app has a release with this number. Enter another one.';
    const refused = { status: 400, body: { error: sentence, fields: { version: sentence } } };
    const release = { app: app.id, latest_feature: 'Again' };
    for (const version of ['0.1.0', '2.0', ' 2.0 '])
      expect(await send('POST', '/app/version/', { ...release, version })).toEqual(refused);
    expect(await send('PATCH', `/app/version/${first}/`, { version: '2.0' })).toEqual(refused);
    expect(await send('PATCH', `/app/${app.id}/`, { version: '0.1.0' })).toEqual(refused);
    expect((await all(app)).map(({ version }) => version)).toEqual(['2.0', '0.1.0']);
    // Without a number it has the number of the one before, and each may keep its own.
    const third = await released(app);
    for (const { id } of [second, third])
      expect(
        (await send('PATCH', `/app/version/${id}/`, { version: '2.0', release_type: 'LIVE' })).status,
      ).toBe(200);
    const change = { version: '2.0', description: 'Does two things.' };
    expect((await send('PATCH', `/app/${app.id}/`, change)).status).toBe(200);
    expect((await send('PATCH', `/app/${app.id}/`, { version: '2.1' })).status).toBe(200);
    expect((await all(app)).map(({ version }) => version)).toEqual(['2.1', '2.0', '0.1.0']);
  });

  test('Changes the fields of a release that are sent, and no others', async () => {
    const app = await listed();
    const first = app.current_version.id;
    const release = await released(app, { version: '1.0', release_type: 'ALPHA' });
    const changed = await send('PATCH', `/app/version/${release.id}/`, {
      latest_feature: 'Better',
      release_date: '2026-03-01T09:30',
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      id: release.id,
      app: app.id,
      version: '1.0',
      release_type: 'ALPHA',
      latest_feature: 'Better',
      release_date: '2026-03-01T08:30:00.000Z',
      created_at: release.created_at,
    });
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThan(Date.parse(release.updated_at));
    expect(await api.get(`/app/version/${release.id}/`)).toEqual(changed.body);
    expect((await current(app)).current_version).toMatchObject({ version: '1.0', latest_feature: 'Better' });
    const earlier = await send('PATCH', `/app/version/${first}/`, { version: '0.0.9', release_type: 'LIVE' });
    expect(earlier.body).toMatchObject({ version: '0.0.9', release_type: 'LIVE', latest_feature: '' });
    expect((await current(app)).current_version.id).toBe(release.id);
  });

  test('Does not change a release when the same values are sent', async () => {
    const app = await listed();
    const release = await released(app);
    const same = await send('PATCH', `/app/version/${release.id}/`, { latest_feature: 'New' });
    expect(same).toEqual({ status: 200, body: release });
  });

  test.each([
    ['no text', { latest_feature: ' ' }, 'latest_feature', 'Say what is new in this version.'],
    [
      'a text that is too long',
      { latest_feature: 'x'.repeat(2_001) },
      'latest_feature',
      'Use 2000 characters at most for what is new.',
    ],
    ['no number', { version: '' }, 'version', 'Enter a version.'],
    [
      'a number that is too long',
      { version: 'x'.repeat(33) },
      'version',
      'Use 32 characters at most for the version.',
    ],
    ['an unknown type', { release_type: 'SOON' }, 'release_type', 'Choose a release type'],
    [
      'an invalid date',
      { release_date: 'soon' },
      'release_date',
      'Enter a date and time such as 2026-11-21T09:30.',
    ],
  ])('Refuses a change of a release to %s beside its field', async (_, change, field, sentence) => {
    const app = await listed();
    const release = await released(app);
    const { status, body } = await send('PATCH', `/app/version/${release.id}/`, change);
    expect([status, body.fields]).toEqual([400, { [field]: sentence }]);
    expect(await api.get(`/app/version/${release.id}/`)).toEqual(release);
  });

  test('Makes the newest remaining release the current one when the current one is deleted', async () => {
    const app = await listed();
    await released(app, { version: '1.0', release_type: 'LIVE' });
    const middle = await released(app, { version: '2.0', release_type: 'BETA' });
    const last = await released(app, { version: '3.0', release_type: 'ALPHA' });
    expect((await send('DELETE', `/app/version/${last.id}/`)).body).toEqual({ success: true });
    expect(await current(app)).toMatchObject({
      version: '2.0',
      current_version: { id: middle.id, release_type: 'BETA' },
    });
    // Search counts an app by the type of its current release.
    const { results } = await api.get<{ results: AppJson[] }>('/app/?phase=BETA&sort=updated');
    expect(results.map(({ id }) => id)).toContain(app.id);
    const { id: first } = app.current_version;
    expect((await send('DELETE', `/app/version/${first}/`)).status).toBe(200);
    expect((await current(app)).current_version.id).toBe(middle.id);
    expect((await all(app)).map(({ version }) => version)).toEqual(['2.0', '1.0']);
  });

  test('Refuses to delete the only release of an app', async () => {
    const app = await listed();
    const { status, body } = await send('DELETE', `/app/version/${app.current_version.id}/`);
    expect([status, body.error]).toEqual([
      409,
      'An app has at least one release. Change this one, or list another one first.',
    ]);
    expect(await all(app)).toHaveLength(1);
  });

  test('Refuses one of two simultaneous deletions of the last two releases', async () => {
    const app = await listed();
    const last = await released(app);
    const ids = [app.current_version.id, last.id];
    const answers = await Promise.all(ids.map((id) => send('DELETE', `/app/version/${id}/`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const left = await all(app);
    expect(left).toHaveLength(1);
    expect((await current(app)).current_version.id).toBe(left[0]?.id);
  });

  test('Answers success to a repeated deletion by the owner for a day', async () => {
    const app = await listed();
    const release = await released(app);
    const path = `/app/version/${release.id}/`;
    await send('DELETE', path);
    expect(await send('DELETE', path)).toEqual({ status: 200, body: { success: true } });
    expect((await send('DELETE', path, undefined, other)).status).toBe(404);
    expect((await send('PATCH', path, { version: '2' })).status).toBe(404);
    expect((await api.request(path)).status).toBe(404);
    now += 24 * 3_600_000;
    const login = await api.post('/token/', { email: owner.email, password: 'correct horse battery' });
    owner.access = (login.body as { access: string }).access;
    expect((await send('DELETE', path)).status).toBe(404);
  });

  test.each(['nothing', '01234567-89ab-7def-8123-456789abcdef', 'undefined'])(
    'Answers 404 to reads, changes and deletions of the release %s',
    async (id) => {
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect(
          await send(method, `/app/version/${id}/`, method === 'PATCH' ? { version: '2' } : undefined),
        ).toMatchObject({ status: 404, body: { error: 'There is no such release.' } });
    },
  );
});
