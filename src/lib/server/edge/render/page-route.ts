import { urls } from '../../../shared/addresses/urls.ts';
import { openingFields } from './opening-fields.ts';
import { busyPage, errorPage } from '../gateway/refusals.ts';
import { headerOf, type HeaderPair, type Answer } from './rendered-response.ts';
import { revalidate, type RenderedRoute } from '../answer/respond.ts';
import type { Target } from '../gateway/request-target.ts';
import type { Dictionaries } from '../answer/dictionaries.ts';
import type { Routes } from '../gateway/exchange.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';

/** Paths of Astro's own pages, and those that it reads as others: without '.html'. Nothing is at any of them. */
const notOurs = /^\/(?:404|500)\/?$|^\/_server-islands\/|\.html$/;

/** An address that does not exist. */
const nowhere: Target = { path: '/page-not-found', query: '' };

/** Whether the answer becomes part of an open page. */
const isFragment = (path: string): boolean => path.startsWith(urls.searchResults());

export function createPageRoute(
  { pages, log, operator, outages }: Routes,
  security: SecurityHeaders,
  { link }: Pick<Dictionaries, 'link'>,
): RenderedRoute {
  const linked: HeaderPair[] = link === null ? [] : [['link', link]];
  return {
    kind: 'page',
    // A page is made of nothing that a visitor sends but the address.
    isForAll: true,
    async render({ target, exchange: { id } }, reads) {
      const before = outages();
      const { path, query } = notOurs.test(target.path) ? nowhere : target;
      const answered = withCharset(await pages({ target: path + query, id }, reads));
      // 501 is no fault: oEmbed answers it for a format that is not supported.
      if (answered.status === 200 && isHtml(answered) && !answered.embed && !isFragment(path))
        return { ...answered, headers: [...answered.headers, ...openingFields(path), ...linked] };
      if (answered.status < 500 || answered.status === 501) return answered;
      const saysWhen = answered.status === 503 && headerOf(answered.headers, 'retry-after') !== undefined;
      const rendered = outages() > before && !saysWhen ? tryLater(answered) : answered;
      // The error is logged separately, under the same id (src/serve.ts).
      log.error('A page answered with a fault', { id, target: path, status: rendered.status });
      // The page itself has chosen this answer: the address of a picture needs no HTML.
      if (saysWhen) return rendered;
      if (isHtml(rendered) && rendered.body.length > 0) return rendered;
      const plain = errorPage(id, operator.contactEmail);
      return outages() > before ? tryLater(plain) : plain;
    },
    busy: busyPage(security.page),
    failed: ({ id }) => errorPage(id, operator.contactEmail),
    // An embedded card may fetch nothing, and is not the kind of page that the dictionary is made for.
    usesDictionary: (rendered) => isHtml(rendered) && !rendered.embed,
    defaults: (rendered) => [
      ...htmlOr(rendered, rendered.embed ? security.embed : security.page, security.asset),
      ['cache-control', rendered.status === 200 ? revalidate : 'no-store'],
    ],
  };
}

/**
 * Answers an address that cannot be parsed with the page of addresses that do not exist.
 * @param pages what `createPageRoute` returns
 */
export function unreadableAddressRoute(pages: RenderedRoute): RenderedRoute {
  return {
    ...pages,
    kind: 'unreadable',
    async render(request, reads) {
      const rendered = await pages.render({ ...request, target: nowhere }, reads);
      return rendered.status >= 500 ? rendered : { ...rendered, status: 400 };
    },
  };
}

/** Names the charset, which Astro leaves out, so that browsers need not look for it in the page. */
function withCharset(rendered: Answer): Answer {
  const named = rendered.headers.map(([name, value]): HeaderPair =>
    name === 'content-type' && value === 'text/html' ? [name, 'text/html; charset=utf-8'] : [name, value],
  );
  return { ...rendered, headers: named };
}

/** Marks a fault as temporary, so that search engines and proxies do not take it for a fault of the page. */
function tryLater(rendered: Answer): Answer {
  return { ...rendered, status: 503, headers: [...rendered.headers, ['retry-after', '2']] };
}

export function htmlOr(rendered: Answer, html: HeaderPair[], other: HeaderPair[]): HeaderPair[] {
  return isHtml(rendered) ? html : other;
}

function isHtml(rendered: Answer): boolean {
  return (headerOf(rendered.headers, 'content-type') ?? '').toLowerCase().startsWith('text/html');
}
