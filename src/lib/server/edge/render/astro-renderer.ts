import { recordPage, type PageContext, type PageSettings } from '../cache/page-context.ts';
import { endToEnd, type RenderedResponse } from './rendered-response.ts';
import { withoutQuery } from '../answer/respond.ts';

/** What `astro build` leaves in dist/server/entry.mjs: src/render-page.ts. */
export type RenderAstro<Services> = (
  request: Request,
  locals: { services: Services; page: PageContext },
) => Promise<Response>;

/** Called with every error that a page met and answered for. `target` has no query. */
export type ReportPageFault = (fault: { id: string; target: string; error: unknown }) => void;

/**
 * Renders the page of a target (path and query, as the cache keys it).
 * @param errorId under which a fault is logged
 */
export type PageRenderer = (target: string, errorId: string) => Promise<RenderedResponse>;

/**
 * Every page gets a request that is the same for every visitor: the target on the site's own host. Nothing a client sends
 * besides the target reaches a page, so nothing a client sends can end up in bytes that others are given.
 */
export function createAstroRenderer<Services>(
  renderAstro: RenderAstro<Services>,
  services: Services,
  settings: PageSettings,
  reportFault: ReportPageFault,
): PageRenderer {
  return async (target, errorId) => {
    const page = recordPage(settings, errorId, (error) => {
      reportFault({ id: errorId, target: withoutQuery(target), error });
    });
    const response = await renderAstro(new Request(settings.siteUrl + target), {
      services,
      page: page.context,
    });
    return {
      status: response.status,
      headers: endToEnd(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
      tags: [...page.tags],
      viewOf: response.status === 200 ? page.viewOf() : '',
      embed: page.isShownElsewhere(),
    };
  };
}
