import { systemClock, type Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Admission } from './admission.ts';
import type { PageRenderer } from '../render/astro-renderer.ts';
import { createApiHandler } from '../render/api-handler.ts';
import { cacheKey, type FactsOf } from '../cache/cache-key.ts';
import { networkClient } from './client-address.ts';
import type { EdgeCache } from '../cache/edge-cache.ts';
import type { Exchange, Outcome } from './exchange.ts';
import type { ApiHandler } from '../render/fetch-renderer.ts';
import { sendFinished, type FinishedResponse } from '../answer/finished-response.ts';
import { createMediaHandler } from '../answer/media-files.ts';
import { reportView, type CountView } from '../cache/page-views.ts';
import { createPageRoute, unreadableAddressRoute } from '../render/page-route.ts';
import { openGate, type PictureGate } from '../answer/picture-gate.ts';
import { checkReadiness, type ReadinessCheck } from './readiness.ts';
import type { ReadingRate } from './reading-rate.ts';
import { refuse, sendPlain, sendRefusal, tooMuchReading } from './refusals.ts';
import { plainResponse } from '../render/rendered-response.ts';
import { checkTarget, originForm, withoutQuery } from './request-target.ts';
import { createResponder } from '../answer/respond.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';
import type { StaticFiles } from '../answer/static-files.ts';

export interface Routes {
  siteUrl: string;
  /** Where complaints go (`CONTACT_EMAIL`). */
  contactEmail: string;
  /** Take the client's address from X-Forwarded-For. */
  trustProxy: boolean;
  log: Logger;
  clock?: Clock;
  cache: EdgeCache<FinishedResponse>;
  /** Renders a page: createAstroRenderer. */
  pages: PageRenderer;
  factsOf: FactsOf;
  /** How many people and apps a network may read; null where nobody counts. */
  readingRate?: ReadingRate | null;
  /** Whether the API has signed this access token, and it is not over. Asked before an answer is made. */
  isAccessToken: (token: string) => Promise<boolean>;
  /** Answers everything under /api/v1: a Hono app's `fetch`. */
  api: ApiHandler;
  /** Whether the API would refuse this write for lack of time, so that it is told so before anything is done for it. */
  refusesWrite?: (path: string) => boolean;
  countView: CountView;
  storage: Pick<Storage, 'read' | 'publicUrl'>;
  /** Which pictures may be sent; all of them when left out. */
  pictureGate?: PictureGate;
  admission: Admission;
  /** What /readyz asks, by name. */
  checks: Record<string, ReadinessCheck>;
  /** How many calls found that the database does not answer; 0 where none is told of. */
  outages?: () => number;
}

const checkTimeoutMs = 2_000;

/** Answers whatever the cache could not answer at once. */
export function createRouter(
  {
    siteUrl,
    contactEmail,
    trustProxy,
    log,
    clock = systemClock,
    cache,
    pages,
    api,
    countView,
    storage,
    pictureGate = openGate,
    admission,
    checks,
    outages = () => 0,
    factsOf,
    readingRate = null,
    isAccessToken,
    refusesWrite = () => false,
  }: Routes,
  security: SecurityHeaders,
  files: StaticFiles,
  isDraining: () => boolean,
): (exchange: Exchange) => Promise<Outcome> {
  const tooMuch = tooMuchReading(security);
  /** @param wait seconds; 0 where nothing is to be refused */
  async function sendTooMuch(exchange: Exchange, target: string, wait: number): Promise<Outcome | null> {
    if (wait === 0) return null;
    const answer = target.startsWith('/api/') ? tooMuch.api : tooMuch.page;
    return await sendRefusal(exchange, answer, 'reading', String(wait));
  }

  const respond = createResponder({
    cache,
    admission,
    log,
    clock,
    factsOf,
    clientOf: (request) => networkClient(request, trustProxy),
    viewed: (viewOf, request) => reportView(countView, viewOf, request, trustProxy),
    refuseReading: (exchange, target, reads) =>
      sendTooMuch(
        exchange,
        target,
        readingRate?.count(networkClient(exchange.request, trustProxy), reads) ?? 0,
      ),
  });
  const answerApi = createApiHandler({
    api,
    siteUrl,
    trustProxy,
    security,
    respond,
    admission,
    log,
    factsOf,
    isAccessToken,
    refusesWrite,
  });
  const answerMedia = createMediaHandler(storage, pictureGate, security.data, log);
  const pageRoute = createPageRoute(pages, { security, log, contactEmail, outages });
  const unreadable = unreadableAddressRoute(pageRoute);

  async function answerReadiness(exchange: Exchange): Promise<Outcome> {
    const found = isDraining()
      ? { ready: false, reason: 'Shutting down.', errors: {} }
      : await checkReadiness(checks, checkTimeoutMs);
    if (Object.keys(found.errors).length > 0) log.warn('Not ready', { errors: found.errors });
    const body = JSON.stringify(found.ready ? { ready: true } : { ready: false, reason: found.reason });
    return sendPlain(
      exchange,
      plainResponse(found.ready ? 200 : 503, `${body}\n`, [], 'application/json'),
      security.data,
    );
  }

  return async (exchange) => {
    const { method = '' } = exchange.request;
    const target = originForm(exchange.request.url ?? '');
    const checked = checkTarget(target);
    // What no Request can be made of, and nothing here takes.
    const isUnknown = method === 'TRACE' || method === 'TRACK' || method === 'CONNECT';
    const isRead = method === 'GET' || method === 'HEAD';
    const isApi = checked.ok && (checked.path === '/api/v1' || checked.path.startsWith('/api/v1/'));
    // Only the API's writes have a use for a body, and say when.
    if (!isApi || isRead || isUnknown) await exchange.body.settle();
    if (!checked.ok) {
      const isForPeople = isRead && checked.status === 400 && !/^\/(?:api|media)\//.test(target);
      // Not an address, so that nobody who asks for one is given this answer.
      if (isForPeople) return respond(exchange, 'an address that cannot be read', unreadable);
      return sendPlain(exchange, refuse(checked.status, target), security.data);
    }
    const { path, query } = checked;
    if (isUnknown) return sendPlain(exchange, refuse(405, path), security.data);
    const key = isRead ? cacheKey(path + query, factsOf) : path + query;
    if (isRead && readingRate && factsOf(withoutQuery(key)).showsContacts) {
      // Before it is made; how many people it shows, and counts for, is known afterwards.
      const refused = await sendTooMuch(
        exchange,
        key,
        readingRate.wait(networkClient(exchange.request, trustProxy)),
      );
      if (refused) return refused;
    }
    if (isApi) return answerApi(exchange, key);
    if (!isRead) return sendPlain(exchange, refuse(405, path), security.data);
    if (path === '/healthz') return sendPlain(exchange, plainResponse(200, 'ok\n'), security.data);
    if (path === '/readyz') return answerReadiness(exchange);
    if (path.startsWith('/media/')) return answerMedia(exchange, path.slice('/media/'.length));
    const file = files.get(path);
    if (file) return { ...sendFinished(exchange.request, exchange.response, file), cache: 'none' };
    return respond(exchange, key, pageRoute);
  };
}
