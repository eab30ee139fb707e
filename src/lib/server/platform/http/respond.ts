import type { IncomingMessage } from 'node:http';
import type { ViewSubject } from '../../../shared/views.ts';
import type { Logger } from '../log.ts';
import { Overloaded, type Admission } from './admission.ts';
import { chooseEncoding } from './accept-encoding.ts';
import type { EdgeCache } from './edge-cache.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { finish, improve, lacksVariant, sendFinished, type FinishedResponse } from './finished-response.ts';
import { sendBusy, type BusyAnswer } from './refusals.ts';
import type { HeaderPair, RenderedResponse } from './rendered-response.ts';

/** How one kind of address is answered: the pages, or the API's GETs. */
export interface RenderedRoute {
  /** @param target path and query, as the cache keys them */
  render(target: string, exchange: Exchange): Promise<RenderedResponse>;
  /** What the client sees where too many came at once. */
  busy: BusyAnswer;
  /** What the client sees of a render that threw. */
  failed(exchange: Exchange): RenderedResponse;
  /** Fields to add to what was rendered. */
  defaults(rendered: RenderedResponse): HeaderPair[];
  /** Whether all who wait for one address may be given an answer that is not kept, such as a 404. */
  sharesAll: boolean;
}

/** A kept answer is checked for freshness at each use, which is what lets a write show at once; a CDN may do the same. */
export const revalidate = 'public, max-age=0, must-revalidate';

export type Respond = (exchange: Exchange, target: string, route: RenderedRoute) => Promise<Outcome>;

/** Renders what the cache does not have, keeps it, and sends it. */
export function createResponder(
  cache: EdgeCache<FinishedResponse>,
  admission: Admission,
  log: Logger,
  viewed: (viewOf: ViewSubject | '', request: IncomingMessage) => void,
): Respond {
  async function make(exchange: Exchange, target: string, route: RenderedRoute): Promise<FinishedResponse> {
    const { fields, id } = exchange;
    let rendered: RenderedResponse;
    try {
      rendered = await admission.run(() => route.render(target, exchange));
    } catch (error) {
      if (error instanceof Overloaded) throw error;
      log.error('Rendering failed', { id, target: withoutQuery(target), error });
      rendered = route.failed(exchange);
    }
    if (rendered.status >= 500)
      rendered = { ...rendered, headers: [...rendered.headers, ['x-request-id', id]] };
    // An answer made for one person is nobody else's.
    if (fields.authorized) rendered = { ...rendered, tags: [] };
    return finish(rendered, route.defaults(rendered), chooseEncoding(fields.acceptEncoding));
  }

  async function answer(exchange: Exchange, target: string, route: RenderedRoute): Promise<Outcome> {
    const found = { kept: true };
    const begin = (): Promise<FinishedResponse> => {
      found.kept = false;
      return make(exchange, target, route);
    };
    const finished = exchange.fields.authorized
      ? await begin()
      : await cache.load(target, begin, (answer) => answer.storable || route.sharesAll);
    if (lacksVariant(finished, exchange.fields)) await improve(finished);
    const sent = sendFinished(exchange.request, exchange.response, finished, exchange.fields);
    viewed(finished.viewOf, exchange.request);
    return { ...sent, cache: finished.storable ? (found.kept ? 'hit' : 'miss') : 'none' };
  }

  return async (exchange, target, route) => {
    // Before anything is done for it: a refusal has to cost next to nothing.
    const isKept = !exchange.fields.authorized && cache.has(target);
    if (!isKept && admission.isFull()) return sendBusy(exchange, route.busy);
    try {
      return await answer(exchange, target, route);
    } catch (error) {
      if (error instanceof Overloaded) return sendBusy(exchange, route.busy);
      throw error;
    }
  };
}

export function withoutQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}
