import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { appClient } from '../support/app-client.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Changing apps on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let png: Buffer;
  const { send, created, stored } = appClient(() => ({ api, owner }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    owner = await createPerson(api);
    other = await createPerson(api);
    png = await picture(120, 200);
  });
  afterAll(() => api.product.dispose());

  test('Shows changed facts at once, and finds a renamed app by its old name_id', async () => {
    const app = await created({ name: 'Before Renaming' });
    const { status, body } = await send(
      'PATCH',
      `/app/${app.name_id}/`,
      { name: 'After Renaming', description: 'New words', version: '3.2', website: 'https://renamed.ng' },
      owner,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name_id: 'after-renaming',
      description: 'New words',
      version: '3.2',
      website: 'https://renamed.ng',
    });
    expect(await stored('before-renaming')).toEqual(body);
    expect((await api.get<{ results: AppJson[] }>('/app/?search=afterrenaming')).results).toHaveLength(1);
    expect((await api.get<{ results: AppJson[] }>('/app/?search=beforerenaming')).results).toHaveLength(0);
    const taken = await created({ name: 'Before renaming' });
    expect(taken.name_id).toBe('before-renaming-2');
    const back = await send('PATCH', `/app/${app.id}/`, { name: 'Before: Renaming' }, owner);
    expect(back.body.name_id).toBe('before-renaming');
    expect(await stored('after-renaming')).toMatchObject({ id: app.id });
  });

  test('Changes categories and links, and refuses to remove the last one of either', async () => {
    const app = await created({ category: 'Music' });
    const path = `/app/${app.name_id}/`;
    expect((await send('PATCH', path, { category: 'News,Sports' }, owner)).body.category).toBe('News,Sports');
    expect((await send('PATCH', path, { category: '' }, owner)).status).toBe(400);
    const links = await send('PATCH', path, { website: '', external_link: 'https://elsewhere.ng/x' }, owner);
    expect(links.body).toMatchObject({ website: '', external_link: 'https://elsewhere.ng/x' });
    expect(await send('PATCH', path, { external_link: '' }, owner)).toMatchObject({
      status: 400,
      body: { error: 'Add at least one valid link.' },
    });
  });

  test('Adds up to four screenshots, reorders, replaces and deletes them', async () => {
    const app = await created({ screenshot: [png], logo: png });
    const path = `/app/${app.name_id}/`;
    const added = await send(
      'PATCH',
      path,
      { screenshots: [await picture(90, 90, '#ff0000'), await picture(90, 90, '#0000ff')] },
      owner,
    );
    expect(added.body.screenshot).toHaveLength(3);
    const more = await send('PATCH', path, { screenshot: [png, png] }, owner);
    expect(more).toMatchObject({ status: 400, body: { error: 'Only 4 images can be uploaded' } });

    const ids = added.body.screenshot.map((screenshot) => screenshot.id);
    const reversed = await send('PATCH', path, { screenshot_order: ids.toReversed().join(',') }, owner);
    expect(reversed.body.screenshot.map((screenshot) => screenshot.id)).toEqual(ids.toReversed());
    expect((await send('PATCH', path, { screenshot_order: ids.slice(1).join(',') }, owner)).status).toBe(400);

    const [first = ''] = ids;
    const replaced = await send(
      'PATCH',
      `/app/screenshot/${first}/update/`,
      { screenshots: await picture(50, 90, '#00ff00') },
      owner,
    );
    expect(replaced.status).toBe(200);
    expect((replaced.body as unknown as { image: string }).image).not.toBe(added.body.screenshot[0]?.image);
    expect((await send('PATCH', `/app/screenshot/${first}/update/`, {}, owner)).status).toBe(400);
    expect((await send('DELETE', `/app/screenshot/${first}/delete/`, {}, owner)).body).toEqual({
      success: true,
    });
    expect((await stored(app.id)).screenshot).toHaveLength(2);
    expect((await api.request(`/app/screenshot/${first}/`)).status).toBe(404);
    const left = ids.toReversed().filter((id) => id !== first);
    const last = await send('PATCH', path, { screenshots: [png, await picture(90, 91)] }, owner);
    expect(last.body.screenshot).toHaveLength(4);
    expect(last.body.screenshot.slice(0, 2).map(({ id }) => id)).toEqual(left);
    expect(last.body.screenshot[2]?.image).toBe(app.screenshot[0]?.image);

    const logo = await send('PATCH', path, { logo: await picture(64, 64, '#abcdef') }, owner);
    expect(logo.body.logo).not.toBe(app.logo);
  });

  test('Keeps at most four screenshots when several are added at once', async () => {
    const app = await created({ screenshot: [png] });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send('PATCH', `/app/${app.id}/`, { screenshots: png }, owner)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect((await stored(app.id)).screenshot).toHaveLength(4);
  });

  test('Makes a new version the current one, and reads dates without a zone as Lagos time', async () => {
    const app = await created();
    const release = {
      app: app.id,
      latest_feature: 'Dark theme',
      release_type: 'BETA',
      version: '2.0.0',
      release_date: '2026-03-01T09:30',
    };
    const { status, body } = await send('POST', '/app/version/', release, owner);
    expect(status).toBe(201);
    expect(body).toMatchObject({ app: app.id, version: '2.0.0', release_date: '2026-03-01T08:30:00.000Z' });
    expect(await stored(app.id)).toMatchObject({
      version: '2.0.0',
      current_version: { latest_feature: 'Dark theme' },
    });
    for (const [change, field] of [
      [{ latest_feature: '' }, 'latest_feature'],
      [{ latest_feature: 'x'.repeat(2001) }, 'latest_feature'],
      [{ release_type: 'SOON' }, 'release_type'],
      [{ release_date: 'tomorrow' }, 'release_date'],
    ] as const) {
      const refused = await send('POST', '/app/version/', { ...release, ...change }, owner);
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.fields)).toEqual([field]);
    }
    expect(
      (await send('POST', '/app/version/', { ...release, version: '', release_date: '' }, owner)).body,
    ).toMatchObject({
      version: '2.0.0',
      release_date: null,
    });
    // Pages and feeds read it from the slices.
    const found = await api.product.services.apps.findApp(app.id);
    expect(found).toMatchObject({ kind: 'found', app: { currentVersion: { version: '2.0.0' } } });
    const [listed] = (await api.product.services.versions.listVersions({ appId: app.id })).items;
    expect(listed).toMatchObject({ version: '2.0.0' });
    expect((await send('POST', '/app/version/', { ...release, app: 'nothing' }, owner)).status).toBe(404);
  });

  test('Removes a deleted app from its address and from the search, and frees its name', async () => {
    const app = await created({ name: 'Short Lived', screenshot: png });
    expect((await send('DELETE', `/app/${app.id}/`, {}, owner)).body).toEqual({ success: true });
    expect((await api.request(`/app/${app.name_id}/`)).status).toBe(404);
    expect((await send('DELETE', `/app/${app.id}/`, {}, other)).status).toBe(404);
    expect((await api.get<{ results: AppJson[] }>('/app/?search=shortlived')).results).toEqual([]);
    expect((await created({ name: 'Short Lived' })).name_id).toBe('short-lived');
  });

  test('Answers success to each of several deletions of one app at once', async () => {
    const app = await created();
    const answers = await Promise.all([1, 2, 3].map(() => send('DELETE', `/app/${app.id}/`, {}, owner)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { success: true }]),
    );
  });

  test('Sweeps pictures that nothing refers to, and no others', async () => {
    const kept = await created({ screenshot: [await picture(70, 70, '#111111')] });
    const gone = await created({ screenshot: [await picture(70, 70, '#222222')] });
    await send('DELETE', `/app/${gone.id}/`, {}, owner);
    const files = async () => {
      const keys: string[] = [];
      for await (const { key } of api.product.storage.list()) keys.push(key);
      return keys;
    };
    await api.product.storage.put('abcdef-64.webp', Buffer.from('stray'));
    const keyOf = (app: AppJson) => app.screenshot[0]?.image.split('/').at(-1) ?? '';
    expect(await api.product.services.media.sweep(60_000)).toEqual({ pictures: 0, files: 0 });
    expect(await files()).toContain(keyOf(gone));
    const swept = await api.product.services.media.sweep(-60_000);
    expect(swept.pictures).toBeGreaterThan(0);
    expect(swept.files).toBe(1);
    const left = await files();
    expect(left).toContain(keyOf(kept));
    expect(left).not.toContain(keyOf(gone));
    expect(left).not.toContain('abcdef-64.webp');
    const rows = await api.product.db.read.selectFrom('media').select(['id', 'widths']).execute();
    expect(left.length).toBe(rows.reduce((sum, row) => sum + row.widths.split(',').length * 3, 0));
  });
});
