// Facts about a page's address that the cache needs before the page is rendered: which parameters it reads, and whether
// it shows contact details. A parameter that is not listed here never reaches a page, so that it cannot fill the cache
// with copies. tests/pages/parameters.test.ts fails if a page reads another one.
import { platforms, sortOrders } from '../schemas/apps.ts';
import { phaseSlug } from '../schemas/browse.ts';
import { categoryOfSlug } from '../schemas/categories.ts';
import { limits } from '../schemas/limits.ts';
import { releaseTypes } from '../schemas/versions.ts';

export interface PageParameter {
  name: string;
  /** @returns one form for all values that make the same page; '' if the page is the same as without the parameter */
  canonical(value: string): string;
}

/** Cursors and addresses of apps are never longer. */
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
  { name: 'category', canonical: (value) => (categoryOfSlug(value) ? value : '') },
  oneOf('platform', platforms),
  {
    name: 'phase',
    canonical(value) {
      const phase = releaseTypes.find((one) => one === value.toUpperCase().replaceAll('-', '_'));
      return phase ? phaseSlug(phase) : '';
    },
  },
  oneOf(
    'sort',
    sortOrders.filter((order) => order !== 'newest'),
  ),
  cursor,
];

/** The parameters by pattern of the path, where '*' stands for one segment. */
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
    // Every other format is refused alike.
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

/** Pages, cards and feeds of one person or one app. A client that reads many of them reads people in bulk. */
const pageOfOne = /^\/(?:app|user|u|embed\/app|feeds\/(?:app|user))\/[^/]/;

/**
 * Whether the page counts towards the limit on reading people in bulk. A picture counts with the page that shows it.
 */
export function showsContacts(path: string): boolean {
  return pageOfOne.test(path) && !path.endsWith('.svg');
}
