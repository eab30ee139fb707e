// Sitemaps as https://www.sitemaps.org/protocol.html has them.
import { toIso } from '../lib/shared/dates.ts';
import { escapeXml } from '../lib/shared/xml.ts';

export interface SitemapEntry {
  /** Path from the site's root. */
  path: string;
  /** Milliseconds since 1970; left out where nobody keeps it. */
  changedAt?: number;
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function answer(
  root: 'urlset' | 'sitemapindex',
  item: 'url' | 'sitemap',
  siteUrl: string,
  entries: SitemapEntry[],
) {
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${toIso(changedAt)}</lastmod>`;
    return `<${item}><loc>${escapeXml(siteUrl + path)}</loc>${changed}</${item}>\n`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${lines.join('')}</${root}>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

export function sitemapIndex(siteUrl: string, parts: SitemapEntry[]): Response {
  return answer('sitemapindex', 'sitemap', siteUrl, parts);
}

export function sitemap(siteUrl: string, entries: SitemapEntry[]): Response {
  return answer('urlset', 'url', siteUrl, entries);
}

/** An id, or the mark before the first one, as the address of a part names it. */
export const partName = /^[0-9a-f-]{1,36}$/;
