// Settings of the site that admins change at the desk.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SiteSettingsJson } from '../../src/lib/shared/schemas/moderation/site.ts';
import { createStaff, siteEventsOf } from '../support/staff.ts';
import type { Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const text = 'Tonight nobody can list an app.';

describe.each(engines)('Settings of the site on %s', (engine) => {
  let api: TestApi;
  let admin: Person;
  let settings: SiteSettingsJson;

  async function show(): Promise<SiteSettingsJson> {
    const headers = { authorization: `Bearer ${admin.access}` };
    const { status, body } = await api.request('/desk/site/', { headers });
    expect(status).toBe(200);
    return body as SiteSettingsJson;
  }

  const announce = (form: object) =>
    api.post(
      '/desk/site/announcement/',
      { version: settings.announcement.version, text, ...form },
      admin.access,
    );

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    admin = await createStaff(api, 'admin');
  });
  beforeEach(async () => {
    settings = await show();
  });
  afterAll(() => api.product.dispose());

  test('Sets the contact address, and returns to that of the configuration', async () => {
    const { version, default_email: fromConfig } = settings.contact;
    expect(api.product.site.contactEmail).toBe(fromConfig);
    const set = await api.post('/desk/site/contact/', { version, email: ' help@apps.ng ' }, admin.access);
    expect([set.status, set.body]).toMatchObject([200, { contact: { email: 'help@apps.ng' } }]);
    expect(api.product.site.contactEmail).toBe('help@apps.ng');
    const described = await api.get<{ info: { contact: { email: string } } }>('/openapi.json');
    expect(described.info.contact.email).toBe('help@apps.ng');
    const unset = await api.post('/desk/site/contact/', { version: version + 1, email: '' }, admin.access);
    expect(unset.status).toBe(200);
    expect(api.product.site.contactEmail).toBe(fromConfig);
  });

  test.each([
    'nobody',
    'a@b',
    'a@b.ng\r\nBcc: c@d.ng',
    'a\u202e@b.ng',
    '"><script>@b.ng',
    `${'a'.repeat(250)}@apps.ng`,
  ])('Refuses the contact address %j', async (email) => {
    const sent = { version: settings.contact.version, email };
    const { status, body } = await api.post('/desk/site/contact/', sent, admin.access);
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, ['email']]);
    expect((await show()).contact).toEqual(settings.contact);
  });

  test('Of two admins who change the same version at once, the second is told to load it again', async () => {
    const other = await createStaff(api, 'admin');
    const { version } = settings.announcement;
    const answers = await Promise.all(
      [admin, other].map(({ access, id }) =>
        api.post('/desk/site/announcement/', { version, text: id }, access),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = answers.find(({ status }) => status === 200)?.body as SiteSettingsJson;
    expect((await show()).announcement).toEqual(taken.announcement);
    expect(taken.announcement.version).toBe(version + 1);
  });

  test('An announcement that is changed has another id, so that those who closed it see it', async () => {
    const first = (await announce({})).body as SiteSettingsJson;
    settings = first;
    const second = (await announce({ kind: 'warning' })).body as SiteSettingsJson;
    expect(second.announcement.current).toMatchObject({ text, kind: 'warning', is_dismissible: true });
    expect(second.announcement.current?.id).not.toBe(first.announcement.current?.id);
    const { version } = second.announcement;
    const removed = await api.post('/desk/site/announcement/remove/', { version }, admin.access);
    expect([removed.status, removed.body]).toMatchObject([200, { announcement: { current: null } }]);
  });

  test.each([
    ['javascript:alert(1)'],
    [' JaVaScRiPt:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['//evil.ng'],
    ['/\\evil.ng'],
    ['/a\tb'],
    ['https://user:secret@apps.ng'],
    ['https://127.0.0.1/'],
    [`/${'a'.repeat(3_000)}`],
  ])('Refuses the link %j of an announcement', async (link) => {
    const { status, body } = await announce({ link });
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, ['link']]);
  });

  test.each(['/about', '/search?q=a#b', 'https://apps.ng/news'])(
    'Takes the link %s of an announcement',
    async (link) => {
      const { status, body } = await announce({ link });
      expect([status, body]).toMatchObject([200, { announcement: { current: { link } } }]);
    },
  );

  test('Takes texts of one visible line only', async () => {
    expect((await announce({ text: '\u202e\u200b ' })).status).toBe(400);
    expect((await announce({ text: 'a'.repeat(241) })).status).toBe(400);
    const { body } = await announce({ text: 'One\nline \u202eonly' });
    expect(body).toMatchObject({ announcement: { current: { text: 'One line only' } } });
  });

  test('Refuses an announcement that ends before it begins', async () => {
    const { status, body } = await announce({
      from: '2026-11-22T10:00:00+01:00',
      until: '2026-11-22T09:00:00Z',
    });
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, ['until']]);
  });

  test('A form that is sent as text means the same', async () => {
    const form = new URLSearchParams({
      version: String(settings.announcement.version),
      text,
      is_dismissible: 'false',
    });
    const { status, body } = await api.request('/desk/site/announcement/', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.access}` },
      body: form,
    });
    expect([status, body]).toMatchObject([200, { announcement: { current: { is_dismissible: false } } }]);
  });

  test('Sets the price of data, and returns to the default', async () => {
    const { version, default_naira_per_gb: usual, naira_per_gb: before } = settings.data_price;
    expect([before, usual]).toEqual([null, 475]);
    const send = (body: object) => api.post('/desk/site/data-price/', body, admin.access);
    const set = await send({ version, naira_per_gb: ' 600 ' });
    expect([set.status, set.body]).toMatchObject([200, { data_price: { naira_per_gb: 600 } }]);
    expect((await send({ version, naira_per_gb: 700 })).status).toBe(409);
    for (const wrong of ['-1', -1, 1.5, '1e3', 100_001, 'free', {}])
      expect([wrong, (await send({ version: version + 1, naira_per_gb: wrong })).status]).toEqual([
        wrong,
        400,
      ]);
    const unset = await send({ version: version + 1, naira_per_gb: '' });
    expect([unset.status, unset.body]).toMatchObject([200, { data_price: { naira_per_gb: null } }]);
  });

  test('Every change is in the audit trail, with the admin', async () => {
    expect(await siteEventsOf(api, admin)).toEqual([
      'site.announcement-changed',
      'site.announcement-removed',
      'site.contact-changed',
      'site.data-price-changed',
    ]);
    expect(api.faults).toEqual([]);
  });
});
