import type { Logger } from '../log.ts';
import type { PageRenderer } from './astro-renderer.ts';
import { busyPage, errorPage } from './refusals.ts';
import { headerOf, type HeaderPair, type RenderedResponse } from './rendered-response.ts';
import { revalidate, withoutQuery, type RenderedRoute } from './respond.ts';
import type { SecurityHeaders } from './security-headers.ts';

export function createPageRoute(render: PageRenderer, security: SecurityHeaders, log: Logger): RenderedRoute {
  return {
    sharesAll: true,
    async render(target, { id }) {
      const rendered = await render(target, id);
      if (rendered.status < 500) return rendered;
      // Astro has written what was thrown to stderr; this line ties it to the id that the visitor sees.
      log.error('A page answered with a fault', {
        id,
        target: withoutQuery(target),
        status: rendered.status,
      });
      return isHtml(rendered) && rendered.body.length > 0 ? rendered : errorPage(id);
    },
    busy: busyPage,
    failed: ({ id }) => errorPage(id),
    defaults: (rendered) => [
      ...htmlOr(rendered, security.page, security.asset),
      ['cache-control', rendered.status === 200 ? revalidate : 'no-store'],
    ],
  };
}

export function htmlOr(rendered: RenderedResponse, html: HeaderPair[], other: HeaderPair[]): HeaderPair[] {
  return isHtml(rendered) ? html : other;
}

function isHtml(rendered: RenderedResponse): boolean {
  return (headerOf(rendered.headers, 'content-type') ?? '').toLowerCase().startsWith('text/html');
}
