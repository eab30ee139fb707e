// Every public address: the pages are read from their folder and the GETs of the API from its description, so that
// new ones are included.
import { readdir } from 'node:fs/promises';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { siteUrl } from './test-product.ts';
import type { TestSite } from './test-site.ts';

/** The data that the addresses are about, including data deleted since. */
export interface Known {
  apps: {
    id: string;
    /** Current and former name_ids. */
    nameIds: string[];
    releaseIds: string[];
    screenshotIds: string[];
    /** Whether to include the pages for its owner. */
    withOwnerPages: boolean;
  }[];
  users: { id: string; handles: string[] }[];
  /** Paths of share cards. */
  cards: string[];
  /** Numbers of decisions. */
  decisions: string[];
  /** Words to search for. */
  words: string[];
}

/** The page that replaces a failed one. */
const notAsked = ['500.astro'];

/** Answers differently each time, and is not cached. */
const neverTheSame = '/user/generate-strong-password/';

type Values = Record<string, string[]>;

/** Lists every path in which the placeholders are replaced by values. */
function expand(pattern: string, values: Values): string[] {
  const name = /\[[^\]]+\]|\{[^}]+\}/.exec(pattern)?.[0];
  if (name === undefined) return [pattern];
  const known = values[name.replace(/^[[{](?:\.\.\.)?|[\]}]$/g, '')];
  if (!known) throw new Error(`Nothing is known of ${name} in ${pattern}.`);
  return known.flatMap((value) => expand(pattern.replace(name, value), values));
}

function valuesOf({ apps, decisions, users }: Known): Values {
  return {
    slug: ['finance', 'music', 'no-such-category'],
    part: ['1', '2'],
    path: ['no-such-page'],
    number: [...decisions, '20261122-2222'],
    // Links of mails are not public.
    token: ['no-such-link'],
    id: users.map(({ id }) => id),
    handle: users.flatMap(({ handles }) => handles),
    name_id: apps.flatMap(({ id, nameIds }) => [...nameIds, id]),
  };
}

async function pagesOf(known: Known): Promise<string[]> {
  const files = (await readdir('src/pages', { recursive: true })).filter(
    (file) => /\.(?:astro|ts)$/.test(file) && !notAsked.includes(file),
  );
  const values = valuesOf(known);
  return files.flatMap((file) => {
    const path = `/${file.replace(/(?:(?:^|\/)index)?\.astro$|\.ts$/, '')}`;
    if (path.startsWith('/cards/')) return known.cards;
    // The route answers with the résumé, too.
    if (path.startsWith('/@')) return expand(path, values).flatMap((profile) => [profile, `${profile}.json`]);
    if (!path.includes('[nameId]')) return expand(path, values);
    const isForOwners = /\/(?:update|delete|new)/.test(path);
    return known.apps
      .filter(({ withOwnerPages }) => withOwnerPages || !isForOwners)
      .flatMap(({ id, nameIds, releaseIds, screenshotIds }) =>
        expand(path, {
          nameId: isForOwners ? nameIds : [...nameIds, id],
          releaseId: releaseIds,
          screenshotId: screenshotIds,
        }),
      );
  });
}

interface Operation {
  security?: Record<string, unknown>[];
}

async function routesOf(site: TestSite, known: Known): Promise<string[]> {
  const text = (await site.get('/api/v1/openapi.json')).text;
  const { paths } = JSON.parse(text) as { paths: Record<string, { get?: Operation }> };
  const values = valuesOf(known);
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const isPublic = get && (!get.security || get.security.some((one) => Object.keys(one).length === 0));
    if (!isPublic || path.endsWith(neverTheSame)) return [];
    const route = path.startsWith('/api/v1') ? path : `/api/v1${path}`;
    if (route.includes('/app/version/{id}'))
      return expand(route, { id: known.apps.flatMap(({ releaseIds }) => releaseIds) });
    if (route.includes('/app/screenshot/{id}'))
      return expand(route, { id: known.apps.flatMap(({ screenshotIds }) => screenshotIds) });
    return expand(route, values);
  });
}

/** Addresses whose parameters change the answer. */
function queriesOf({ apps, users, words }: Known): string[] {
  const api = '/api/v1';
  return [
    urls.saved(apps.flatMap(({ id, nameIds }) => [id, ...nameIds])),
    '/apps?sort=name', '/apps?sort=updated', '/apps?sort=popular', '/apps?sort=trending', '/apps?category=finance&platform=web', '/apps?phase=live',
    ...words.flatMap((word) => [`/search?q=${word}`, `/search/results?q=${word}`, `/apps?q=${word}`, `${api}/app/?search=${word}`]),
    ...apps.flatMap(({ nameIds }) => nameIds.map((nameId) => urls.oembed(`${siteUrl}/app/${nameId}`))),
    `${api}/app/?sort=name`, `${api}/app/?sort=updated`, `${api}/app/?sort=popular`, `${api}/app/?category=finance`, `${api}/app/?platform=mobile`,
    `${api}/app/exists/?name=Harmattan`, `${api}/docs`,
    ...apps.map(({ id }) => `${api}/app/version/?app=${id}`),
    ...apps.flatMap(({ nameIds, releaseIds, screenshotIds }) => [
      ...nameIds.map((nameId) => urls.report(`app:${nameId}`)),
      ...releaseIds.map((id) => urls.report(`release:${id}`)),
      ...screenshotIds.map((id) => urls.report(`screenshot:${id}`)),
    ]),
    ...users.map(({ id }) => urls.report(`profile:${id}`)),
    ...users.map(({ id }) => `${api}/timeline/?user=${id}`),
  ]; // prettier-ignore
}

/** The second page of each list that has one. */
async function laterPages(site: TestSite, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const next = /href="([^"]*[?&]cursor=[^"]+)"/.exec((await site.get(path)).text)?.[1];
    if (next !== undefined) found.push(next.replaceAll('&amp;', '&'));
  }
  return found;
}

export async function publicAddresses(site: TestSite, known: Known): Promise<string[]> {
  const lists = ['/', '/apps', '/category/finance', '/apps?sort=name'];
  return [
    ...(await pagesOf(known)),
    ...(await routesOf(site, known)),
    ...queriesOf(known),
    ...(await laterPages(site, lists)),
  ];
}

export function knownApp(app: AppJson, releaseIds: string[], withOwnerPages: boolean): Known['apps'][number] {
  const screenshotIds = app.screenshot.map(({ id }) => id);
  return { id: app.id, nameIds: [app.name_id], releaseIds, screenshotIds, withOwnerPages };
}

/** @returns a function that returns an address without what it is about, the same for all addresses of one kind */
export function kindsOf({ apps, decisions, users, words }: Known): (path: string) => string {
  const subjects = [
    ...apps.flatMap((app) => [app.id, ...app.releaseIds, ...app.screenshotIds, ...app.nameIds]),
    ...users.flatMap(({ id, handles }) => [id, ...handles]),
    ...words,
    ...decisions,
  ];
  // The longest first: one may be the beginning of another.
  const longestFirst = subjects.toSorted((a, b) => b.length - a.length);
  return (path) => longestFirst.reduce((kind, subject) => kind.replaceAll(subject, '*'), path);
}
