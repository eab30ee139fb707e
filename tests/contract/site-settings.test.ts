// What admins change of the site at the desk: the contact address, the announcement, the price of data; and the
// numbers that staff read.
import { describe, expect, test } from 'vitest';
import { deskOf, listApp } from '../harness/desk.ts';
import { day, hour, minute, startProduct } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const admin = await people.staff('admin');
const as = client.as(admin);

interface Settings {
  contact: { version: number; email: string | null; default_email: string };
  announcement: {
    version: number;
    current: { id: string; text: string; kind: string; link: string; is_dismissible: boolean } | null;
  };
  data_price: { version: number; naira_per_gb: number | null; default_naira_per_gb: number };
}
const show = async () => (await as.get<Settings>('/desk/site/')).body;
const changed = 'Somebody else has changed this since you opened it. Reload it and try again.';

describe('The contact address', () => {
  const set = async (email: unknown) => {
    const { version } = (await show()).contact;
    return await as.post<Settings>('/desk/site/contact/', { version, email });
  };

  test('Is on every page, in the API and in security.txt at once, and returns to that of the configuration', async () => {
    const { default_email: usual } = (await show()).contact;
    const paths = ['/terms', '/privacy', '/', '/.well-known/security.txt', '/api/v1/openapi.json'];
    for (const path of paths)
      expect([path, (await client.page(path)).html.includes(usual)]).toEqual([path, true]);
    expect((await set(' help@apps.ng ')).body.contact.email).toBe('help@apps.ng');
    for (const path of paths) {
      const { html } = await client.page(path);
      expect([path, html.includes('help@apps.ng'), html.includes(usual)]).toEqual([path, true, false]);
    }
    expect((await set('')).status).toBe(200);
    expect((await client.page('/terms')).html).toContain(usual);
  });

  test.each([
    'nobody',
    'a@b',
    'a@b.ng\r\nBcc: c@d.ng',
    'a\u202e@b.ng',
    '"><script>@b.ng',
    `${'a'.repeat(250)}@apps.ng`,
    1,
  ])('Is not %j', async (email) => {
    const { status, body } = await set(email);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['email']]);
  });
});

describe('The announcement', () => {
  const text = 'Tonight nobody can list an app.';
  const announce = async (form: object = {}) => {
    const { version } = (await show()).announcement;
    return await as.post<Settings>('/desk/site/announcement/', { version, text, ...form });
  };
  const barOf = async (path: string) =>
    (await client.page(path)).all('aside').find(({ text: words }) => words !== '');
  const iso = (ms: number) => new Date(clock() + ms).toISOString();

  test('Is on every page as soon as it is set, as text, and not on the one for offline use', async () => {
    const paths = ['/', '/apps', '/about', '/terms', '/login', '/search', '/no-such-page'];
    for (const path of paths) expect([path, await barOf(path)]).toEqual([path, undefined]);
    await announce({ text: 'We move <b>tonight</b> & "tomorrow"', link: '/about?a=1&b="2"' });
    for (const path of paths)
      expect([path, (await barOf(path))?.text]).toEqual([
        path,
        expect.stringContaining('We move <b>tonight</b> & "tomorrow"') as string,
      ]);
    expect((await barOf('/'))?.one('a').attribute('href')).toBe('/about?a=1&b="2"');
    expect(await barOf('/offline')).toBeUndefined();
    const { version } = (await show()).announcement;
    const removed = await as.post<Settings>('/desk/site/announcement/remove/', { version });
    expect([removed.body.announcement.current, await barOf('/')]).toEqual([null, undefined]);
  });

  test('Is there from its beginning to its end, also on pages that were kept', async () => {
    await announce({ text: 'Now', from: iso(10 * minute), until: iso(20 * minute) });
    for (const [wait, isShown] of [
      [9 * minute, false],
      [minute, true],
      [9 * minute, true],
      [minute, false],
    ] as const) {
      clock.advance(wait);
      expect((await barOf('/about')) !== undefined).toBe(isShown);
    }
    const wrong = await announce({ from: '2026-11-22T10:00:00+01:00', until: '2026-11-22T09:00:00Z' });
    expect(Object.keys(wrong.body.fields ?? {})).toEqual(['until']);
  });

  test('Can be closed or not, and a changed one is shown again to those who have closed it', async () => {
    const first = (await announce()).body.announcement.current;
    const page = await client.page('/about');
    expect(page.has(`[data-close-announcement="${first?.id ?? ''}"]`)).toBe(true);
    const second = (await announce({ kind: 'warning' })).body.announcement.current;
    expect(second).toMatchObject({ text, kind: 'warning', is_dismissible: true });
    expect(second?.id).not.toBe(first?.id);
    // A form sends texts.
    const { version } = (await show()).announcement;
    const form = new URLSearchParams({ version: String(version), text, is_dismissible: 'false' });
    expect((await as.post<Settings>('/desk/site/announcement/', form)).status).toBe(200);
    expect((await client.page('/about')).has('[data-close-announcement]')).toBe(false);
  });

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.ng',
    '/\\evil.ng',
    '/a\tb',
    'https://user:secret@apps.ng',
    'https://127.0.0.1/',
    `/${'a'.repeat(3_000)}`,
  ])('Leads not to %j', async (link) => {
    const { status, body } = await announce({ link });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['link']]);
  });

  test('Leads to pages here and elsewhere, and is one line that can be seen', async () => {
    for (const link of ['/about', '/search?q=a#b', 'https://apps.ng/news'])
      expect((await announce({ link })).body.announcement.current?.link).toBe(link);
    for (const wrong of ['\u202e\u200b ', 'a'.repeat(241)])
      expect((await announce({ text: wrong })).status).toBe(400);
    expect((await announce({ text: 'One\nline \u202eonly' })).body.announcement.current?.text).toBe(
      'One line only',
    );
  });
});

test('The price of data is set, and returns to the usual one', async () => {
  const { data_price: price } = await show();
  expect(price).toMatchObject({ naira_per_gb: null, default_naira_per_gb: 475 });
  const send = (naira_per_gb: unknown, version = price.version + 1) =>
    as.post<Settings>('/desk/site/data-price/', { version, naira_per_gb });
  expect((await send(' 600 ', price.version)).body.data_price.naira_per_gb).toBe(600);
  expect((await client.page('/')).one('[data-saver-note]').attribute('data-saver-note')).toBe('600');
  expect((await send(700, price.version)).body.error).toBe(changed);
  for (const wrong of ['-1', -1, 1.5, '1e3', 100_001, 'free', {}])
    expect([wrong, (await send(wrong)).status]).toEqual([wrong, 400]);
  expect((await send('')).body.data_price.naira_per_gb).toBeNull();
});

test('The numbers count accounts, listings and releases, by days of Lagos', async () => {
  const small = await startProduct();
  const staff = await small.people.staff('admin');
  const desk = deskOf(small, staff);
  interface Numbers {
    accounts: { verified: number };
    days: { day: string; sign_ups: number; listings: number }[];
  }
  const read = async () => (await small.client.as(staff).get<Numbers>('/desk/numbers/')).body;
  const { verified } = (await read()).accounts;
  // Half past midnight in Lagos is another day in UTC.
  small.clock.advance(Date.UTC(2026, 2, 4, 23, 30) - small.clock());
  await small.people.logIn(staff);
  await small.people.unverified();
  const names = { firstname: 'Ada', lastname: 'Obi' };
  const [spammer, owner] = [await small.people.verified(names), await small.people.verified(names)];
  const apps = [];
  for (let made = 0; made < 3; made += 1) apps.push(await listApp(small.client.as(owner)));
  await desk.bulk('remove', apps.slice(2));
  await desk.bulk('suspend', spammer);
  await small.work();
  const { days, ...now } = await read();
  expect(now).toMatchObject({
    accounts: { verified: verified + 1, pending: 1, suspended: 1, staff: 2 },
    listings: { public: 2, unlisted: 0, held: 0, limited: 0, removed: 1 },
    mails: { waiting: 0, failed: 0 },
  });
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ day: '2026-03-05', sign_ups: 3, listings: 3, releases: 3 });
  small.clock.advance(23.6 * hour);
  await small.people.logIn(staff);
  const next = (await read()).days;
  expect([next.at(-2), next.at(-1)?.day, next.at(-1)?.listings]).toEqual([days.at(-1), '2026-03-06', 0]);
  small.clock.advance(29 * day);
  await small.people.logIn(staff);
  expect((await read()).days.reduce((sum, one) => sum + one.sign_ups + one.listings, 0)).toBe(0);
});
