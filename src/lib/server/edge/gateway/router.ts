import { takesForm } from '../../../shared/page/page-facts.ts';
import { version } from '../../platform/version.ts';
import { createApiHandler } from '../render/api-handler.ts';
import { kindOf, knownQuery } from '../cache/cache-key.ts';
import { networkClient } from './client-address.ts';
import type { Exchange, Outcome, Routes } from './exchange.ts';
import type { BuildFiles } from '../answer/build-files.ts';
import { sendFinished } from '../answer/finished-response.ts';
import { createExportHandler, isExportPath } from '../answer/export-files.ts';
import { createMediaHandler } from '../answer/media-files.ts';
import { createFormRoute } from '../render/form-route.ts';
import { createPageRoute, unreadableAddressRoute } from '../render/page-route.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { lead, refuse, sendPlain, sendRefusal, tooMuchReading } from './refusals.ts';
import { plainResponse } from '../render/rendered-response.ts';
import type { TargetCheck } from './request-target.ts';
import { createResponder } from '../answer/respond.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';

/** See createReadiness. */
const readiness = { timeoutMs: 2_000, keepMs: 100 };
const draining: Readiness = { ready: false, reason: 'Shutting down.', errors: {} };

/** Answers the requests that are not cache hits. */
export function createRouter(
  routes: Routes,
  security: SecurityHeaders,
  files: BuildFiles,
  isDraining: () => boolean,
): (exchange: Exchange, checked: TargetCheck) => Promise<Outcome> {
  const { trustProxy, log, factsOf, readingRate } = routes;
  const tooMuch = tooMuchReading(security);
  const clientOf = ({ request }: Exchange) => networkClient(request, trustProxy);

  /** @param wait seconds; 0 where nothing is to be refused */
  function refuseReading(exchange: Exchange, path: string, wait: number): Outcome | null {
    if (wait === 0) return null;
    const answer = kindOf(path) === 'api' ? tooMuch.api : tooMuch.page;
    return sendRefusal(exchange, answer, 'reading', String(wait));
  }

  const respond = createResponder({
    ...routes,
    dictionaries: files.dictionaries,
    refuseReading: (exchange, path, reads) =>
      refuseReading(exchange, path, readingRate?.count(clientOf(exchange), reads) ?? 0),
  });
  const answerApi = createApiHandler({ ...routes, security, respond });
  const answerMedia = createMediaHandler(routes, security.data);
  const answerExport = createExportHandler(routes, security.data);
  const pageRoute = createPageRoute(routes, security, files.dictionaries);
  const answerForm = createFormRoute(routes, security, pageRoute.failed);
  const unreadable = unreadableAddressRoute(pageRoute);
  const readinessOptions = {
    ...readiness,
    onFailure: (errors: Record<string, unknown>) => log.warn('Not ready', { errors }),
  };
  const readingChecks = Object.fromEntries(
    Object.entries(routes.checks).filter(([name]) => name !== 'writing'),
  );
  const examine = createReadiness(routes.checks, readinessOptions);
  const examineReading = createReadiness(readingChecks, readinessOptions);

  function answerHealth(exchange: Exchange, query: string): Outcome {
    const token = new URLSearchParams(query).get('doctor');
    if (token === null || !routes.isDoctor(token))
      return sendPlain(exchange, plainResponse(200, `ok ${version}\n`), security.data);
    const body = JSON.stringify({ client: clientOf(exchange).address });
    return sendPlain(exchange, plainResponse(200, `${body}\n`, [], 'application/json'), security.data);
  }

  /** `/readyz?reading` is for proxies: a node that takes no writes still sends pages, and they would drop all nodes. */
  async function answerReadiness(exchange: Exchange, query: string): Promise<Outcome> {
    const ask = new URLSearchParams(query).has('reading') ? examineReading : examine;
    const found = isDraining() ? draining : await ask();
    const body = JSON.stringify(found.ready ? { ready: true } : { ready: false, reason: found.reason });
    return sendPlain(
      exchange,
      plainResponse(found.ready ? 200 : 503, `${body}\n`, [], 'application/json'),
      security.data,
    );
  }

  return async (exchange, checked) => {
    const { method = '' } = exchange.request;
    // Methods that `Request` does not accept, and that nothing here answers.
    const isUnknown = method === 'TRACE' || method === 'TRACK' || method === 'CONNECT';
    const isRead = method === 'GET' || method === 'HEAD';
    const isApi = checked.ok && kindOf(checked.path) === 'api';
    const isForm = checked.ok && method === 'POST' && takesForm(checked.path);
    // Only the API's writes and forms read a body; they settle it themselves.
    if ((!isApi && !isForm) || isRead || isUnknown) await exchange.body.settle();
    if (!checked.ok) {
      if (checked.status === 308) return sendPlain(exchange, lead(checked.location), security.data);
      const isForPeople = isRead && checked.status === 400 && !/^\/(?:api|media)\//.test(checked.path);
      if (isForPeople) return respond(exchange, { path: '', query: '' }, unreadable);
      return sendPlain(exchange, refuse(checked.status, checked.path), security.data);
    }
    const { path, query } = checked;
    if (isUnknown) return sendPlain(exchange, refuse(405, path), security.data);
    const target = isRead || isForm ? { path, query: knownQuery(checked, factsOf) } : checked;
    if (isRead && readingRate && factsOf(path).showsContacts) {
      // Before rendering. How many people the answer shows, and counts for, is known afterwards.
      const refused = refuseReading(exchange, path, readingRate.wait(clientOf(exchange)));
      if (refused) return refused;
    }
    if (isApi) return answerApi(exchange, target);
    if (isForm) return answerForm(exchange, target);
    if (!isRead) return sendPlain(exchange, refuse(405, path), security.data);
    if (path === '/healthz') return answerHealth(exchange, query);
    if (path === '/readyz') return answerReadiness(exchange, query);
    if (path.startsWith('/media/')) return answerMedia(exchange, path.slice('/media/'.length));
    if (isExportPath(path)) return answerExport(exchange, path);
    const file = files.own.get(path);
    if (!file) return respond(exchange, target, pageRoute);
    const sent = sendFinished(exchange.request, exchange.response, file, files.dictionaries);
    return { ...sent, cache: 'none' };
  };
}
