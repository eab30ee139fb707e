// JSON-LD is checked against https://developers.google.com/search/docs/appearance/structured-data, and the tags for
// previews are complete.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

type Data = Record<string, unknown> & { '@type': string };

const name = `</script><!-- "Ọjà" & 'Co'`;
let site: TestSite;
let person: Person;
let app: AppJson;

beforeAll(async () => {
  site = await createTestSite('sqlite');
  person = await createPerson(site.api);
  const made = await sendForm<AppJson>(
    site.api,
    'POST',
    '/app/',
    {
      name,
      description: 'Sells   everything & <more>.',
      website: 'https://oja.ng',
      playstore_link: 'https://play.google.com/store/apps/details?id=ng.oja',
      appstore_link: 'https://apps.apple.com/ng/app/oja/id1',
      platform: 'web',
      category: 'Shopping,Finance',
      logo: await picture(300, 300),
      screenshot: [await picture(400, 800)],
    },
    person,
  );
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  app = made.body;
});
afterAll(() => site.dispose());

async function dataOf(path: string): Promise<Data[]> {
  const { status, text } = await site.get(path);
  expect([path, status]).toEqual([path, 200]);
  const scripts = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return scripts.map(([, json = '']) => {
    const data = JSON.parse(json) as Data;
    expect(data['@context']).toBe('https://schema.org');
    return data;
  });
}

async function one(path: string, type: string): Promise<Data> {
  const found = (await dataOf(path)).filter((data) => data['@type'] === type);
  expect([path, type, found.length]).toEqual([path, type, 1]);
  return found[0] as Data;
}

/** Every string in the data that looks like an address. */
function addressesOf(data: unknown): string[] {
  if (typeof data === 'string') return data.startsWith('/') || data.startsWith('http') ? [data] : [];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(addressesOf) : [];
}

describe('The structured data of an app', () => {
  test('Describes a SoftwareApplication with all known facts', async () => {
    const data = await one(urls.app(app.name_id), 'WebApplication');
    expect(data).toMatchObject({
      name,
      url: siteUrl + urls.app(app.name_id),
      description: app.description,
      applicationCategory: 'ShoppingApplication',
      operatingSystem: 'Android, iOS, Any, in a browser',
      softwareVersion: '0.1.0',
      image: app.logo,
      screenshot: [app.screenshot[0]?.image],
      downloadUrl: app.playstore_link,
      sameAs: [app.website, app.playstore_link, app.appstore_link],
      author: { '@type': 'Person', name: 'Ada Obi', url: siteUrl + urls.user(person.id) },
    });
    for (const address of addressesOf(data)) expect(URL.canParse(address)).toBe(true);
    for (const instant of [data['datePublished'], data['dateModified']])
      expect(new Date(String(instant)).toISOString()).toBe(instant);
  });

  test('Keeps its type when staff rename the category', async () => {
    const actor = { userId: person.id, client: { address: '10.0.0.1', userAgent: 'test' } };
    const { services } = site.product;
    await services.site.changeCategory(actor, 'shopping', { version: 1, name: 'Markets' });
    expect(await one(urls.app(app.name_id), 'WebApplication')).toMatchObject({
      applicationCategory: 'ShoppingApplication',
    });
    await services.site.changeCategory(actor, 'shopping', { version: 2, name: 'Shopping' });
  });

  // The rich result requires a price and a rating. The directory knows neither, and an invented one would be a false
  // claim.
  test('Names neither a price nor a rating of an app', async () => {
    const data = await one(urls.app(app.name_id), 'WebApplication');
    expect(Object.keys(data)).toEqual(expect.not.arrayContaining(['offers', 'aggregateRating', 'review']));
  });

  test('Makes the app the last item of a BreadcrumbList', async () => {
    const data = await one(urls.app(app.name_id), 'BreadcrumbList');
    const item = (position: number, label: string, path: string) => ({
      '@type': 'ListItem',
      position,
      name: label,
      item: siteUrl + path,
    });
    expect(data['itemListElement']).toEqual([
      item(1, 'NaijaBuilt', '/'),
      item(2, 'Shopping', urls.category('Shopping')),
      item(3, name, urls.app(app.name_id)),
    ]);
  });

  test('Names the required properties of an app with few facts', async () => {
    const { body } = await site.api.post(
      '/app/',
      { name: 'Bare', description: 'Bare.', external_link: 'https://bare.ng/get' },
      person.access,
    );
    const bare = body as AppJson;
    const data = (await dataOf(urls.app(bare.name_id))).find((found) =>
      found['@type'].endsWith('Application'),
    );
    expect(data).toMatchObject({
      name: 'Bare',
      applicationCategory: expect.stringMatching(/./) as string,
      operatingSystem: expect.stringMatching(/./) as string,
      downloadUrl: 'https://bare.ng/get',
      image: expect.stringMatching(/\/cards\/app\/.+\.jpg$/) as string,
    });
  });
});

test('Describes a profile as a ProfilePage about a Person, with its canonical address', async () => {
  const patched = await site.api.request(`/user/${person.id}/`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      handle: 'ada',
      about_me: 'Builds <things>.',
      social_account_dict: JSON.stringify({ github: 'https://github.com/ada' }),
    }),
  });
  expect([patched.status, patched.body]).toEqual([200, expect.anything()]);
  const data = await one(urls.user(person.id), 'ProfilePage');
  expect(data['mainEntity']).toMatchObject({
    '@type': 'Person',
    name: 'Ada Obi',
    alternateName: 'ada',
    identifier: person.id,
    url: `${siteUrl}/u/ada`,
    description: 'Builds <things>.',
    sameAs: ['https://github.com/ada'],
  });
  expect(new Date(String(data['dateCreated'])).getTime()).toBeGreaterThan(0);
  expect((await one(urls.handle('ada'), 'BreadcrumbList'))['itemListElement']).toHaveLength(2);
});

test('Describes the site and its search on the home page', async () => {
  const data = await one('/', 'WebSite');
  expect(data).toMatchObject({ name: 'NaijaBuilt', url: `${siteUrl}/` });
  const action = data['potentialAction'] as Record<string, unknown> & { target: { urlTemplate: string } };
  expect(action).toMatchObject({
    '@type': 'SearchAction',
    'query-input': 'required name=search_term_string',
  });
  const search = action.target.urlTemplate.replace('{search_term_string}', 'bare');
  expect((await site.get(search)).text).toContain('Bare');
});

/** Text of meta tags by name or property. */
async function metaOf(path: string): Promise<Map<string, string>> {
  const { text } = await site.get(path);
  const tags = [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  return new Map(tags.map(([, key = '', content = '']) => [key, content]));
}

test('Every public page has a title, a description, one heading and the tags for previews', async () => {
  const paths = [
    '/',
    urls.app(app.name_id),
    urls.user(person.id),
    urls.category('Finance'),
    '/apps',
    '/search',
    '/about',
    '/terms',
    '/privacy',
    '/signup',
    '/login',
    '/new',
  ];
  const titles = new Set<string>();
  for (const path of paths) {
    const { text } = await site.get(path);
    titles.add(/<title>([^<]+)<\/title>/.exec(text)?.[1] ?? path);
    const meta = await metaOf(path);
    expect([path, text.match(/<h1\b/g)?.length]).toEqual([path, 1]);
    expect(meta.get('description')?.length).toBeGreaterThan(10);
    for (const key of ['og:title', 'og:description', 'og:url', 'og:site_name', 'og:type', 'og:image:alt'])
      expect([path, key, meta.get(key) ?? '']).toEqual([path, key, expect.stringMatching(/./)]);
    expect([meta.get('og:image:width'), meta.get('og:image:height')]).toEqual(['1200', '630']);
    expect(meta.get('twitter:card')).toBe('summary_large_image');
    expect(meta.get('og:image')).toMatch(
      new RegExp(`^${siteUrl}/cards/(app|user|site)/[^/]+/[0-9a-f]{24}card\\.jpg$`),
    );
  }
  expect(titles.size).toBe(paths.length);
});
