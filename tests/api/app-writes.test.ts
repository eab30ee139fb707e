import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { appSchema, type AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { appClient } from '../support/app-client.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import type { FormValue } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Listing apps on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let unverified: Person;
  let png: Buffer;
  const { send, valid, created, stored } = appClient(() => ({ api, owner }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    owner = await createPerson(api);
    other = await createPerson(api);
    unverified = await createPerson(api, { verified: false });
    png = await picture(120, 200);
  });
  afterAll(() => api.product.dispose());

  test('Lists an app with every field, and shows it as it was answered', async () => {
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
    expect(await stored('full-house')).toEqual(app);
    expect((await api.get<{ results: AppJson[] }>('/app/')).results[0]).toEqual(app);
  });

  test('Lists an app from JSON, without logo and screenshots', async () => {
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
  ])('Refuses an app with %j beside its field', async (change, field, sentence) => {
    const { status, body } = await send('POST', '/app/', { ...valid(), ...change }, owner);
    expect(status).toBe(400);
    expect(body.fields[field]).toBe(sentence);
    expect(body.error).toContain(sentence);
  });

  test('Asks to try again for an unknown category while the categories cannot be read', async () => {
    const spy = vi.spyOn(api.product.site, 'isUnread').mockReturnValue(true);
    try {
      const unknown = await send('POST', '/app/', { ...valid(), category: 'Nonsense' }, owner);
      expect([unknown.status, unknown.body.error]).toEqual([503, messages.errors.away]);
      const known = await send('POST', '/app/', { ...valid(), category: 'Music' }, owner);
      expect(known.status).toBe(201);
      expect(api.faults.splice(0)).toHaveLength(1);
    } finally {
      spy.mockRestore();
    }
  });

  test('Refuses a fifth screenshot, a file that is no picture, a large picture and a large body', async () => {
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

  test('Refuses a taken name in other letter case', async () => {
    const app = await created();
    const again = await send('POST', '/app/', { ...valid(), name: app.name.toUpperCase() }, owner);
    expect(again).toMatchObject({
      status: 400,
      body: { error: 'This app name exist', fields: { name: 'This app name exist' } },
    });
  });

  test('Refuses every write without a token (401), by strangers and by unverified accounts (403), and changes nothing', async () => {
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
    expect(await stored(app.id)).toEqual(app);
  });
});
