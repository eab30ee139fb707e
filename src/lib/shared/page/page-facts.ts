// Facts that the page cache needs about an address before the page is rendered: the parameters that the page reads, and
// whether it shows contact details. Other parameters never reach a page, so that they cannot fill the cache with
// copies. tests/pages/parameters.test.ts fails if a page reads a parameter that is not listed here.
import { filterNames, filterOfSlug } from '../schemas/app-filters.ts';
import { sortOrders } from '../schemas/apps.ts';
import { limits } from '../schemas/limits.ts';
import { slugify } from '../text/text.ts';

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

const filters: PageParameter[] = [
  text,
  ...filterNames.map((name) => ({
    name,
    canonical: (value: string) => slugify(filterOfSlug(name, value) ?? ''),
  })),
  oneOf(
    'sort',
    sortOrders.filter((order) => order !== 'newest'),
  ),
  cursor,
];

/** The parameters by pattern of the path; '*' stands for one segment. */
export const pageParameters: Readonly<Record<string, readonly PageParameter[]>> = {
  '/': [cursor],
  '/apps': filters,
  '/category/*': [cursor],
  '/search': [text, cursor],
  '/user/*/apps': [cursor],
  '/user/*/timeline': [cursor],
  '/app/*/versions': [cursor],
  '/oembed': [
    { name: 'url', canonical: (value) => value.slice(0, maxLength) },
    // All other formats get the same refusal.
    { name: 'format', canonical: (value) => (value === '' || value === 'json' ? '' : 'other') },
    pixels('maxwidth'),
    pixels('maxheight'),
  ],
};

const patterns = Object.entries(pageParameters).map(([pattern, parameters]) => ({
  path: new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`),
  parameters,
}));

export function parametersOfPage(path: string): readonly PageParameter[] {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return patterns.find((pattern) => pattern.path.test(bare))?.parameters ?? [];
}

/** Pages, cards and feeds of one person or one app. A client that reads many of them is collecting people. */
const ofOneSubject = /^\/(?:app|user|u|embed\/app|feeds\/(?:app|user))\/[^/]/;

/** Whether the page counts towards the limit for collecting people. Pictures do not, because a page includes them. */
export function showsContacts(path: string): boolean {
  return ofOneSubject.test(path) && !path.endsWith('.svg');
}
