// Facts that the page cache needs about an address before the page is rendered: the parameters that the page reads, and
// whether it shows contact details. Other parameters never reach a page, so that they cannot fill the cache with
// copies.
import { filterNames, filterOfSlug, slugsIn } from '../schemas/filters.ts';
import { categoryLimits } from '../schemas/categories.ts';
import { sortOrders } from '../schemas/apps.ts';
import { limits } from '../schemas/limits.ts';
import { reportAboutPattern } from '../schemas/reports.ts';
import { slugify } from '../text/text.ts';
import { keysOf } from '../zod.ts';
import { speculationVersion } from './speculation-rules.ts';

/** @returns the ids or name_ids in the address of a list, each once */
export function namesInList(value: string): string[] {
  const names = value.split(',', 2 * limits.sharedApps).filter((name) => /^[a-z\d-]{1,300}$/.test(name));
  return [...new Set(names)].slice(0, limits.sharedApps);
}

/** @returns the same value for all values that give the same page; '' if the page ignores the value */
type Canonical = (value: string) => string;

/** Cursors and addresses of apps are shorter. */
const cut: Canonical = (value) => value.slice(0, 1_000);
const text: Canonical = (value) => Array.from(value.trim()).slice(0, limits.searchText).join('').trim();
const oneOf =
  (values: readonly string[]): Canonical =>
  (value) =>
    values.find((one) => one === value) ?? '';
const pixels: Canonical = (value) => (/^\d{1,5}$/.test(value) ? String(Number(value)) : '');
const matching =
  (pattern: RegExp): Canonical =>
  (value) =>
    pattern.test(value) ? value : '';
/** A random text of a link. */
const secret = matching(/^[\w-]{1,200}$/);
const about = matching(reportAboutPattern);

/** Longer than the slugs of all first categories. */
const excludedLength = 1_000;

const filters: Record<string, Canonical> = {
  q: text,
  // Which slugs there are changes while the site runs.
  category: (value) => (value.length <= 2 * categoryLimits.name ? slugify(value) : ''),
  ...Object.fromEntries(
    filterNames.map((name) => [name, (value: string) => slugify(filterOfSlug(name, value) ?? '')]),
  ),
  '-category': (value) => (value.length <= excludedLength ? slugsIn(value).join(' ') : ''),
  '-platform': (value) =>
    slugsIn(value.slice(0, excludedLength))
      .filter((slug) => filterOfSlug('platform', slug) !== undefined)
      .join(' '),
  sort: oneOf(keysOf(sortOrders).filter((order) => order !== 'newest')),
  cursor: cut,
};

/** The parameters by pattern of the path; '*' stands for one segment. */
const parametersByPath: Readonly<Record<string, Record<string, Canonical>>> = {
  '/': { cursor: cut },
  '/apps': filters,
  '/saved': { apps: (value) => namesInList(value).join(',') },
  '/category/*': { cursor: cut },
  '/search': { q: text, cursor: cut },
  '/search/results': { q: text, cursor: cut },
  '/user/*/apps': { cursor: cut },
  '/user/*/timeline': { cursor: cut },
  '/app/*/versions': { cursor: cut },
  '/report': { about, list: matching(/^[a-z\d-]{1,300}$/) },
  '/report/code': { request: secret, about },
  '/write/code': { request: secret, to: matching(/^[\da-f-]{36}$/) },
  '/report/*': { key: secret },
  '/speculation-rules.json': { v: oneOf([speculationVersion]) },
  '/badge/*': { theme: oneOf(['dark']) },
  '/oembed': {
    url: cut,
    // All other formats get the same API error.
    format: (value) => (value === '' || value === 'json' ? '' : 'other'),
    maxwidth: pixels,
    maxheight: pixels,
  },
};

/** Pages that take a form without JavaScript, by pattern of the path. */
export const formPath =
  /^\/(?:report|report\/code|appeal\/[^/]+|answer\/[^/]+|write\/[^/]+|letter\/[^/]+|unsubscribe\/[^/]+)\/?$/;

const patterns = Object.entries(parametersByPath).map(([pattern, parameters]) => ({
  path: new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`),
  parameters: Object.entries(parameters).map(([name, canonical]) => ({ name, canonical })),
}));

export function parametersOfPage(path: string) {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return patterns.find((page) => page.path.test(bare))?.parameters ?? [];
}

/** Pages, cards and feeds of one person or one app. A client that reads many of them is collecting people. */
const ofOneSubject = /^\/(?:(?:app|user|u|embed\/app|feeds\/(?:app|user))\/|@)[^/]/;

/** Whether the page counts towards the limit for collecting people. Pictures do not, because a page includes them. */
export function showsContacts(path: string): boolean {
  return ofOneSubject.test(path) && !path.endsWith('.svg');
}
