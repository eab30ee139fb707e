import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appSchema, type AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { timelineEntrySchema } from '../../src/lib/shared/schemas/timeline.ts';
import { userSchema } from '../../src/lib/shared/schemas/users.ts';
import { versionSchema, type VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { createOwner, oneEngine, newApp, siteUrl } from '../support/test-product.ts';
import { picture } from '../support/pictures.ts';

describe.each(oneEngine)('Single resources on %s', (engine) => {
  let api: TestApi;
  let ownerId: string;
  let app: AppJson;

  beforeAll(async () => {
    api = await createTestApi(engine);
    ownerId = await createOwner(api.product);
    const { media, apps, versions } = api.product.services;
    const logo = await media.storePicture(await picture(300, 300), 'logo');
    const screenshots = [
      await media.storePicture(await picture(400, 800, '#123456'), 'screenshot'),
      await media.storePicture(await picture(800, 400, '#654321'), 'screenshot'),
    ];
    const { id } = await apps.publishApp(newApp(ownerId, { name: 'Detailed', logo, screenshots }));
    for (const [version, day] of [
      ['0.2.0', 2],
      ['1.0.0', 3],
    ] as const) {
      await versions.addVersion({
        appId: id,
        version,
        releaseType: 'BETA',
        releaseDate: Date.UTC(2026, 0, day),
        latestFeature: `What is new in ${version}`,
      });
    }
    app = await api.get<AppJson>('/app/detailed/');
  });
  afterAll(() => api.product.dispose());

  test('GET /app/{name_id}/ answers the exact shape, absolute image addresses and the newest release', async () => {
    expect(appSchema.strict().parse(app)).toEqual(app);
    expect(app.version).toBe('1.0.0');
    expect(app.current_version).toMatchObject({
      version: '1.0.0',
      app: app.id,
      release_date: '2026-01-03T00:00:00.000Z',
    });
    expect(app.logo).toMatch(/^http:\/\/naijabuilt\.test\/media\/[a-z0-9]+-\d+\.(jpg|png)$/);
    expect(app.screenshot).toHaveLength(2);
    expect(await api.get('/app/' + app.id)).toEqual(app);
  });

  test.each(['undefined', 'null', 'no-such-app', '%FF', '..%2f..', "'%20or%201=1--", 'x'.repeat(3000)])(
    'GET /app/%s/ answers 404 with a sentence',
    async (nameId) => {
      const { status, body } = await api.request(`/app/${nameId}/`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: expect.any(String) as string, fields: {} });
      expect(api.faults).toEqual([]);
    },
  );

  test.each(['/app/%00/', '/user/%00/', '/app/exists/?name=%00', '/app/?search=a%00b'])(
    'Refuses GET %s, which holds a null character',
    async (path) => {
      expect((await api.request(path)).status).toBe(400);
      expect(api.faults).toEqual([]);
    },
  );

  test('GET /app/screenshot/{id}/ answers a screenshot, and 404 for an unknown id', async () => {
    const [first] = app.screenshot;
    expect(await api.get(`/app/screenshot/${first?.id ?? ''}/`)).toEqual(first);
    expect((await api.request('/app/screenshot/undefined/')).status).toBe(404);
    expect((await api.request('/app/screenshot/01a1fb81-7fdf-7193-9487-a87ac48089b0/')).status).toBe(404);
  });

  test('GET /app/version/ lists releases, newest first', async () => {
    const page = await api.get<{ results: VersionJson[]; count: number }>(`/app/version/?app=${app.id}`);
    expect(page.results.map((release) => release.version)).toEqual(['1.0.0', '0.2.0', '0.1.0']);
    for (const release of page.results) expect(versionSchema.strict().parse(release)).toEqual(release);
    expect(page.results[2]).toMatchObject({
      release_type: 'IN_DEVELOPMENT',
      release_date: null,
      latest_feature: '',
    });
    expect((await api.get<{ count: number }>('/app/version/')).count).toBe(3);
    expect(await api.get(`/app/version/?app=${app.id.toUpperCase()}`)).toMatchObject({
      results: page.results,
    });
    expect((await api.request('/app/version/?app=undefined')).status).toBe(400);
  });

  test('GET /user/{id}/ answers the profile, and /apps/ below it the apps', async () => {
    const user = await api.get<Record<string, unknown>>(`/user/${ownerId}/`);
    expect(userSchema.strict().parse(user)).toEqual(user);
    expect(user).toMatchObject({
      id: ownerId,
      firstname: 'Ada',
      country: 'Nigeria',
      social_account_dict: {},
      tags: [],
    });
    const apps = await api.get<{ results: AppJson[]; next: null }>(`/user/${ownerId}/apps/`);
    expect(apps.results).toEqual([app]);
    for (const path of ['/user/undefined/', '/user/01a1fb81-7fdf-7193-9487-a87ac48089b0/apps/']) {
      expect((await api.request(path)).status).toBe(404);
    }
  });

  test('GET /timeline/ lists the events of a user, newest first', async () => {
    const page = await api.get<{ results: { category: string }[] }>(`/timeline/?user=${ownerId}`);
    for (const entry of page.results) expect(timelineEntrySchema.strict().parse(entry)).toEqual(entry);
    expect(page.results.map((entry) => entry.category)).toEqual(['LIST_APP', 'ACCOUNT_VERIFIED', 'SIGNUP']);
    expect(page.results[0]).toMatchObject({ user: ownerId, app });
    expect(await api.get(`/timeline/?user=${ownerId.toUpperCase()}`)).toMatchObject({
      results: page.results,
    });
    expect((await api.request('/timeline/')).status).toBe(400);
    expect((await api.request('/timeline/?user=01a1fb81-7fdf-7193-9487-a87ac48089b0')).status).toBe(404);
  });

  test('Serves its OpenAPI document and the page that shows it', async () => {
    const document = await api.get<{ openapi: string; paths: Record<string, unknown>; servers: unknown }>(
      '/openapi.json',
    );
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: siteUrl }]);
    expect(Object.keys(document.paths)).toContain('/api/v1/app/{name_id}/');
    expect(Object.keys(document.paths).filter((path) => !/^\/api\/v1\/.*\/$/.test(path))).toEqual([]);
    for (const path of ['/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']) {
      expect((await api.request(path)).status).toBe(200);
    }
  });
});
