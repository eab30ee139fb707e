// Feeds are checked against the rules of RFC 4287.
import type { Element } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { oneEngine, newApp, siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { children, parseXml, textOf } from '../support/xml.ts';

const atom = 'http://www.w3.org/2005/Atom';
/** A date of RFC 3339, which section 3.3 requires. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function linksOf(element: Element, rel: string): string[] {
  const links = children(element, 'link').filter((link) => link.getAttribute('rel') === rel);
  return links.map((link) => link.getAttribute('href') ?? '');
}

/** @throws AssertionError if the document breaks a rule of RFC 4287 */
function checkFeed(text: string, address: string): Element[] {
  const feed = parseXml(text);
  expect([feed.localName, feed.namespaceURI]).toEqual(['feed', atom]);
  expect(URL.canParse(textOf(feed, 'id'))).toBe(true);
  expect(textOf(feed, 'title').trim()).not.toBe('');
  expect(textOf(feed, 'updated')).toMatch(instant);
  expect(linksOf(feed, 'self')).toEqual([address]);
  expect(linksOf(feed, 'alternate')).toHaveLength(1);
  const entries = children(feed, 'entry');
  for (const entry of entries) {
    expect(URL.canParse(textOf(entry, 'id'))).toBe(true);
    expect(textOf(entry, 'title').trim()).not.toBe('');
    expect(textOf(entry, 'updated')).toMatch(instant);
    expect(textOf(entry, 'published')).toMatch(instant);
    expect(textOf(entry, 'updated') >= textOf(entry, 'published')).toBe(true);
    // Without a content element there must be exactly one alternate link.
    expect(linksOf(entry, 'alternate')).toHaveLength(1);
    expect(textOf(entry, 'summary').trim()).not.toBe('');
    const authors = children(entry, 'author');
    expect(authors.map((author) => textOf(author, 'name').trim())).not.toContain('');
    expect(authors.every((author) => URL.canParse(textOf(author, 'uri')))).toBe(true);
    expect(authors.length + children(feed, 'author').length).toBeGreaterThan(0);
    for (const category of children(entry, 'category'))
      expect(category.getAttribute('term')?.trim()).not.toBe('');
  }
  const ids = entries.map((entry) => textOf(entry, 'id'));
  expect(new Set(ids).size).toBe(ids.length);
  const latest = entries.map((entry) => textOf(entry, 'updated')).toSorted();
  if (entries.length > 0) expect(textOf(feed, 'updated')).toBe(latest.at(-1));
  const published = entries.map((entry) => textOf(entry, 'published'));
  expect(published).toEqual(published.toSorted().toReversed());
  return entries;
}

describe.each(oneEngine)('Feeds on %s', (engine) => {
  let site: TestSite;
  let person: Person;
  let app: AppJson;

  beforeAll(async () => {
    site = await createTestSite(engine);
    person = await createPerson(site.api);
    for (const name of ['First', `<b>"A" & B's \uffff`, 'Third']) app = await list(name);
  });
  afterAll(() => site.dispose());

  async function list(name: string): Promise<AppJson> {
    const { status, body } = await site.api.post(
      '/app/',
      {
        name,
        description: `${name} & more`,
        website: 'https://one.ng/?a=1&b=2',
        category: 'Finance,Food & Drink',
      },
      person.access,
    );
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as AppJson;
  }

  async function entriesOf(path: string): Promise<Element[]> {
    const answer = await site.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    return checkFeed(answer.text, siteUrl + path);
  }

  const titles = (entries: Element[]) => entries.map((entry) => textOf(entry, 'title'));

  test.each([
    ['new apps', () => urls.newAppsFeed()],
    ['a category', () => urls.categoryFeed('Food & Drink')],
    ['a user', () => urls.userFeed(person.id)],
  ])('Lists the newest app first in the feed of %s, and a new one at once', async (_, pathOf) => {
    const path = pathOf();
    const before = titles(await entriesOf(path));
    expect(before.slice(-3)).toEqual(['Third', `<b>"A" & B's`, 'First']);
    const added = await list(`After ${path.slice(0, 30)}`);
    expect(titles(await entriesOf(path))).toEqual([added.name, ...before]);
  });

  test('Shows what is new in a release in the feed of releases and in that of its app', async () => {
    const { status } = await site.api.post(
      '/app/version/',
      { app: app.id, version: '2.0', release_type: 'LIVE', latest_feature: 'Works <offline> & on' },
      person.access,
    );
    expect(status).toBe(201);
    for (const path of [urls.releasesFeed(), urls.appFeed(app.name_id)]) {
      const [newest] = await entriesOf(path);
      if (!newest) throw new Error('No entry.');
      expect(textOf(newest, 'title')).toBe('Third 2.0');
      expect(textOf(newest, 'summary')).toBe('Works <offline> & on');
      expect(linksOf(newest, 'alternate')).toEqual([siteUrl + urls.versions(app.name_id)]);
    }
    expect(await entriesOf(urls.appFeed(app.name_id))).toHaveLength(2);
  });

  test('Serves feeds without entries, which do not change until the first one', async () => {
    const path = urls.categoryFeed('Medical');
    expect(await entriesOf(path)).toEqual([]);
    expect((await site.get(path)).text).toBe((await site.get(path)).text);
    const stranger = await createPerson(site.api);
    expect(await entriesOf(urls.userFeed(stranger.id))).toEqual([]);
    for (const name of firstCategories) await entriesOf(urls.categoryFeed(name));
  });

  test('Limits a feed to the newest thirty entries', async () => {
    const { apps } = site.product.services;
    for (let count = 0; count < 31; count += 1)
      await apps.publishApp(newApp(person.id, { categories: ['Sports'] }));
    expect(await entriesOf(urls.categoryFeed('Sports'))).toHaveLength(30);
    expect(await entriesOf(urls.newAppsFeed())).toHaveLength(30);
  });

  test('Links each page to its feeds', async () => {
    const discovered = async (path: string) => {
      const { text } = await site.get(path);
      return [
        ...text.matchAll(/<link rel="alternate" type="application\/atom\+xml"[^>]*href="([^"]+)"/g),
      ].map(([, href]) => href);
    };
    expect(await discovered('/')).toEqual([urls.newAppsFeed(), urls.releasesFeed()]);
    expect(await discovered(urls.category('Finance'))).toEqual([urls.categoryFeed('Finance')]);
    expect(await discovered(urls.user(person.id))).toEqual([urls.userFeed(person.id)]);
    expect(await discovered(urls.app(app.name_id))).toEqual([urls.appFeed(app.name_id)]);
    expect(await discovered(urls.versions(app.name_id))).toEqual([urls.appFeed(app.name_id)]);
  });

  test('Answers 404 for unknown feeds, 410 for feeds of deleted apps, and 301 for those of renamed apps', async () => {
    const renamed = await list('Old name');
    await site.api.request(`/app/${renamed.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'New name' }),
    });
    const moved = await site.get(urls.appFeed('old-name'));
    expect([moved.status, moved.headers.get('location')]).toEqual([301, urls.appFeed('new-name')]);
    await site.api.request(`/app/${renamed.id}/`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${person.access}` },
    });
    expect((await site.get(urls.appFeed('new-name'))).status).toBe(410);
    expect((await site.get(urls.appFeed('old-name'))).status).toBe(410);
    for (const path of [
      urls.appFeed('never'),
      urls.userFeed('nobody'),
      '/feeds/category/none.xml',
      '/feeds/x.xml',
    ])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
  });
});
