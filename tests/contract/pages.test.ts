// What a page says to browsers, crawlers and other sites: its addresses, head, structured data, cards and frames.
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { startProduct, type App } from '../harness/product.ts';

const product = await startProduct({ env: { CONTACT_EMAIL: 'safety@apps.example.ng' } });
const { client, people, siteUrl } = product;
const person = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
const ada = client.as(person);
async function list(name: string, more: object = {}): Promise<App> {
  const form = { name, description: `About ${name}.`, website: 'https://one.ng', ...more };
  const { status, body } = await ada.post<App>('/app/', form);
  expect(status, body.error).toBe(201);
  return body;
}
const hostile = `</script><!-- "Ọjà" & 'Co'`;
let app: App;
beforeAll(async () => {
  app = await list(hostile, {
    description: 'Sells & <more>.',
    playstore_link: 'https://play.google.com/store/apps/details?id=ng.oja',
    appstore_link: 'https://apps.apple.com/ng/app/oja/id1',
    category: 'Shopping,Finance',
    platform: 'web',
    logo: await picture(300, 300),
    screenshot: [await picture(400, 800)],
  });
});

describe('The addresses of an app', () => {
  const of = (nameId: string) => [
    ...['', '/versions', '/update', '/new', '/delete', '/promote', '/qr.svg'].map(
      (end) => `/app/${nameId}${end}`,
    ),
    `/feeds/app/${nameId}.xml`,
    `/embed/app/${nameId}`,
  ];
  const statuses = async (nameId: string) =>
    new Set(await Promise.all(of(nameId).map(async (path) => (await client.page(path)).status)));

  test('Lead on where it was renamed, are gone where it was deleted, and are unknown where it never was', async () => {
    const { id } = await list('First name');
    for (const name of ['Second name', 'Third name']) await ada.patch(`/app/${id}/`, { name });
    for (const old of ['first-name', 'second-name'])
      for (const [index, path] of of(old).entries()) {
        const { status, headers } = await client.page(path);
        expect([path, status, headers.get('location')]).toEqual([path, 301, of('third-name')[index]]);
      }
    for (const end of ['', '/replace', '/delete']) {
      const path = `/update/screenshots/${encodeURIComponent('ọjà')}${end}`;
      const { status, headers } = await client.page(`/app/first-name${path}`);
      expect([status, headers.get('location')]).toEqual([301, `/app/third-name${path}`]);
    }
    expect(await statuses('third-name')).toEqual(new Set([200]));
    await ada.delete(`/app/${id}/`);
    for (const nameId of ['first-name', 'third-name']) expect(await statuses(nameId)).toEqual(new Set([410]));
    const gone = await client.page('/app/third-name');
    expect([
      gone.text.includes('cannot find this page'),
      gone.one('meta[name="robots"]').attribute('content'),
    ]).toEqual([true, 'noindex']);
    expect((await list('Third name')).name_id).toBe('third-name');
    expect(await statuses('third-name')).toEqual(new Set([200]));
    for (const nameId of ['never', 'a'.repeat(200)]) expect(await statuses(nameId)).toEqual(new Set([404]));
  });
});

test.each(['/404', '/500', '/404/', '/_server-islands/x', '/.well-known/x'])(
  'Nothing is at %s but the page for unknown addresses',
  async (path) => {
    const page = await client.page(path);
    expect([page.status, page.text.includes('cannot find this page')]).toEqual([404, true]);
  },
);

test('Every public page has a title of its own, a description, one heading and the tags of a preview', async () => {
  const paths = [
    '/',
    `/app/${app.name_id}`,
    `/user/${person.id}`,
    '/category/finance',
    ...['/apps', '/search', '/about', '/terms', '/privacy', '/signup', '/login', '/new'],
  ];
  const titles = new Set<string>();
  for (const path of paths) {
    const page = await client.page(path);
    const meta = (name: string) =>
      [...page.all(`meta[property="${name}"]`), ...page.all(`meta[name="${name}"]`)].map((tag) =>
        tag.attribute('content'),
      )[0] ?? '';
    titles.add(/<title>([^<]+)<\/title>/.exec(page.html)?.[1] ?? path);
    expect([path, page.all('h1').length, meta('twitter:card')]).toEqual([path, 1, 'summary_large_image']);
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:url',
      'og:site_name',
      'og:image:alt',
    ])
      expect([path, name, meta(name)]).toEqual([path, name, expect.stringMatching(/./)]);
    expect(meta('og:image')).toMatch(
      /^http:\/\/naijabuilt\.test\/cards\/(?:app|user|site)\/[^/]+\/\w{24}card\.jpg$/,
    );
  }
  expect(titles.size).toBe(paths.length);
});

describe('The structured data', () => {
  const one = async (path: string, type: string) => {
    const found = (await client.page(path)).data.filter((data) => data['@type'] === type);
    expect([path, type, found.length]).toEqual([path, type, 1]);
    return found[0];
  };

  test('Of an app has what is known, no price and no rating, and its name stays text', async () => {
    const path = `/app/${app.name_id}`;
    const data = await one(path, 'WebApplication');
    expect(data).toMatchObject({
      name: hostile,
      url: siteUrl + path,
      description: 'Sells & <more>.',
      applicationCategory: 'ShoppingApplication',
      operatingSystem: 'Android, iOS, Any, in a browser',
      softwareVersion: '0.1.0',
      image: app.logo,
      screenshot: [app.screenshot[0]?.image],
      downloadUrl: app.playstore_link,
      sameAs: [app.website, app.playstore_link, app.appstore_link],
      author: { '@type': 'Person', name: 'Ada Obi', url: `${siteUrl}/user/${person.id}` },
    });
    for (const name of ['offers', 'aggregateRating', 'review']) expect(data).not.toHaveProperty(name);
    const { itemListElement } = (await one(path, 'BreadcrumbList')) as {
      itemListElement: { name: string }[];
    };
    expect(itemListElement.map(({ name }) => name)).toEqual(['NaijaBuilt', 'Shopping', hostile]);
    const bare = await list('Bare', { website: '', external_link: 'https://bare.ng/get' });
    const [facts] = (await client.page(`/app/${bare.name_id}`)).data;
    expect(facts).toMatchObject({
      name: 'Bare',
      downloadUrl: 'https://bare.ng/get',
      image: expect.any(String) as string,
    });
  });

  test('Of a person and of the site names their addresses and the search', async () => {
    await ada.patch(`/user/${person.id}/`, { handle: 'ada', about_me: 'Builds <things>.' });
    const { mainEntity } = (await one(`/user/${person.id}`, 'ProfilePage')) as { mainEntity: object };
    expect(mainEntity).toMatchObject({
      '@type': 'Person',
      name: 'Ada Obi',
      alternateName: 'ada',
      url: `${siteUrl}/u/ada`,
      description: 'Builds <things>.',
    });
    const site = (await one('/', 'WebSite')) as { potentialAction: { target: { urlTemplate: string } } };
    const search = site.potentialAction.target.urlTemplate.replace('{search_term_string}', 'bare');
    expect((await client.page(search)).text).toContain('Bare');
  });
});

describe('Elsewhere', () => {
  test('The card of an app may be framed, runs no script, and is found by oEmbed', async () => {
    const path = `/app/${app.name_id}`;
    const card = await client.page(`/embed${path}`);
    const policy = card.headers.get('content-security-policy') ?? '';
    expect([policy.includes('frame-ancestors *'), policy.includes('script-src')]).toEqual([true, false]);
    expect([card.html.includes('<script'), card.html.includes('&lt;more&gt;')]).toEqual([false, true]);
    expect(card.one('link[rel="canonical"]').attribute('href')).toBe(siteUrl + path);
    for (const other of ['/', path, '/login', '/embed/app'])
      expect((await client.page(other)).headers.get('content-security-policy')).toContain(
        "frame-ancestors 'none'",
      );

    const named = (await client.page(path)).one('link[type="application/json+oembed"]').attribute('href');
    const answer = await client.fetch(named);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const found = (await answer.json()) as { html: string };
    expect(found).toMatchObject({
      type: 'rich',
      width: 480,
      height: 200,
      title: hostile,
      author_name: 'Ada Obi',
    });
    expect(found.html).toContain(`src="${siteUrl}/embed${path}"`);
    const statusOf = async (url: string, more = '') =>
      (await client.fetch(`/oembed?url=${encodeURIComponent(url)}${more}`)).status;
    expect([
      await statusOf(siteUrl + path, '&maxwidth=300&maxheight=180'),
      await statusOf(siteUrl + path, '&maxwidth=100'),
      await statusOf(siteUrl + path, '&format=xml'),
      await statusOf(`${siteUrl}/app/never`),
      await statusOf(`${siteUrl}/about`),
      await statusOf(`https://evil.example${path}`),
      (await client.fetch('/oembed')).status,
    ]).toEqual([200, 404, 501, 404, 404, 404, 404]);
    const qr = await client.fetch(`${path}/qr.svg`);
    expect([qr.headers.get('content-type'), (await qr.text()).includes('<script')]).toEqual([
      'image/svg+xml',
      false,
    ]);
  });

  test('The badge of an app is a small picture without scripts, which says what is proved', async () => {
    const read = async (path: string) => {
      const answer = await client.fetch(path);
      return { answer, svg: await answer.text() };
    };
    const shown = await ada.post<App>('/app/', {
      name: 'Shown',
      description: 'S.',
      website: 'https://shown.ng',
    });
    const path = `/badge/${shown.body.name_id}.svg`;
    const { answer, svg } = await read(path);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'noindex',
    });
    expect([svg.includes('>NaijaBuilt</text>'), svg.includes('Verified')]).toEqual([true, false]);
    const dark = await read(`${path}?theme=dark`);
    expect([dark.svg === svg, (await read(`${path}?theme=other`)).svg === svg]).toEqual([false, true]);
    const named = await read(`/badge/${app.name_id}.svg`);
    expect(Buffer.byteLength(named.svg)).toBeLessThanOrEqual(3_072);
    expect(named.svg).toContain(
      '<title>&lt;/script&gt;&lt;!-- &quot;Ọjà&quot; &amp; &#39;Co&#39; is listed on',
    );

    await ada.patch(`/app/${shown.body.id}/`, { name: 'Shown again' });
    const { headers } = await client.fetch(`${path}?theme=dark`);
    expect(headers.get('location')).toBe('/badge/shown-again.svg?theme=dark');
    expect((await read('/badge/shown-again.svg')).answer.status).toBe(200);
    await ada.delete(`/app/${shown.body.id}/`);
    for (const gone of ['/badge/shown-again.svg', path, '/badge/never.svg', '/badge/%3Cscript%3E.svg'])
      expect([gone, (await read(gone)).answer.status]).toEqual([gone, 404]);
  });

  test('The page to promote an app has its badge, card and poster, and is in no list', async () => {
    const path = `/app/${app.name_id}/promote`;
    const page = await client.page(path);
    expect(page.one('meta[name="robots"]').attribute('content')).toBe('noindex');
    const badge = `${siteUrl}/badge/${app.name_id}.svg`;
    expect(page.one('textarea#dark-Markdown').text).toBe(
      `[![Listed on NaijaBuilt](${badge}?theme=dark)](${siteUrl}/app/${app.name_id})`,
    );
    expect(page.one('textarea#light-HTML').text).toContain(`<img src="${badge}"`);
    expect((await client.fetch(page.one('a[download$="card.jpg"]').attribute('href'))).status).toBe(200);
    expect(page.has(`iframe[src="/embed/app/${app.name_id}"]`)).toBe(true);
    for (const list of ['/robots.txt', '/sitemaps/pages.xml', '/sitemaps/apps/1.xml'])
      expect((await (await client.fetch(list)).text()).match(/badge|promote/)).toBeNull();
    expect((await list('Badge')).name_id).not.toBe('badge');
  });

  test('A share card is a picture of 1200 by 630, whose address changes with what it shows', async () => {
    const cardOf = async (path: string) =>
      (await client.page(path)).one('meta[property="og:image"]').attribute('content').replace(siteUrl, '');
    const draw = async (card: string) => {
      const answer = await client.fetch(card);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
    };
    const { id, name_id: nameId } = await list('W'.repeat(48), { description: '日本 ‮ <svg> & 🚀' });
    const before = await cardOf(`/app/${nameId}`);
    for (const card of [before, await cardOf('/'), await cardOf(`/user/${person.id}`)]) await draw(card);
    await ada.patch(`/app/${id}/`, { website: 'https://other.ng' });
    expect(await cardOf(`/app/${nameId}`)).toBe(before);
    await ada.patch(`/app/${id}/`, { description: 'Another description.' });
    const after = await cardOf(`/app/${nameId}`);
    expect(after).not.toBe(before);
    const moved = await client.fetch(before);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, after]);
    await ada.delete(`/app/${id}/`);
    for (const card of [after, `/cards/thing/home/${'0'.repeat(24)}card.jpg`, '/cards/app/../../x.jpg'])
      expect([card, (await client.fetch(card)).status]).toEqual([card, 404]);
  });
});

test('Addresses of conventions: the icon, the contact of the site and the page that changes a password', async () => {
  const icon = await client.fetch('/favicon.ico');
  const bytes = Buffer.from(await icon.arrayBuffer());
  expect([icon.headers.get('content-type'), bytes.readUInt16LE(2)]).toEqual(['image/vnd.microsoft.icon', 1]);
  const { html } = await client.page('/.well-known/security.txt');
  expect(html).toContain('Contact: mailto:safety@apps.example.ng\n');
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(html)?.[1] ?? '');
  expect(expires - product.clock()).toBeGreaterThan(30 * 86_400_000);
  const { status, headers } = await client.page('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, '/change-password']);
  for (const path of ['/', '/terms', '/privacy'])
    expect((await client.page(path)).html).toContain('mailto:safety@apps.example.ng');
});

test('A page of which the database fails says so with an id that the log has, and is whole at the next request', async () => {
  const { name_id: nameId } = await list('Read In Vain');
  const path = `/app/${nameId}`;
  await product.sql('alter table versions rename to versions_away');
  const failed = await client.page(path);
  const api = await client.get<{ id: string }>(`/app/${nameId}/`);
  await product.sql('alter table versions_away rename to versions');
  const lines = product.logged();
  expect([failed.status, failed.text.includes('Sorry, an unexpected error has occurred')]).toEqual([
    500,
    true,
  ]);
  const [, id = ''] = /Reference: (\S+)/.exec(failed.text) ?? [];
  expect([
    failed.text.includes(id),
    lines.some((line) => line['id'] === id && line.level === 'error'),
  ]).toEqual([true, true]);
  expect([api.status, api.body.id]).toEqual([500, api.headers.get('x-request-id')]);
  expect((await client.page(path)).status).toBe(200);
});

test('The legal texts lose their banner once the operator has had them reviewed', async () => {
  const reviewed = await startProduct({ env: { LEGAL_REVIEWED: '1' } });
  for (const path of ['/terms', '/privacy']) {
    expect((await client.page(path)).text).toContain('Coming soon');
    const { text } = await reviewed.client.page(path);
    expect([text.includes('Nigeria'), text.includes('Coming soon')]).toEqual([true, false]);
  }
});
