// The sitemap lists exactly the pages that can be found and indexed.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { readSitemap } from '../support/read-sitemap.ts';
import { engines, newApp, siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

/** How many addresses of a kind the crawl requests, besides those of the sitemap. */
const ofEachKind = 3;

/** Leaves out which app an address is about, and the values of its parameters: filters combine in thousands of ways. */
const kindOf = (path: string): string => path.replace(/^\/app\/[^/?]+/, '/app/*').replaceAll(/=[^&]*/g, '');

async function readAll(site: TestSite): Promise<string[]> {
  const parts = await readSitemap(site, urls.sitemap());
  const lists = await Promise.all(parts.map((part) => readSitemap(site, part.path)));
  return lists.flat().map((entry) => entry.path);
}

interface Page {
  status: number;
  canonical: string | undefined;
  unlisted: boolean;
  links: string[];
}

async function look(site: TestSite, path: string): Promise<Page> {
  const { status, headers, text } = await site.get(path);
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  const html = isPage ? text : '';
  const links = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), siteUrl + path),
  );
  return {
    status,
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]?.replace(siteUrl, ''),
    unlisted: !isPage || html.includes('<meta name="robots" content="noindex"'),
    links: links.filter(({ origin }) => origin === siteUrl).map(({ pathname, search }) => pathname + search),
  };
}

describe.each(engines)('The sitemap on %s', (engine) => {
  let site: TestSite;
  let owner: Person;
  let unverified: Person;

  beforeAll(async () => {
    site = await createTestSite(engine);
    owner = await createPerson(site.api);
    unverified = await createPerson(site.api, { verified: false });
    for (let count = 0; count < 45; count += 1)
      await site.product.services.apps.publishApp(
        newApp(owner.id, { categories: count % 2 ? ['Finance'] : ['Music'] }),
      );
    // Until they are made, the files that /about links to answer 503.
    await site.product.services.openData.makeExportIfDue();
    const { status } = await site.api.request(`/user/${owner.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${owner.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ handle: 'ada-obi' }),
    });
    expect(status).toBe(200);
  });
  afterAll(() => site.dispose());

  test('Lists indexable pages by their canonical addresses', async () => {
    const listed = await readAll(site);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((path) => path.startsWith('/app/'))).toHaveLength(45);
    expect(listed.filter((path) => /^\/u(ser)?\//.test(path))).toEqual(['/u/ada-obi']);
    for (const path of listed) {
      const page = await look(site, path);
      expect([path, page.status, page.canonical, page.unlisted]).toEqual([path, 200, path, false]);
    }
  });

  // Pages and their links are the same on both engines; what the sitemap reads is compared on each by the tests around.
  test.runIf(engine === 'sqlite')('Lists every indexable page that links lead to', async () => {
    const listed = new Set(await readAll(site));
    const waiting = ['/'];
    const seen = new Set(waiting);
    const found: string[] = [];
    const visits = new Map<string, number>();
    for (const path of waiting) {
      const kind = kindOf(path);
      visits.set(kind, (visits.get(kind) ?? 0) + 1);
      if (!listed.has(path) && (visits.get(kind) ?? 0) > ofEachKind) continue;
      const page = await look(site, path);
      if (page.status === 200 && !page.unlisted && page.canonical === path) found.push(path);
      // No page has a broken link.
      expect([path, page.status < 400]).toEqual([path, true]);
      for (const link of page.links) {
        if (seen.has(link) || link.startsWith('/media/')) continue;
        seen.add(link);
        waiting.push(link);
      }
    }
    expect(seen.size).toBeGreaterThan(100);
    expect(found.filter((path) => !listed.has(path))).toEqual([]);
    // Only the menu, which is on every page, leads to /login and /signup.
    expect([...listed].filter((path) => !found.includes(path) && !path.startsWith('/u/'))).toEqual([]);
  });

  test('Leaves out pages that are marked noindex', async () => {
    const [app] = (await site.product.services.apps.listApps({})).items;
    const [nameId, id] = [app?.nameId ?? '', app?.id ?? ''];
    const routes = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.astro'),
    );
    const addresses = routes.map((file) =>
      `/${file}`
        .replace(/(?:\/index)?\.astro$/, '')
        .replace('[nameId]', nameId)
        .replace('/user/[id]', `/user/${owner.id}`)
        .replace('/write/[id]', `/write/${owner.id}`)
        .replace('/desk/account/[id]', `/desk/account/${owner.id}`)
        .replace('[slug]', 'finance')
        .replace('[handle]', 'ada-obi')
        .replace('[screenshotId]', id)
        .replace('[releaseId]', id)
        .replace('[number]', '20261122-2222')
        .replace('[token]', 'no-such-link')
        .replace('[...path]', 'nothing')
        .replace(/^$/, '/'),
    );
    expect(addresses.length).toBeGreaterThan(30);
    expect(addresses.filter((address) => address.includes('['))).toEqual([]);
    const listed = new Set(await readAll(site));
    for (const address of addresses) {
      const page = await look(site, address);
      const isKnownAsItself = page.canonical === address;
      expect([address, page.unlisted || !isKnownAsItself]).toEqual([address, !listed.has(address)]);
    }
    for (const path of [
      '/profile',
      '/profile/update',
      '/change-password',
      urls.updateApp(nameId),
      '/offline',
    ])
      expect([path, (await look(site, path)).unlisted]).toEqual([path, true]);
    // A second page of a list, search results, and an unverified profile.
    expect((await look(site, '/search?q=app')).unlisted).toBe(true);
    const { next } = await site.product.services.apps.listApps({});
    expect((await look(site, `/?cursor=${next ?? ''}`)).unlisted).toBe(true);
    expect((await look(site, urls.user(unverified.id))).unlisted).toBe(true);
  });

  test('Follows new, changed and deleted apps and people at once', async () => {
    const { apps } = site.product.services;
    const added = await apps.publishApp(newApp(owner.id));
    expect(await readAll(site)).toContain(urls.app(added.nameId));
    const changed = async () =>
      (await readSitemap(site, urls.sitemapOfApps(1))).find(({ path }) => path === urls.app(added.nameId))
        ?.changed;
    const before = await changed();
    const authorization = `Bearer ${owner.access}`;
    const renamed = await site.api.request(`/app/${added.id}/`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'Changed.' }),
    });
    expect(renamed.status).toBe(200);
    expect(Date.parse((await changed()) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
    const deleted = await site.api.request(`/app/${added.id}/`, {
      method: 'DELETE',
      headers: { authorization },
    });
    expect([deleted.status, deleted.body]).toEqual([200, expect.anything()]);
    expect(await readAll(site)).not.toContain(urls.app(added.nameId));
    const newcomer = await createPerson(site.api);
    expect(await readAll(site)).toContain(urls.user(newcomer.id));
  });

  test('Serves the sitemap at the address that robots.txt names', async () => {
    const { status, headers, text } = await site.get('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain(`Sitemap: ${siteUrl}${urls.sitemap()}\n`);
    const forbidden = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    expect(forbidden).toEqual(['/api/']);
  });

  test('Answers 404 for parts that do not exist', async () => {
    for (const path of [
      '/sitemaps/apps/0.xml',
      '/sitemaps/apps/2.xml',
      '/sitemaps/users/1a.xml',
      '/sitemaps/x/1.xml',
    ])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
  });
});
