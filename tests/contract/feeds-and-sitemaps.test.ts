// What programs read: Atom feeds (RFC 4287), the sitemap with every page that can be indexed, and the exports.
import { DOMParser, type Element } from '@xmldom/xmldom';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, startProduct, type App } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people, siteUrl } = product;
const person = await people.verified();
const ada = client.as(person);
let count = 0;
async function list(more: object = {}, by = ada): Promise<App> {
  const form = {
    name: `Fed ${String((count += 1))}`,
    description: 'Has <b>news</b> & more',
    website: 'https://one.ng/?a=1&b=2',
    category: 'Finance',
    ...more,
  };
  const { status, body } = await by.post<App>('/app/', form);
  expect(status, body.error).toBe(201);
  clock.advance(1_000);
  return body;
}

async function parse(path: string): Promise<Element> {
  const answer = await client.fetch(path);
  expect([path, answer.status]).toEqual([path, 200]);
  const fail = (message: string): never => {
    throw new Error(message);
  };
  const { documentElement } = new DOMParser({ onError: fail }).parseFromString(
    await answer.text(),
    'text/xml',
  );
  return documentElement ?? fail('No document.');
}
const children = (element: Element, name: string) =>
  Array.from(element.childNodes).filter((node) => node.nodeName === name) as Element[];
const textOf = (element: Element, name: string) => children(element, name)[0]?.textContent ?? '';
const links = (element: Element, rel: string) =>
  children(element, 'link').flatMap((link) =>
    link.getAttribute('rel') === rel ? [link.getAttribute('href') ?? ''] : [],
  );

describe('A feed', () => {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

  async function entriesOf(path: string): Promise<Element[]> {
    const feed = await parse(path);
    expect([feed.nodeName, feed.getAttribute('xmlns')]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect([links(feed, 'self'), links(feed, 'alternate').length]).toEqual([[siteUrl + path], 1]);
    expect([URL.canParse(textOf(feed, 'id')), textOf(feed, 'title') !== '']).toEqual([true, true]);
    const entries = children(feed, 'entry');
    for (const entry of entries) {
      expect(URL.canParse(textOf(entry, 'id'))).toBe(true);
      for (const name of ['updated', 'published']) expect(textOf(entry, name)).toMatch(instant);
      for (const name of ['title', 'summary']) expect(textOf(entry, name)).not.toBe('');
      expect(links(entry, 'alternate')).toHaveLength(1);
    }
    expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(entries.length);
    if (entries.length > 0)
      expect(textOf(feed, 'updated')).toBe(
        entries
          .map((entry) => textOf(entry, 'updated'))
          .sort()
          .at(-1),
      );
    return entries;
  }
  const titles = async (path: string) => (await entriesOf(path)).map((entry) => textOf(entry, 'title'));

  test.each([
    ['of new apps', () => '/feeds/apps.xml'],
    ['of a category', () => '/feeds/category/food-and-drink.xml'],
    ['of a person', () => `/feeds/user/${person.id}.xml`],
  ])('%s has the newest first, a new one at once, and names as they are', async (_of, path) => {
    const before = await titles(path());
    const { name } = await list({ name: `<b>"A" & B's ${String(count)}`, category: 'Food & Drink' });
    expect(await titles(path())).toEqual([name, ...before]);
  });

  test('Of releases, and of one app, has what is new', async () => {
    const app = await list();
    const release = {
      app: app.id,
      version: '2.0',
      release_type: 'LIVE',
      latest_feature: 'Works <offline> & on',
    };
    await ada.post('/app/version/', release);
    for (const path of ['/feeds/releases.xml', `/feeds/app/${app.name_id}.xml`]) {
      const [newest] = await entriesOf(path);
      expect(
        newest && [textOf(newest, 'title'), textOf(newest, 'summary'), links(newest, 'alternate')],
      ).toEqual([`${app.name} 2.0`, 'Works <offline> & on', [`${siteUrl}/app/${app.name_id}/versions`]]);
    }
  });

  test('Has thirty entries at most, and may have none', async () => {
    for (let number = 0; number < 31; number += 1) await list({ category: 'Sports' });
    expect(await titles('/feeds/category/sports.xml')).toHaveLength(30);
    expect(await titles('/feeds/category/medical.xml')).toEqual([]);
  });

  test('Is named by its page, and is gone and moved with its app', async () => {
    const app = await list();
    const named = async (path: string) =>
      (await client.page(path))
        .all('link[type="application/atom+xml"]')
        .map((link) => link.attribute('href'));
    expect(await named('/')).toEqual(['/feeds/apps.xml', '/feeds/releases.xml']);
    expect(await named('/category/finance')).toEqual(['/feeds/category/finance.xml']);
    expect(await named(`/app/${app.name_id}`)).toEqual([`/feeds/app/${app.name_id}.xml`]);
    await ada.patch(`/app/${app.id}/`, { name: 'Fed Anew' });
    const moved = await client.page(`/feeds/app/${app.name_id}.xml`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/feeds/app/fed-anew.xml']);
    await ada.delete(`/app/${app.id}/`);
    expect((await client.page('/feeds/app/fed-anew.xml')).status).toBe(410);
    for (const path of [
      '/feeds/app/never.xml',
      '/feeds/user/nobody.xml',
      '/feeds/category/none.xml',
      '/feeds/x.xml',
    ])
      expect([path, (await client.page(path)).status]).toEqual([path, 404]);
  });
});

describe('The sitemap', () => {
  const locations = async (path: string) => {
    const document = await parse(path);
    const name = document.nodeName === 'sitemapindex' ? 'sitemap' : 'url';
    return children(document, name).map((entry) => textOf(entry, 'loc').replace(siteUrl, ''));
  };
  const everything = async () => (await Promise.all((await locations('/sitemap.xml')).map(locations))).flat();

  beforeAll(async () => {
    await ada.patch(`/user/${person.id}/`, { handle: 'ada-fed' });
    // The files that /about links to.
    await product.work();
  });

  test('Has each page that can be indexed by its own address, and no other', async () => {
    const listed = await everything();
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((path) => path === '/u/ada-fed' || path.endsWith(person.id))).toEqual([
      '/u/ada-fed',
    ]);
    const isIndexed = async (path: string) => {
      const page = await client.page(path);
      const robots = page.all('meta[name="robots"]').map((tag) => tag.attribute('content'));
      const [canonical] = page.all('link[rel="canonical"]').map((tag) => tag.attribute('href'));
      return page.status === 200 && !robots.join().includes('noindex') && canonical === siteUrl + path;
    };
    for (const path of listed.slice(0, 60)) expect([path, await isIndexed(path)]).toEqual([path, true]);
    const [app = ''] = listed.filter((path) => path.startsWith('/app/'));
    for (const path of [
      '/profile',
      '/search?q=fed',
      '/offline',
      '/change-password',
      `${app}/update`,
      `/user/${person.id}`,
    ])
      expect([path, await isIndexed(path)]).toEqual([path, false]);
  });

  test('Has every page that links of indexed pages lead to, and no page has a broken link', async () => {
    const listed = new Set(await everything());
    const kindOf = (path: string) => path.replace(/^\/app\/[^/?]+/, '/app/*').replaceAll(/=[^&]*/g, '');
    const visits = new Map<string, number>();
    const seen = new Set(['/']);
    for (const path of seen) {
      const kind = kindOf(path);
      visits.set(kind, (visits.get(kind) ?? 0) + 1);
      if ((visits.get(kind) ?? 0) > 3) continue;
      const page = await client.page(path);
      expect([path, page.status < 400]).toEqual([path, true]);
      if (!page.headers.get('content-type')?.startsWith('text/html')) continue;
      for (const link of page.all('a[href^="/"]')) seen.add(link.attribute('href').replace(/#.*/, ''));
      const isOpen = !page
        .all('meta[name="robots"]')
        .some((tag) => tag.attribute('content').includes('noindex'));
      const isCanonical = page
        .all('link[rel="canonical"]')
        .some((tag) => tag.attribute('href') === siteUrl + path);
      if (page.status === 200 && isOpen && isCanonical)
        expect([path, listed.has(path)]).toEqual([path, true]);
    }
    expect(seen.size).toBeGreaterThan(60);
  });

  test('Follows each change at once', async () => {
    const app = await list();
    const path = `/app/${app.name_id}`;
    expect(await everything()).toContain(path);
    await ada.patch(`/app/${app.id}/`, { state: 'unlisted' });
    expect(await everything()).not.toContain(path);
    await ada.patch(`/app/${app.id}/`, { state: 'public' });
    expect(await everything()).toContain(path);
    await ada.delete(`/app/${app.id}/`);
    expect(await everything()).not.toContain(path);
    expect((await client.page('/robots.txt')).html).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  });
});

test('The exports have every public listing without contact details, and lose one that is deleted within a day', async () => {
  const app = await list({ name: '=cmd|calc' });
  clock.advance(day);
  await people.logIn(person);
  await product.work();
  const files = (await client.page('/about')).all('a[href*="/apps."]').map((link) => link.attribute('href'));
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) {
    const answer = await client.fetch(path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    expect([path, answer.status, text.includes(app.id)]).toEqual([path, 200, true]);
    expect([path, text.includes(person.email), /^=cmd/m.test(text)]).toEqual([path, false, false]);
  }
  await ada.delete(`/app/${app.id}/`);
  clock.advance(day);
  await product.work();
  for (const path of files) expect(await (await client.fetch(path)).text()).not.toContain(app.id);
});
