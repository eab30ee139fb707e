// Facts that the page cache needs about an address before the page is rendered: the parameters that the page reads, and
// whether it shows contact details. Other parameters never reach a page, so that they cannot fill the cache with
// copies.
import { filterNames, filterOfSlug } from '../schemas/filters.ts';
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

export interface PageParameter {
  name: string;
  /** @returns the same value for all values that give the same page; '' if the page ignores the value */
  canonical(value: string): string;
}

/** Cursors and addresses of apps are shorter. */
const maxLength = 1_000;

const cursor: PageParameter = { name: 'cursor', canonical: (value) => value.slice(0, maxLength) };
const text: PageParameter = {
  name: 'q',
  canonical: (value) => Array.from(value.trim()).slice(0, limits.searchText).join('').trim(),
};
const oneOf = (name: string, values: readonly string[]): PageParameter => ({
  name,
  canonical: (value) => values.find((one) => one === value) ?? '',
});
const pixels = (name: string): PageParameter => ({
  name,
  canonical: (value) => (/^\d{1,5}$/.test(value) ? String(Number(value)) : ''),
});

const matching = (name: string, pattern: RegExp): PageParameter => ({
  name,
  canonical: (value) => (pattern.test(value) ? value : ''),
});
/** A random text of a link. */
const secret = (name: string): PageParameter => matching(name, /^[\w-]{1,200}$/);
/** Whom a letter is for. */
const to = matching('to', /^[\da-f-]{36}$/);
/** What a report is about. */
const about = matching('about', reportAboutPattern);

/** Ids or name_ids of a list of saved apps. */
const appsOfList: PageParameter = { name: 'apps', canonical: (value) => namesInList(value).join(',') };

const filters: PageParameter[] = [
  text,
  {
    name: 'category',
    // Which slugs there are changes while the site runs.
    canonical: (value) => (value.length <= 2 * categoryLimits.name ? slugify(value) : ''),
  },
  ...filterNames.map((name) => ({
    name,
    canonical: (value: string) => slugify(filterOfSlug(name, value) ?? ''),
  })),
  oneOf(
    'sort',
    keysOf(sortOrders).filter((order) => order !== 'newest'),
  ),
  cursor,
];

/** The parameters by pattern of the path; '*' stands for one segment. */
export const pageParameters: Readonly<Record<string, readonly PageParameter[]>> = {
  '/': [cursor],
  '/apps': filters,
  '/saved': [appsOfList],
  '/category/*': [cursor],
  '/search': [text, cursor],
  '/search/results': [text, cursor],
  '/user/*/apps': [cursor],
  '/user/*/timeline': [cursor],
  '/app/*/versions': [cursor],
  '/report': [about],
  '/report/code': [secret('request'), about],
  '/write/code': [secret('request'), to],
  '/report/*': [secret('key')],
  '/speculation-rules.json': [oneOf('v', [speculationVersion])],
  '/oembed': [
    { name: 'url', canonical: (value) => value.slice(0, maxLength) },
    // All other formats get the same refusal.
    { name: 'format', canonical: (value) => (value === '' || value === 'json' ? '' : 'other') },
    pixels('maxwidth'),
    pixels('maxheight'),
  ],
};

/** Pages that take a form without JavaScript, by pattern of the path. */
const forms =
  /^\/(?:report|report\/code|appeal\/[^/]+|answer\/[^/]+|write\/[^/]+|letter\/[^/]+|unsubscribe\/[^/]+)\/?$/;

/** Whether the page takes a POST. */
export function takesForm(path: string): boolean {
  return forms.test(path);
}

const patterns = Object.entries(pageParameters).map(([pattern, parameters]) => ({
  path: new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`),
  parameters,
}));

export function parametersOfPage(path: string): readonly PageParameter[] {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return patterns.find((pattern) => pattern.path.test(bare))?.parameters ?? [];
}

/** Pages, cards and feeds of one person or one app. A client that reads many of them is collecting people. */
const ofOneSubject = /^\/(?:(?:app|user|u|embed\/app|feeds\/(?:app|user))\/|@)[^/]/;

/** Whether the page counts towards the limit for collecting people. Pictures do not, because a page includes them. */
export function showsContacts(path: string): boolean {
  return ofOneSubject.test(path) && !path.endsWith('.svg');
}
