// Feeds as RFC 4287 (Atom) has them.
import { generateAtomFeed } from 'feedsmith';
import type { AppListing } from '../lib/shared/apps.ts';
import { brand } from '../lib/shared/brand.ts';
import { urls } from '../lib/shared/urls.ts';
import { fullName } from '../lib/shared/users.ts';
import { releaseTypeLabels, type Release } from '../lib/shared/versions.ts';

export const feedType = 'application/atom+xml';

interface FeedEntry {
  /** Id of what it tells of; a UUID. */
  id: string;
  title: string;
  summary: string;
  path: string;
  author: string;
  authorPath: string;
  categories: readonly string[];
  /** Milliseconds since 1970. */
  publishedAt: number;
  updatedAt: number;
}

interface Feed {
  siteUrl: string;
  title: string;
  /** Path of the feed, which is also its lasting id. */
  path: string;
  /** Path of the page that shows the same. */
  pagePath: string;
  /** For a feed without entries: when what it belongs to began; milliseconds since 1970. */
  since: number;
  entries: FeedEntry[];
}

export function feedEntryOfApp(app: AppListing): FeedEntry {
  return {
    id: app.id,
    title: app.name,
    summary: app.description || app.name,
    path: urls.app(app.nameId),
    author: fullName(app.owner),
    authorPath: urls.user(app.owner.id),
    categories: app.categories,
    publishedAt: app.createdAt,
    updatedAt: app.updatedAt,
  };
}

export function feedEntryOfRelease(app: AppListing, release: Release): FeedEntry {
  const phase = releaseTypeLabels[release.releaseType];
  return {
    ...feedEntryOfApp(app),
    id: release.id,
    title: `${app.name} ${release.version}`,
    summary: release.latestFeature || `${phase}: ${app.description || app.name}`,
    path: urls.versions(app.nameId),
    publishedAt: release.createdAt,
    updatedAt: release.updatedAt,
  };
}

export function atomFeed({ siteUrl, title, path, pagePath, since, entries }: Feed): Response {
  const xml = generateAtomFeed({
    id: siteUrl + path,
    title: { value: title },
    // Never Infinity: a feed without entries says since when it has none.
    updated: new Date(Math.max(since, ...entries.map((entry) => entry.updatedAt))),
    links: [
      { rel: 'self', type: feedType, href: siteUrl + path },
      { rel: 'alternate', type: 'text/html', href: siteUrl + pagePath },
    ],
    authors: [{ name: brand.name, uri: `${siteUrl}/` }],
    icon: `${siteUrl}/icon-192.png`,
    generator: { text: brand.name, uri: `${siteUrl}/` },
    entries: entries.map((entry) => ({
      id: `urn:uuid:${entry.id}`,
      title: { value: entry.title },
      summary: { value: entry.summary },
      published: new Date(entry.publishedAt),
      updated: new Date(entry.updatedAt),
      links: [{ rel: 'alternate', type: 'text/html', href: siteUrl + entry.path }],
      authors: [{ name: entry.author, uri: siteUrl + entry.authorPath }],
      categories: entry.categories.map((term) => ({ term })),
    })),
  });
  return new Response(xml, { headers: { 'content-type': `${feedType}; charset=utf-8` } });
}

export function noSuchFeed(status = 404): Response {
  return new Response('There is no such feed.\n', { status });
}
