// Sitemaps (https://www.sitemaps.org/protocol.html).
import { toIso } from '../lib/shared/text/dates.ts';
import { escapeXml } from '../lib/shared/text/text.ts';

export interface SitemapEntry {
  /** Path from the site's root. */
  path: string;
  /** Milliseconds since 1970; left out if it is not known. */
  changedAt?: number;
}

export function sitemapOf(
  siteUrl: string,
  root: 'urlset' | 'sitemapindex',
  entries: SitemapEntry[],
): Response {
  const item = root === 'urlset' ? 'url' : 'sitemap';
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${toIso(changedAt)}</lastmod>`;
    return `<${item}><loc>${escapeXml(siteUrl + path)}</loc>${changed}</${item}>\n`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${root}>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
