import { IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { CapturedResponse } from './captured-response.ts';
import { recordPage, type PageContext, type PageSettings } from './page-context.ts';
import { endToEnd, type RenderedResponse } from './rendered-response.ts';

/** The `handler` that `astro build` with @astrojs/node in middleware mode leaves in dist/server/entry.mjs. */
export type AstroHandler<Services> = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: { services: Services; page: PageContext },
) => Promise<void>;

/**
 * Renders the page of a target (path and query, as the cache keys it).
 * @param errorId under which a fault is logged
 * @throws what the page threw after its first byte; before that, Astro answers with its own page of status 500
 */
export type PageRenderer = (target: string, errorId: string) => Promise<RenderedResponse>;

export function createAstroRenderer<Services>(
  handler: AstroHandler<Services>,
  services: Services,
  settings: PageSettings,
): PageRenderer {
  const site = new URL(settings.siteUrl);

  async function render(target: string, errorId: string): Promise<RenderedResponse | null> {
    const page = recordPage(settings, errorId);
    const request = requestFor(target, site);
    const response = new CapturedResponse(request);
    const route = { found: true };
    const next = (error?: unknown): void => {
      route.found = false;
      if (error === undefined) response.end();
      else response.destroy(toError(error));
    };
    // A handler that gives up without an answer must not leave a visitor waiting.
    handler(request, response, next, { services, page: page.context }).then(
      () => response.destroy(),
      (error: unknown) => response.destroy(toError(error)),
    );
    await response.done;
    if (!route.found) return null;
    return {
      status: response.statusCode,
      headers: endToEnd(response.headerPairs),
      body: response.body,
      tags: [...page.tags],
      viewOf: response.statusCode === 200 ? page.viewOf() : '',
    };
  }

  return async (target, errorId) => {
    // Astro renders 404.astro by itself, but without locals, so a target without a route is asked for again as '/404'.
    const rendered = (await render(target, errorId)) ?? (await render('/404', errorId));
    return rendered ?? { status: 404, headers: [], body: Buffer.alloc(0), tags: [] };
  };
}

/**
 * A request that is the same for every visitor: method, target and the site's own host. Nothing a client sends besides
 * the target reaches a page, so nothing a client sends can end up in bytes that others are given.
 */
function requestFor(target: string, site: URL): IncomingMessage {
  const socket = new Socket();
  // Astro reads the scheme of `Astro.url` from here, as on a TLSSocket.
  Object.defineProperty(socket, 'encrypted', { value: site.protocol === 'https:' });
  const request = new IncomingMessage(socket);
  request.method = 'GET';
  request.url = target;
  request.headers = { host: site.host };
  request.push(null);
  return request;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('The page threw what is no error.', { cause: thrown });
}
