// The announcement and the contact address on pages: at once, for its time only, and as plain text.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SiteSettingsJson } from '../../src/lib/shared/schemas/moderation/site.ts';
import { createStaff } from '../support/staff.ts';
import type { Person } from '../support/people.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const minute = 60_000;
let now = Date.now();
let site: TestSite;
let admin: Person;

beforeAll(async () => {
  site = await createTestSite('sqlite', {}, { clock: () => now });
  admin = await createStaff(site.api, 'admin');
});
afterAll(() => site.dispose());

async function settings(): Promise<SiteSettingsJson> {
  const headers = { authorization: `Bearer ${admin.access}` };
  return (await site.api.request('/desk/site/', { headers })).body as SiteSettingsJson;
}

async function announce(form: object): Promise<void> {
  const { version } = (await settings()).announcement;
  const { status } = await site.api.post('/desk/site/announcement/', { version, ...form }, admin.access);
  expect(status).toBe(200);
}

async function barOf(path: string): Promise<string | null> {
  const { text } = await site.get(path);
  return /<aside class="announcement.*?<\/aside>/s.exec(text)?.[0] ?? null;
}

const iso = (at: number): string => new Date(at).toISOString();

test('Shows an announcement on every page as soon as it is set, and none before', async () => {
  const paths = ['/', '/apps', '/about', '/terms', '/login', '/search', '/no-such-page'];
  for (const path of paths) expect([path, await barOf(path)]).toEqual([path, null]);
  await announce({ text: 'We move <b>tonight</b> & "tomorrow"', link: '/about?a=1&b="2"' });
  for (const path of paths)
    expect([path, await barOf(path)]).toEqual([
      path,
      expect.stringContaining('We move &lt;b&gt;tonight&lt;/b&gt; &amp; &quot;tomorrow&quot;'),
    ]);
  expect(await barOf('/')).toContain('href="/about?a=1&amp;b=&quot;2&quot;"');
  // The page for offline use is kept for long.
  expect(await barOf('/offline')).toBeNull();
});

test('Shows an announcement from its beginning to its end, also on cached pages', async () => {
  await announce({ text: 'Now', from: iso(now + 2 * minute), until: iso(now + 4 * minute) });
  expect(await barOf('/about')).toBeNull();
  now += 2 * minute - 1;
  expect(await barOf('/about')).toBeNull();
  now += 1;
  expect(await barOf('/about')).toContain('Now');
  now += 2 * minute - 1;
  expect(await barOf('/about')).toContain('Now');
  now += 1;
  expect(await barOf('/about')).toBeNull();
});

test('Names one that can be closed to the script in the head, and gives no button for one that cannot', async () => {
  await announce({ text: 'Close me' });
  const { text } = await site.get('/about');
  const id = (await settings()).announcement.current?.id ?? '';
  expect(text).toContain(`data-announcement="${id}"`);
  expect(text).toContain(`data-close-announcement="${id}"`);
  await announce({ text: 'Stays', is_dismissible: false });
  expect((await site.get('/about')).text).not.toContain('-announcement="');
});

test('Names the contact address on pages as soon as it is set', async () => {
  const before = await site.get('/terms');
  const { contact } = await settings();
  expect(before.text).toContain(contact.default_email);
  const form = { version: contact.version, email: 'desk@apps.ng' };
  expect((await site.api.post('/desk/site/contact/', form, admin.access)).status).toBe(200);
  for (const path of ['/terms', '/privacy', '/', '/.well-known/security.txt', '/api/v1/openapi.json']) {
    const { text } = await site.get(path);
    expect([path, text.includes('desk@apps.ng'), text.includes(contact.default_email)]).toEqual([
      path,
      true,
      false,
    ]);
  }
});
