// Runs anywhere. What the page cache knows of a page's address before it is rendered: which parameters it reads, and
// whether it shows contact details. A parameter that is not listed here never reaches a page, so that it cannot fill
// the cache with copies; tests/pages/parameters.test.ts fails where a page reads one that is not.
import { filterNames, filterOfSlug, slugOfFilter } from '../schemas/app-filters.ts';
import { sortOrders } from '../schemas/apps.ts';
import { limits } from '../schemas/limits.ts';

export interface PageParameter {
  name: string;
  /** The one form of all values that make the same page; '' where the page is the same as without it. */
  canonical(value: string): string;
}

/** Longer ones are no cursors, and no addresses of apps. */
const longest = 1_000;

const cursor: PageParameter = { name: 'cursor', canonical: (value) => value.slice(0, longest) };
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
    canonical: (value: string) => slugOfFilter(filterOfSlug(name, value) ?? ''),
  })),
  oneOf(
    'sort',
    sortOrders.filter((order) => order !== 'newest'),
  ),
  cursor,
];

/** By pattern of the path; '*' stands for one segment. */
export const pageParameters: Readonly<Record<string, readonly PageParameter[]>> = {
  '/': [cursor],
  '/apps': filters,
  '/category/*': [cursor],
  '/search': [text, cursor],
  '/user/*/apps': [cursor],
  '/user/*/timeline': [cursor],
  '/app/*/versions': [cursor],
  '/oembed': [
    { name: 'url', canonical: (value) => value.slice(0, longest) },
    // Another one than JSON is refused, whatever it is.
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

/** Pages, cards and feeds of one person or one app: whoever reads many of them reads people in bulk. */
const ofOne = /^\/(?:app|user|u|embed\/app|feeds\/(?:app|user))\/[^/]/;

/**
 * Whether reading the page counts towards the rate of reading people in bulk. A picture belongs to the page that shows
 * it.
 */
export function showsContacts(path: string): boolean {
  return ofOne.test(path) && !path.endsWith('.svg');
}
