// Sitemaps (https://www.sitemaps.org/protocol.html).
import { toIso } from '../lib/shared/text/dates.ts';
import { escapeXml } from '../lib/shared/text/text.ts';

export interface SitemapEntry {
  /** Path from the site's root. */
  path: string;
  /** Milliseconds since 1970; left out if it is not known. */
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

/** @returns the part with this number, from 1; undefined if there is none */
export function partOf<Part>(parts: readonly Part[], number = ''): Part | undefined {
  return /^[1-9]\d{0,5}$/.test(number) ? parts[Number(number) - 1] : undefined;
}

export function noSuchPart(): Response {
  return new Response('There is no such part of the sitemap.\n', { status: 404 });
}
