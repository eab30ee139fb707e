// Current, old and unknown addresses of an app; the card for other sites, oEmbed and the QR code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { oneEngine, siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let person: Person;

async function list(name: string): Promise<AppJson> {
  const app = { name, description: `About ${name}.`, website: 'https://one.ng', category: 'Music' };
  const { status, body } = await sendForm<AppJson>(
    site.api,
    'POST',
    '/app/',
    { ...app, logo: await picture(300, 300) },
    person,
  );
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
}

const asOwner = (method: string, body?: object): RequestInit => ({
  method,
  headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
});
const rename = (id: string, name: string) => site.api.request(`/app/${id}/`, asOwner('PATCH', { name }));
const remove = (id: string) => site.api.request(`/app/${id}/`, asOwner('DELETE'));

/** Every address that an app has, by its name_id. */
const pages = [
  urls.app,
  urls.versions,
  urls.updateApp,
  urls.newVersion,
  urls.deleteApp,
  urls.appFeed,
  urls.appQr,
  urls.embedApp,
];

describe.each(oneEngine)('Addresses of apps on %s', (engine) => {
  beforeAll(async () => {
    site = await createTestSite(engine);
    person = await createPerson(site.api);
  });
  afterAll(() => site.dispose());

  test('Redirects every address of a renamed app permanently, also over several names', async () => {
    const app = await list('First name');
    await rename(app.id, 'Second name');
    await rename(app.id, 'Third name');
    for (const address of pages) {
      for (const old of ['first-name', 'second-name']) {
        const { status, headers } = await site.get(address(old));
        expect([address(old), status, headers.get('location')]).toEqual([
          address(old),
          301,
          address('third-name'),
        ]);
      }
      expect([address('third-name'), (await site.get(address('third-name'))).status]).toEqual([
        address('third-name'),
        200,
      ]);
    }
  });

  test('Answers 410 at every address of a deleted app until another app takes it', async () => {
    const app = await list('Before');
    await rename(app.id, 'After');
    await remove(app.id);
    for (const address of pages)
      for (const nameId of ['before', 'after'])
        expect([address(nameId), (await site.get(address(nameId))).status]).toEqual([address(nameId), 410]);
    const page = await site.get(urls.app('after'));
    expect(page.text).toContain('cannot find this page');
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    const successor = await list('After');
    expect(successor.name_id).toBe('after');
    expect((await site.get(urls.app('after'))).status).toBe(200);
    expect((await site.get(urls.app('before'))).status).toBe(410);
    await remove(successor.id);
    expect((await site.get(urls.app('after'))).status).toBe(410);
  });

  test('Answers 404 at addresses that no app ever had', async () => {
    for (const address of pages)
      for (const nameId of ['never', 'a'.repeat(200)])
        expect([address(nameId), (await site.get(address(nameId))).status]).toEqual([address(nameId), 404]);
  });
});

describe('Addresses for other sites', () => {
  let app: AppJson;

  beforeAll(async () => {
    site = await createTestSite('sqlite');
    person = await createPerson(site.api);
    app = await list(`"Shown" <elsewhere> & there`);
  });
  afterAll(() => site.dispose());

  test('Lets other sites frame the card of an app, which runs no script, and no other page', async () => {
    const { status, headers, text } = await site.get(urls.embedApp(app.name_id));
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(headers.get('x-frame-options')).toBeNull();
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;elsewhere&gt;');
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(text).toContain(`<link rel="canonical" href="${siteUrl}${urls.app(app.name_id)}"`);
    for (const path of ['/', urls.app(app.name_id), urls.user(person.id), '/login', '/nothing', '/embed/app'])
      expect([path, (await site.get(path)).headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
  });

  test('Answers oEmbed at the address that the page of the app names', async () => {
    const { text } = await site.get(urls.app(app.name_id));
    const address = /<link rel="alternate" type="application\/json\+oembed".*? href="([^"]+)"/.exec(
      text,
    )?.[1];
    const answer = await site.get(address?.replaceAll('&amp;', '&') ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    // Scripts of other sites ask for it.
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    expect(body).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 480,
      height: 200,
      title: app.name,
      author_name: 'Ada Obi',
      author_url: siteUrl + urls.user(person.id),
      provider_name: 'NaijaBuilt',
      provider_url: `${siteUrl}/`,
      thumbnail_url: app.logo,
    });
    const html = String(body['html']);
    expect(html).toContain(`src="${siteUrl}${urls.embedApp(app.name_id)}"`);
    expect(html).toContain('title="&quot;Shown&quot; &lt;elsewhere> &amp; there on NaijaBuilt"');
    // A thumbnail has all three of its fields or none.
    const thumbnail = Object.keys(body).filter((key) => key.startsWith('thumbnail_'));
    expect(thumbnail).toHaveLength(3);
  });

  const oembed = (path: string, more = '') => site.get(urls.oembed(siteUrl + path) + more);

  test('Answers oEmbed in the requested size, and refuses what it does not support', async () => {
    const small = JSON.parse(
      (await oembed(urls.app(app.name_id), '&maxwidth=300&maxheight=180')).text,
    ) as object;
    expect(small).toMatchObject({ width: 300, height: 180 });
    expect(JSON.stringify(small)).toContain('width=\\"300\\"');
    const path = urls.app(app.name_id);
    const statuses = {
      'too small': (await oembed(path, '&maxwidth=100')).status,
      xml: (await oembed(path, '&format=xml')).status,
      'no address': (await site.get('/oembed')).status,
      'no app': (await oembed('/app/never')).status,
      'another page': (await oembed('/about')).status,
      'another site': (await site.get(urls.oembed(`https://evil.example${path}`))).status,
      'not an address': (await site.get('/oembed?url=nonsense')).status,
    };
    expect(statuses).toEqual({
      'too small': 404,
      xml: 501,
      'no address': 404,
      'no app': 404,
      'another page': 404,
      'another site': 404,
      'not an address': 404,
    });
  });

  test('Answers oEmbed of a renamed app with its new address', async () => {
    const renamed = await list('To be renamed');
    await rename(renamed.id, 'Was renamed');
    expect((await oembed(urls.app('to-be-renamed'))).text).toContain(urls.embedApp('was-renamed'));
  });

  test('Serves the QR code as an SVG', async () => {
    const { status, headers, text } = await site.get(urls.appQr(app.name_id));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(text).toContain('width="512"');
    expect(text).not.toContain('<script');
  });

  test.each(['/_image', '/_image/'])("Does not serve Astro's endpoint for pictures at %s", async (path) => {
    const answer = await site.get(`${path}?href=%2Fscreenshots%2Fwide.webp&f=webp&w=100`);
    expect([answer.status, answer.headers.get('content-type')]).not.toEqual([200, 'image/webp']);
    expect(answer.status).toBe(404);
  });
});
