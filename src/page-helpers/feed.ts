// Atom feeds (RFC 4287).
import { releaseTypes } from '../lib/shared/schemas/app-fields.ts';
import type { AppListing, AppSummary, Release } from '../lib/shared/schemas/apps.ts';
import { brand } from '../lib/shared/page/brand.ts';
import { toIso } from '../lib/shared/text/dates.ts';
import { urls } from '../lib/shared/addresses/urls.ts';
import { fullName } from '../lib/shared/schemas/users.ts';
import { escapeXml } from '../lib/shared/text/text.ts';

const feedType = 'application/atom+xml';

type FeedEntry = ReturnType<typeof entryOfApp>;

export interface Feed {
  title: string;
  /** Path of the feed, which is also its permanent id. */
  path: string;
  /** Path of the page with the same content. */
  pagePath: string;
  /** Update time of a feed without entries, in milliseconds since 1970; 0 when left out. */
  since?: number;
  entries: FeedEntry[];
  headers?: Record<string, string>;
}

type EntryApp = AppSummary & Pick<AppListing, 'createdAt' | 'updatedAt'>;

export function entryOfApp(app: EntryApp) {
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

export function entryOfRelease(app: AppListing, release: Release): FeedEntry {
  const phase = releaseTypes[release.releaseType];
  return {
    ...entryOfApp(app),
    id: release.id,
    title: `${app.name} ${release.version}`,
    summary: release.latestFeature || `${phase}: ${app.description || app.name}`,
    path: urls.versions(app.nameId),
    publishedAt: release.createdAt,
    updatedAt: release.updatedAt,
  };
}

/** Adds no spaces around the text, because they would be part of it. */
const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const link = (rel: 'self' | 'alternate', type: string, href: string): string =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;

const person = (name: string, uri: string): string =>
  `<author>${element('name', name)}${element('uri', uri)}</author>`;

function entryXml(siteUrl: string, entry: FeedEntry): string {
  return [
    '<entry>',
    element('id', `urn:uuid:${entry.id}`),
    element('title', entry.title),
    element('published', toIso(entry.publishedAt)),
    element('updated', toIso(entry.updatedAt)),
    link('alternate', 'text/html', siteUrl + entry.path),
    person(entry.author, siteUrl + entry.authorPath),
    ...entry.categories.map((term) => `<category term="${escapeXml(term)}"/>`),
    element('summary', entry.summary),
    '</entry>',
  ].join('\n');
}

export function atomFeed(
  siteUrl: string,
  { title, path, pagePath, since = 0, entries, headers = {} }: Feed,
): Response {
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-NG">',
    element('id', siteUrl + path),
    element('title', title),
    element('updated', toIso(Math.max(since, ...entries.map((entry) => entry.updatedAt)))),
    link('self', feedType, siteUrl + path),
    link('alternate', 'text/html', siteUrl + pagePath),
    person(brand.name, `${siteUrl}/`),
    element('icon', siteUrl + brand.icons.icon192),
    ...entries.map((entry) => entryXml(siteUrl, entry)),
    '</feed>\n',
  ].join('\n');
  return new Response(xml, { headers: { 'content-type': `${feedType}; charset=utf-8`, ...headers } });
}

export function noSuchFeed(status = 404): Response {
  return new Response('There is no such feed.\n', { status });
}
