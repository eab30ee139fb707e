import type { Logger } from '../../platform/log.ts';
import type { PageRenderer } from './astro-renderer.ts';
import { createLane } from '../gateway/lane.ts';
import { busyPage, errorPage, tooManyDrawings } from '../gateway/refusals.ts';
import { headerOf, type HeaderPair, type Answer } from './rendered-response.ts';
import { revalidate, type RenderedRoute } from '../answer/respond.ts';
import { withoutQuery } from '../gateway/request-target.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';

/** Share cards take a tenth of a second each to draw, in a process that draws one at a time. */
export const drawings = { most: 32, maxOfAddress: 8, maxOfNetwork: 16 };

/**
 * Pages that Astro puts in the place of others: of one that threw, and its own of an address that leads nowhere.
 * Whoever asks for them by their addresses gets ours.
 */
const replacements = /^\/(?:404|500)\/*(?:\?|$)/;

/** Leads nowhere. */
const nowhere = '/page-not-found';

interface PageRouteOptions {
  security: SecurityHeaders;
  log: Logger;
  /** Named on the page that is sent when not even the error page could be rendered. */
  contactEmail: string;
  /** Grows whenever the database does not answer: a page that failed meanwhile may work soon. */
  outages: () => number;
}

export function createPageRoute(
  render: PageRenderer,
  { security, log, contactEmail, outages }: PageRouteOptions,
): RenderedRoute {
  const drawing = { lane: createLane(drawings), full: tooManyDrawings(security.asset) };
  return {
    sharesAll: true,
    laneOf: (target) => (target.startsWith('/cards/') ? drawing : null),
    async render({ target, exchange: { id } }, reads) {
      const before = outages();
      const answered = await render({ target: replacements.test(target) ? nowhere : target, id }, reads);
      // 501 is an answer, not a fault: oEmbed has it for a format that is not spoken here.
      if (answered.status < 500 || answered.status === 501) return answered;
      const saysWhen = answered.status === 503 && headerOf(answered.headers, 'retry-after') !== undefined;
      const rendered = outages() > before && !saysWhen ? tryLater(answered) : answered;
      // What was thrown has a line of its own, under the same id (src/serve.ts).
      log.error('A page answered with a fault', {
        id,
        target: withoutQuery(target),
        status: rendered.status,
      });
      // Said by the page itself, which knows who reads it: a picture's address needs no page.
      if (saysWhen) return rendered;
      if (isHtml(rendered) && rendered.body.length > 0) return rendered;
      return outages() > before ? tryLater(errorPage(id, contactEmail)) : errorPage(id, contactEmail);
    },
    busy: busyPage(security.page),
    failed: ({ id }) => errorPage(id, contactEmail),
    defaults: (rendered) => [
      ...htmlOr(rendered, rendered.embed ? security.embed : security.page, security.asset),
      ['cache-control', rendered.status === 200 ? revalidate : 'no-store'],
    ],
  };
}

/**
 * The page of addresses that lead nowhere, for one that cannot be read.
 * @param pages as of `createPageRoute`
 */
export function unreadableAddressRoute(pages: RenderedRoute): RenderedRoute {
  return {
    ...pages,
    async render(request, reads) {
      const rendered = await pages.render({ ...request, target: nowhere }, reads);
      return rendered.status >= 500 ? rendered : { ...rendered, status: 400 };
    },
  };
}

/** A passing trouble, which neither a search engine nor a proxy may take for a fault of the page. */
function tryLater(rendered: Answer): Answer {
  return { ...rendered, status: 503, headers: [...rendered.headers, ['retry-after', '2']] };
}

export function htmlOr(rendered: Answer, html: HeaderPair[], other: HeaderPair[]): HeaderPair[] {
  return isHtml(rendered) ? html : other;
}

function isHtml(rendered: Answer): boolean {
  return (headerOf(rendered.headers, 'content-type') ?? '').toLowerCase().startsWith('text/html');
}
