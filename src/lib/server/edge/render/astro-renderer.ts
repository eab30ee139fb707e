import type { Clock } from '../../platform/clock.ts';
import type { Reads } from '../../platform/reads/reads.ts';
import { recordPage, type PageContext, type PageSettings } from '../cache/page-context.ts';
import { endToEnd, type Answer } from './rendered-response.ts';
import { withoutQuery } from '../gateway/request-target.ts';

/** What `astro build` leaves in dist/server/entry.mjs: src/render-page.ts. */
export type RenderAstro<Services> = (
  request: Request,
  locals: { services: Services; page: PageContext },
) => Promise<Response>;

/** Called with every error that a page met and answered for. `target` has no query. */
export type ReportPageFault = (fault: { id: string; target: string; error: unknown }) => void;

export interface PageRequest {
  /** Path and query, as the cache keys them. */
  target: string;
  /** Under which a fault is logged. */
  id: string;
}

/** @param reads notes what the page is made of */
export type PageRenderer = (request: PageRequest, reads: Reads) => Promise<Answer>;

interface Rendered<Services> {
  /** The slices, bound to the recorder of one request. */
  bindServices: (reads: Reads) => Services;
  settings: PageSettings;
  reportFault: ReportPageFault;
  clock: Clock;
}

/**
 * Every page gets a request that is the same for every visitor: the target on the site's own host. Nothing a client
 * sends besides the target reaches a page, so nothing a client sends can end up in bytes that others are given.
 */
export function createAstroRenderer<Services>(
  renderAstro: RenderAstro<Services>,
  { bindServices, settings, reportFault, clock }: Rendered<Services>,
): PageRenderer {
  return async ({ target, id }, reads) => {
    const report = (error: unknown): void => {
      reportFault({ id, target: withoutQuery(target), error });
    };
    const page = recordPage(settings, { errorId: id, report, reads, clock });
    const response = await renderAstro(new Request(settings.siteUrl + target), {
      services: bindServices(reads),
      page: page.context,
    });
    return {
      status: response.status,
      headers: endToEnd(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
      viewOf: response.status === 200 ? page.viewOf() : '',
      embed: page.isShownElsewhere(),
    };
  };
}
