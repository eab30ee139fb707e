import { type Reads, recordReads } from '../platform/reads/reads.ts';
import { Overloaded } from './queue.ts';
import { reportView } from './page-views.ts';
import type { Exchange, Outcome, Target } from './exchange.ts';
import {
  encoded,
  type FinishedResponse,
  mayBeKept,
  sendFinished,
  type Dictionaries,
  type Answer,
  type HeaderPair,
} from './answer.ts';
import { cacheKey, type RouteKind } from './cache.ts';
import { refuseReading } from './refusals.ts';
import { contactReadsOf } from './reading-rate.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { Site } from './site.ts';

export interface RenderRequest {
  /** The canonical path, with the parameters that it reads. */
  target: Target;
  exchange: Exchange;
  /** Whether the answer is for this visitor only. */
  own: boolean;
}

/** How one kind of address is answered: the pages (with feeds, sitemaps, cards and the like), or the API's GETs. */
export interface RenderedRoute {
  kind: RouteKind;
  /** @param reads notes what the answer is made of, which decides how long it is kept */
  render(request: RenderRequest, reads: Reads): Promise<Answer>;
  /** Sent when the render threw. */
  failed(exchange: Exchange): Answer;
  /** Fields to add to what was rendered. @param isKept whether the cache may keep it */
  defaults(rendered: Answer, isKept: boolean): HeaderPair[];
  /** Whether a rendered answer is a page, which browsers may be sent by a dictionary. Never, where it is left out. */
  usesDictionary?: (rendered: Answer) => boolean;
  /** Whether answers that are not kept, such as a 404, may go to all who wait for the same address. */
  isForAll: boolean;
}

/**
 * Browsers and CDNs check a kept answer for freshness at each use, so that a write shows at once.
 */
export const revalidate = 'public, max-age=0, must-revalidate';

export type Respond = ReturnType<typeof createResponder>;

/** Renders what the cache does not have, keeps it, and sends it. */
export function createResponder(
  { cache, queue, log, clock, factsOf, readingRate, services }: Site,
  security: SecurityHeaders,
  dictionaries: Dictionaries,
) {
  async function make(
    exchange: Exchange,
    target: Target,
    route: RenderedRoute,
    own: boolean,
  ): Promise<FinishedResponse> {
    const { client, id } = exchange;
    const reads = recordReads();
    // An answer made for one person is nobody else's.
    if (own) reads.keepFor(0);
    const began = clock();
    let rendered: Answer;
    try {
      rendered = await queue.run(client, () => route.render({ target, exchange, own }, reads));
    } catch (error) {
      if (error instanceof Overloaded) throw error;
      log.error('Rendering failed', { id, target: target.path, error });
      rendered = route.failed(exchange);
    }
    if (rendered.status >= 500)
      rendered = { ...rendered, headers: [...rendered.headers, ['x-request-id', id]] };
    const isKept = mayBeKept(rendered, reads.keptForMs());
    const usesDictionary = isKept && (route.usesDictionary?.(rendered) ?? false);
    return {
      ...encoded(rendered, route.defaults(rendered, isKept), usesDictionary),
      keys: reads.keys(),
      storable: isKept,
      shareable: isKept || route.isForAll,
      keptUntil: began + reads.keptForMs(),
      viewOf: rendered.viewOf ?? '',
      contactReads: factsOf(target.path).showsContacts ? contactReadsOf(rendered) : 0,
    };
  }

  /** @param own whether the answer depends on who asks, so that it is neither kept nor taken from the cache */
  return async (exchange: Exchange, target: Target, route: RenderedRoute, own = false): Promise<Outcome> => {
    const state = { isMade: false };
    const begin = (): Promise<FinishedResponse> => {
      state.isMade = true;
      return make(exchange, target, route, own);
    };
    const load = () =>
      cache.load(cacheKey(route.kind, target), begin).catch((error: unknown) => {
        // The client that this one waited for was refused; this one asks for itself.
        if (error instanceof Overloaded && !state.isMade) return begin();
        throw error;
      });
    const finished = await (own ? begin() : load());
    const { contactReads } = finished;
    const wait = contactReads > 0 ? (readingRate?.count(exchange.client, contactReads) ?? 0) : 0;
    if (wait > 0) return refuseReading(exchange, security, wait);
    const sent = sendFinished(exchange, finished, dictionaries);
    reportView(services, finished.viewOf, exchange);
    return { ...sent, cache: finished.storable ? (state.isMade ? 'miss' : 'hit') : 'none' };
  };
}
