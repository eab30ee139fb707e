import type { Clock } from '../../platform/clock.ts';
import type { Reads } from '../../platform/reads/reads.ts';
import { recordPage, type PageContext, type PageForm, type PageSettings } from '../cache/page-context.ts';
import { captureFetch } from './fetch-renderer.ts';
import type { Answer } from './rendered-response.ts';
import { withoutQuery } from '../gateway/request-target.ts';

/** `renderPage` of src/render-page.ts, from the bundle dist/server/entry.mjs. */
export type RenderAstro<Services> = (
  request: Request,
  locals: { services: Services; page: PageContext },
) => Promise<Response>;

/** Called with every error that a page has handled. `target` has no query. */
export type ReportPageFault = (fault: { id: string; target: string; error: unknown }) => void;

export interface PageRequest {
  /** Path and query, as the cache keys them. */
  target: string;
  /** The id under which faults are logged. */
  id: string;
  /** The form that was sent to the page; left out for a GET. */
  form?: PageForm;
}

/** @param reads records what the page is made of */
export type PageRenderer = (request: PageRequest, reads: Reads) => Promise<Answer>;

interface Rendered<Services> {
  /** The slices, bound to the recorder of one request. */
  bindServices: (reads: Reads) => Services;
  settings: PageSettings;
  reportFault: ReportPageFault;
  clock: Clock;
}

/**
 * Gives every page a request that is the same for every visitor: the target on the site's own host. Nothing else that a
 * client sends reaches a page, so that it cannot end up in bytes that others are sent.
 */
export function createAstroRenderer<Services>(
  renderAstro: RenderAstro<Services>,
  { bindServices, settings, reportFault, clock }: Rendered<Services>,
): PageRenderer {
  return async ({ target, id, form = null }, reads) => {
    const report = (error: unknown): void => {
      reportFault({ id, target: withoutQuery(target), error });
    };
    const page = recordPage(settings, { errorId: id, report, reads, clock, form });
    const response = await renderAstro(new Request(settings.siteUrl + target), {
      services: bindServices(reads),
      page: page.context,
    });
    return {
      ...(await captureFetch(response)),
      viewOf: response.status === 200 ? page.viewOf() : '',
      embed: page.isShownElsewhere(),
    };
  };
}
