import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appSchema, type AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm, type FormValue } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('changing apps on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let unverified: Person;
  let png: Buffer;
  let count = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    owner = await createPerson(api);
    other = await createPerson(api);
    unverified = await createPerson(api, { verified: false });
    png = await picture(120, 200);
  });
  afterAll(() => api.product.dispose());

  const send = (method: string, path: string, values: Record<string, FormValue>, as?: Person) =>
    sendForm<AppJson>(api, method, path, values, as);

  const valid = () => ({
    name: `Created ${++count}`,
    description: 'Does one thing well.',
    website: 'https://myapp.ng',
  });

  async function created(values: Record<string, FormValue> = {}): Promise<AppJson> {
    const { status, body } = await send('POST', '/app/', { ...valid(), ...values }, owner);
    expect(status, body.error).toBe(201);
    return body;
  }

  const current = (id: string) => api.get<AppJson>(`/app/${id}/`);

  test('an app is listed with everything', async () => {
    const app = await created({
      name: '  Full   House ',
      long_description: 'Line one\r\nline two',
      category: 'Finance,food & drink',
      external_link: 'myapp.ng/get',
      playstore_link: 'play.google.com/store/apps/details?id=ng.my.app',
      appstore_link: 'https://apps.apple.com/ng/app/id1',
      logo: png,
      screenshot: [png, await picture(200, 120)],
    });
    expect(appSchema.strict().parse(app)).toEqual(app);
    expect(app).toMatchObject({
      name: 'Full House',
      name_id: 'full-house',
      long_description: 'Line one\nline two',
      category: 'Finance,Food & Drink',
      website: 'https://myapp.ng',
      external_link: 'https://myapp.ng/get',
      playstore_link: 'https://play.google.com/store/apps/details?id=ng.my.app',
      version: '0.1.0',
      owner: { id: owner.id },
      current_version: { release_type: 'IN_DEVELOPMENT', latest_feature: '' },
    });
    expect(app.logo).not.toBeNull();
    expect(app.screenshot).toHaveLength(2);
    expect(await current('full-house')).toEqual(app);
    expect((await api.get<{ results: AppJson[] }>('/app/')).results[0]).toEqual(app);
  });

  test('logo, screenshots and categories may be missing; JSON without files works', async () => {
    const { status, body } = await api.post('/app/', { ...valid(), category: ['Music'] }, owner.access);
    expect(status).toBe(201);
    expect(body).toMatchObject({ logo: null, screenshot: [], category: 'Music' });
  });

  test.each([
    [{ name: '' }, 'name', 'Enter the name of your app.'],
    [{ name: 'x'.repeat(49) }, 'name', 'Use 48 characters at most for the name.'],
    [{ name: '\u200b\u202e' }, 'name', 'Enter the name of your app.'],
    [{ description: 'x'.repeat(121) }, 'description', 'Use 120 characters at most for the description.'],
    [{ description: '   ' }, 'description', 'Enter a description of your app.'],
    [{ website: '' }, 'website', 'Add at least one valid link.'],
    [{ website: 'javascript:alert(1)' }, 'website', 'Enter a web address such as https://myapp.ng.'],
    [{ website: 'http://127.0.0.1/' }, 'website', 'Enter a web address such as https://myapp.ng.'],
    [{ playstore_link: 'https://example.com/' }, 'playstore_link', 'Enter an address on play.google.com.'],
    [
      { appstore_link: 'https://apps.apple.com.evil.ng/' },
      'appstore_link',
      'Enter an address on apps.apple.com.',
    ],
    [{ category: 'Nonsense' }, 'category', "There is no category 'Nonsense'."],
    [{ category: 'Music,News,Sports,Travel,Weather' }, 'category', 'Choose 4 categories at most.'],
  ])('creating with %j is refused beside its field', async (change, field, sentence) => {
    const { status, body } = await send('POST', '/app/', { ...valid(), ...change }, owner);
    expect(status).toBe(400);
    expect(body.fields[field]).toBe(sentence);
    expect(body.error).toContain(sentence);
  });

  test('a fifth screenshot, a picture that is none and one that is too large are refused with a sentence', async () => {
    const five = await send('POST', '/app/', { ...valid(), screenshot: [png, png, png, png, png] }, owner);
    expect(five).toMatchObject({ status: 400, body: { error: 'Only 4 images can be uploaded' } });
    const lie = await send(
      'POST',
      '/app/',
      { ...valid(), logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      owner,
    );
    expect(lie.status).toBe(400);
    expect(lie.body.error).toBe(messages.pictures.unreadable);
    const large = await send(
      'POST',
      '/app/',
      { ...valid(), logo: Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]) },
      owner,
    );
    expect(large.status).toBe(413);
    expect(large.body.error).toContain('5 MB');
    const huge = await send(
      'POST',
      '/app/',
      { ...valid(), screenshot: Array.from({ length: 6 }, () => Buffer.alloc(4.9 * 1024 * 1024)) },
      owner,
    );
    expect(huge).toMatchObject({
      status: 413,
      body: { error: 'This request is larger than 25 MB. Use smaller images.' },
    });
    expect(api.faults).toEqual([]);
  });

  test('a taken name is refused, whatever its case', async () => {
    const app = await created();
    const again = await send('POST', '/app/', { ...valid(), name: app.name.toUpperCase() }, owner);
    expect(again).toMatchObject({
      status: 400,
      body: { error: 'This app name exist', fields: { name: 'This app name exist' } },
    });
  });

  test('every write needs a token (401), a verified account and the owner (403), and else changes nothing', async () => {
    const app = await created({ screenshot: png });
    const shot = app.screenshot[0]?.id ?? '';
    const release = { app: app.id, latest_feature: 'New', release_type: 'LIVE', version: '9' };
    const writes: [string, string, Record<string, FormValue>][] = [
      ['PATCH', `/app/${app.name_id}/`, { description: 'Taken over' }],
      ['PATCH', `/app/${app.id}/`, { screenshots: png }],
      ['DELETE', `/app/${app.id}/`, {}],
      ['PATCH', `/app/screenshot/${shot}/update/`, { screenshots: png }],
      ['DELETE', `/app/screenshot/${shot}/delete/`, {}],
      ['PATCH', `/app/screenshot/${shot}/delete/`, {}],
      ['PATCH', `/app/screenshot/${shot}/delete/`, { screenshots: png }],
      ['POST', '/app/version/', release],
      ['PATCH', `/app/version/${app.current_version.id}/`, { version: '9' }],
      ['DELETE', `/app/version/${app.current_version.id}/`, {}],
    ];
    for (const [method, path, values] of writes) {
      const asked = `${method} ${path}`;
      const anonymous = await send(method, path, values);
      expect(anonymous, asked).toMatchObject({ status: 401, body: { error: 'Kindly login to proceed' } });
      const stranger = await send(method, path, values, other);
      expect(stranger, asked).toMatchObject({
        status: 403,
        body: { error: 'Only the owner of this app can change it.' },
      });
      const early = await send(method, path, values, unverified);
      expect(early, asked).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('not yet verified') as string },
      });
    }
    expect((await send('POST', '/app/', valid())).status).toBe(401);
    expect((await send('POST', '/app/', valid(), unverified)).status).toBe(403);
    expect(await current(app.id)).toEqual(app);
  });

  test('a change of the basic facts shows at once, and the old name redirects', async () => {
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
    expect(await current('before-renaming')).toEqual(body);
    expect((await api.get<{ results: AppJson[] }>('/app/?search=afterrenaming')).results).toHaveLength(1);
    expect((await api.get<{ results: AppJson[] }>('/app/?search=beforerenaming')).results).toHaveLength(0);
    const taken = await created({ name: 'Before renaming' });
    expect(taken.name_id).toBe('before-renaming-2');
    const back = await send('PATCH', `/app/${app.id}/`, { name: 'Before: Renaming' }, owner);
    expect(back.body.name_id).toBe('before-renaming');
    expect(await current('after-renaming')).toMatchObject({ id: app.id });
  });

  test('categories and links change; the last link and the last category stay', async () => {
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

  test('screenshots are added up to four, reordered, replaced and deleted; a new picture is a new address', async () => {
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
    expect((await current(app.id)).screenshot).toHaveLength(2);
    expect((await api.request(`/app/screenshot/${first}/`)).status).toBe(404);
    const left = ids.toReversed().filter((id) => id !== first);
    const last = await send('PATCH', path, { screenshots: [png, await picture(90, 91)] }, owner);
    expect(last.body.screenshot).toHaveLength(4);
    expect(last.body.screenshot.slice(0, 2).map(({ id }) => id)).toEqual(left);
    expect(last.body.screenshot[2]?.image).toBe(app.screenshot[0]?.image);

    const logo = await send('PATCH', path, { logo: await picture(64, 64, '#abcdef') }, owner);
    expect(logo.body.logo).not.toBe(app.logo);
  });

  test('concurrent additions do not pass four', async () => {
    const app = await created({ screenshot: [png] });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send('PATCH', `/app/${app.id}/`, { screenshots: png }, owner)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect((await current(app.id)).screenshot).toHaveLength(4);
  });

  test('a new version becomes the current one; dates without a zone are in Lagos', async () => {
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
    expect(await current(app.id)).toMatchObject({
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
    // Where pages and feeds read it, too.
    const found = await api.product.services.apps.findApp(app.id);
    expect(found).toMatchObject({ kind: 'found', app: { currentVersion: { version: '2.0.0' } } });
    const [listed] = (await api.product.services.versions.listVersions({ appId: app.id })).items;
    expect(listed).toMatchObject({ version: '2.0.0' });
    expect((await send('POST', '/app/version/', { ...release, app: 'nothing' }, owner)).status).toBe(404);
  });

  test('a deleted app is gone from everywhere', async () => {
    const app = await created({ name: 'Short Lived', screenshot: png });
    expect((await send('DELETE', `/app/${app.id}/`, {}, owner)).body).toEqual({ success: true });
    expect((await api.request(`/app/${app.name_id}/`)).status).toBe(404);
    expect((await send('DELETE', `/app/${app.id}/`, {}, other)).status).toBe(404);
    expect((await api.get<{ results: AppJson[] }>('/app/?search=shortlived')).results).toEqual([]);
    expect((await created({ name: 'Short Lived' })).name_id).toBe('short-lived');
  });

  test('Deletions that come together all say that it is done', async () => {
    const app = await created();
    const answers = await Promise.all([1, 2, 3].map(() => send('DELETE', `/app/${app.id}/`, {}, owner)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { success: true }]),
    );
  });

  test('the sweep takes pictures that nothing refers to, and no others', async () => {
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
