import type { IncomingMessage } from 'node:http';
import type { ViewSubject } from '../../../shared/schemas/views.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { recordReads, type Reads } from '../../platform/reads/reads.ts';
import { Overloaded, type Admission } from '../gateway/admission.ts';
import type { FactsOf } from '../cache/cache-key.ts';
import type { NetworkClient } from '../gateway/client-address.ts';
import type { Lane } from '../gateway/lane.ts';
import { chooseEncoding } from './accept-encoding.ts';
import type { EdgeCache } from '../cache/edge-cache.ts';
import type { Exchange, Outcome } from '../gateway/exchange.ts';
import {
  finish,
  mayBeKept,
  missingEncoding,
  recompress,
  sendFinished,
  type FinishedResponse,
} from './finished-response.ts';
import { contactReadsOf } from '../cache/people-shown.ts';
import { sendBusy, type BusyAnswer } from '../gateway/refusals.ts';
import type { Answer, HeaderPair } from '../render/rendered-response.ts';

export interface RenderRequest {
  /** Path and query, as the cache keys them. */
  target: string;
  exchange: Exchange;
  /** Whether the answer is made for this visitor alone. */
  own: boolean;
}

/** How one kind of address is answered: the pages with feeds, sitemaps, cards and the like, or the API's GETs. */
export interface RenderedRoute {
  /** @param reads notes what the answer is made of, which decides how long it is kept */
  render(request: RenderRequest, reads: Reads): Promise<Answer>;
  /** What the client sees where too many came at once. */
  busy: BusyAnswer;
  /** Where answers to this target take long: room for some of them, and what is sent where there is none. */
  laneOf?: (target: string) => { lane: Lane; full: BusyAnswer } | null;
  /** What the client sees of a render that threw. */
  failed(exchange: Exchange): Answer;
  /** Fields to add to what was rendered. @param isKept whether the cache may keep it */
  defaults(rendered: Answer, isKept: boolean): HeaderPair[];
  /** Whether all who wait for one address may be given an answer that is not kept, such as a 404. */
  sharesAll: boolean;
}

/**
 * A kept answer is checked for freshness at each use, which is what lets a write show at once; a CDN may do the same.
 */
export const revalidate = 'public, max-age=0, must-revalidate';

/** @param own whether the answer depends on who asks: such a one is neither kept nor taken from what is kept */
export type Respond = (
  exchange: Exchange,
  target: string,
  route: RenderedRoute,
  own?: boolean,
) => Promise<Outcome>;

interface ResponderOptions {
  cache: EdgeCache<FinishedResponse>;
  admission: Admission;
  log: Logger;
  clock: Clock;
  clientOf: (request: IncomingMessage) => NetworkClient;
  factsOf: FactsOf;
  viewed: (viewOf: ViewSubject | '', request: IncomingMessage) => void;
  /**
   * Counts the reads of an answer, and refuses it where its client's network has read too much.
   * @returns null where it has not
   */
  refuseReading: (exchange: Exchange, target: string, reads: number) => Promise<Outcome | null>;
}

/** Renders what the cache does not have, keeps it, and sends it. */
export function createResponder({
  cache,
  admission,
  log,
  clock,
  clientOf,
  factsOf,
  viewed,
  refuseReading,
}: ResponderOptions): Respond {
  async function make(
    exchange: Exchange,
    target: string,
    route: RenderedRoute,
    own: boolean,
  ): Promise<FinishedResponse> {
    const { fields, id } = exchange;
    const reads = recordReads();
    // An answer made for one person is nobody else's.
    if (own) reads.keepFor(0);
    const began = clock();
    let rendered: Answer;
    try {
      const render = () => route.render({ target, exchange, own }, reads);
      rendered = await admission.run(clientOf(exchange.request), render, route.laneOf?.(target)?.lane);
    } catch (error) {
      if (error instanceof Overloaded) throw error;
      log.error('Rendering failed', { id, target: withoutQuery(target), error });
      rendered = route.failed(exchange);
    }
    if (rendered.status >= 500)
      rendered = { ...rendered, headers: [...rendered.headers, ['x-request-id', id]] };
    const kept = { keys: reads.keys(), until: began + reads.keptForMs() };
    const isKept = mayBeKept(rendered, reads.keptForMs());
    const contacts = factsOf(withoutQuery(target)).showsContacts ? contactReadsOf(rendered) : 0;
    const wanted = chooseEncoding(fields.acceptEncoding);
    return finish(rendered, route.defaults(rendered, isKept), wanted, {
      kept: isKept ? kept : null,
      contacts,
    });
  }

  /**
   * As of the cache; but whom another client's refusal would reach, because both asked for one page, asks for itself.
   */
  async function load(
    target: string,
    begin: () => Promise<FinishedResponse>,
    route: RenderedRoute,
    found: { kept: boolean },
  ): Promise<FinishedResponse> {
    try {
      return await cache.load(target, begin, (answer) => answer.storable || route.sharesAll);
    } catch (error) {
      if (error instanceof Overloaded && found.kept) return await begin();
      throw error;
    }
  }

  async function answer(
    exchange: Exchange,
    target: string,
    route: RenderedRoute,
    own: boolean,
  ): Promise<Outcome> {
    const found = { kept: true };
    const begin = (): Promise<FinishedResponse> => {
      found.kept = false;
      return make(exchange, target, route, own);
    };
    const finished = own ? await begin() : await load(target, begin, route, found);
    const refused =
      finished.contactReads > 0 ? await refuseReading(exchange, target, finished.contactReads) : null;
    if (refused) return refused;
    if (missingEncoding(finished, exchange.fields)) await recompress(finished);
    const sent = sendFinished(exchange.request, exchange.response, finished, exchange.fields);
    viewed(finished.viewOf, exchange.request);
    return { ...sent, cache: finished.storable ? (found.kept ? 'hit' : 'miss') : 'none' };
  }

  return async (exchange, target, route, own = false) => {
    // Before anything is done for it: a refusal has to cost next to nothing.
    const refusal = own || !cache.has(target) ? admission.refusal(clientOf(exchange.request)) : null;
    if (refusal) return await sendBusy(exchange, route.busy, refusal);
    try {
      return await answer(exchange, target, route, own);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      const full = error.refusal === 'lane' ? route.laneOf?.(target)?.full : undefined;
      return await sendBusy(exchange, full ?? route.busy, error.refusal);
    }
  };
}

export function withoutQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}
