import { expect } from 'vitest';
import { siteUrl } from './test-product.ts';
import type { TestSite } from './test-site.ts';
import { children, parseXml, textOf } from './xml.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Addresses of a sitemap index or a part of it, with their dates of change. */
export async function readSitemap(
  site: TestSite,
  path: string,
): Promise<{ path: string; changed: string | null }[]> {
  const { status, headers, text } = await site.get(path);
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/xml; charset=utf-8']);
  const root = parseXml(text);
  const item = root.localName === 'sitemapindex' ? 'sitemap' : 'url';
  expect([root.localName, root.namespaceURI]).toEqual([
    item === 'url' ? 'urlset' : 'sitemapindex',
    namespace,
  ]);
  return children(root, item).map((entry) => {
    const address = textOf(entry, 'loc');
    expect(address.startsWith(`${siteUrl}/`)).toBe(true);
    const changed = children(entry, 'lastmod')[0]?.textContent ?? null;
    if (changed !== null) expect(new Date(changed).toISOString()).toBe(changed);
    return { path: address.slice(siteUrl.length), changed };
  });
}

/** As `readSitemap`, of a part with thousands of addresses: to parse it as XML takes ten times as long. */
export async function readLargePart(site: TestSite, path: string): ReturnType<typeof readSitemap> {
  const { status, text } = await site.get(path);
  expect([path, status]).toEqual([path, 200]);
  return [...text.matchAll(/<loc>([^<]+)<\/loc>\s*<lastmod>([^<]+)<\/lastmod>/g)].map(
    ([, address = '', changed = '']) => ({ path: address.slice(siteUrl.length), changed }),
  );
}
