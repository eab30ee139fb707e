// The query parameters that a page reads are part of the key of the edge cache, and no others.
import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { pageParameters, parametersOfPage } from '../../src/lib/shared/page/page-facts.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let person: Person;
let app: AppJson;

beforeAll(async () => {
  site = await createTestSite('sqlite');
  person = await createPerson(site.api);
  const facts = { name: 'Harmattan', description: 'An app.', website: 'https://harmattan.ng' };
  const { status, body } = await sendForm<AppJson>(site.api, 'POST', '/app/', facts, person);
  expect(status).toBe(201);
  app = body;
});
afterAll(() => site.dispose());

/** Every route of src/pages as an address, with real values for its parameters. */
function addresses(): string[] {
  return globSync('src/pages/**/*.{astro,ts}').map((file) => {
    const path = file
      .replace(/^src\/pages/, '')
      .replace(/\.(?:astro|ts)$/, '')
      .replace(/\/index$/, '');
    return path
      .replace('[nameId]', app.name_id)
      .replace('/user/[id]', `/user/${person.id}`)
      .replace('[kind]/[id]/[card]', 'site/home/x')
      .replace(/\/\[handle\]/, '/ada')
      .replace(/\[slug\]/, 'finance')
      .replace(/\[part\]/, '1')
      .replace(/\[[^\]]+\]/, 'nothing')
      .replace(/^$/, '/');
  });
}

/** Names of the parameters that are read while the page is rendered. */
async function readBy(path: string): Promise<string[]> {
  const get = vi.spyOn(URLSearchParams.prototype, 'get');
  const others = (['has', 'getAll', 'entries', 'keys', 'values', 'forEach'] as const).map((name) =>
    vi.spyOn(URLSearchParams.prototype, name),
  );
  try {
    await site.get(path);
    const fromPages = others.flatMap((spy) => spy.mock.calls.map(String));
    // Astro looks for actions, which this site has not.
    const fromAstro = new Set(['_action']);
    return [...new Set([...get.mock.calls.map(([name]) => name), ...fromPages])]
      .filter((name) => !fromAstro.has(name))
      .sort();
  } finally {
    vi.restoreAllMocks();
  }
}

describe('Query parameters of pages', () => {
  test('Every parameter that a page reads is listed for its address', async () => {
    const paths = addresses();
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      const listed = parametersOfPage(path).map(({ name }) => name);
      // Requested without parameters, and uncached with all of them, so that every branch runs.
      const query = listed.map(
        (name) =>
          `${name}=${name === 'url' ? encodeURIComponent(site.product.config.siteUrl + `/app/${app.name_id}`) : '1'}`,
      );
      for (const target of [path, `${path}${path.endsWith('/') ? '' : '/'}?${query.join('&')}`])
        expect([target, (await readBy(target)).filter((name) => !listed.includes(name))]).toEqual([
          target,
          [],
        ]);
    }
  });

  test('Every listed parameter is read by its page', async () => {
    for (const [pattern, parameters] of Object.entries(pageParameters)) {
      const path = pattern
        .replace('/category/*', '/category/finance')
        .replace('/user/*', `/user/${person.id}`)
        .replace('/app/*', `/app/${app.name_id}`);
      const address = encodeURIComponent(`${site.product.config.siteUrl}/app/${app.name_id}`);
      // None of these is cached, because an invalid cursor is refused.
      const query =
        pattern === '/oembed'
          ? `?url=${address}&maxwidth=300&maxheight=300`
          : `?${parameters.map(({ name }) => `${name}=${name === 'apps' ? 'not-asked-yet' : '1'}`).join('&')}`;
      const read = await readBy(`${path.replace(/\/*$/, '/')}${query}`);
      expect([pattern, parameters.map(({ name }) => name).filter((name) => !read.includes(name))]).toEqual([
        pattern,
        [],
      ]);
    }
  });

  test('Answers the same bytes for unknown parameters, and caches them once', async () => {
    const first = await site.get('/sitemap.xml');
    for (let n = 0; n < 5; n += 1) {
      const again = await site.get(`/sitemap.xml?n=${n}&utm_source=x`);
      expect([again.status, again.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    }
    const list = await site.api.request('/app/?nothing=1&search=harmattan&n=2');
    expect(list.body).toMatchObject({ count: 1 });
  });

  test('Keeps the known parameters of a list in its next and previous addresses, and drops others', async () => {
    for (let number = 0; number < 21; number += 1) {
      const facts = { name: `Page of ${number}`, description: 'An app.', website: 'https://one.ng' };
      await sendForm(site.api, 'POST', '/app/', facts, person);
    }
    const first = await site.api.request('/app/?utm_source=x&sort=name&search=');
    const { next } = first.body as { next: string };
    expect(new URL(next).searchParams.get('sort')).toBe('name');
    expect(new URL(next).searchParams.has('utm_source')).toBe(false);
    const second = await site.api.request(next.slice(next.indexOf('/api/v1') + '/api/v1'.length));
    const { previous } = second.body as { previous: string };
    const back = await site.api.request(previous.slice(previous.indexOf('/api/v1') + '/api/v1'.length));
    expect([first.status, second.status, back.status]).toEqual([200, 200, 200]);
    expect((back.body as { results: unknown }).results).toEqual((first.body as { results: unknown }).results);
  });
});

test('Speculation rules are kept for good only under the address that pages name', async () => {
  const named = (await site.get('/about')).headers.get('speculation-rules') ?? '';
  const policyOf = async (path: string) => (await site.get(path)).headers.get('cache-control');
  expect(await policyOf(named.slice(1, -1))).toBe('public, max-age=31536000, immutable');
  for (const version of ['', '?v=', '?v=0123abcd', '?v=ffffffffffff'])
    expect(await policyOf(`/speculation-rules.json${version}`)).toBe('public, max-age=0, must-revalidate');
});

test('Logs no error for requests of the error pages', async () => {
  const before = site.logged().length;
  for (const path of ['/500', '/500/', '/404', '/404/'])
    expect([path, (await site.get(path)).status]).toEqual([path, 404]);
  expect((await site.get('/oembed?format=xml')).status).toBe(501);
  expect(site.logged().slice(before)).toEqual([]);
});
