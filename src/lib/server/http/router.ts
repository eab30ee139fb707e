import { formPath } from '../../shared/page/page-facts.ts';
import { sendFile } from './answer.ts';
import { createApiHandler } from './api.ts';
import type { BuildFiles } from './build-files.ts';
import { kindOf, knownQuery } from './cache.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { createFormRoute, createPageRoute, unreadableAddressRoute } from './pages.ts';
import { Overloaded } from './queue.ts';
import { createHealthHandler } from './readiness.ts';
import { lead, refuse, refuseReading, sendBusy, sendPlain } from './refusals.ts';
import { createResponder } from './respond.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { Site } from './site.ts';
import { createExportHandler, createMediaHandler, isExportPath } from './stored-files.ts';

/** Answers the requests that are not cache hits. */
export function createRouter(
  site: Site,
  security: SecurityHeaders,
  files: BuildFiles,
  isDraining: () => boolean,
): (exchange: Exchange) => Promise<Outcome> {
  const { factsOf, readingRate } = site;
  const respond = createResponder(site, security, files.dictionaries);
  const answerApi = createApiHandler(site, security, respond);
  const answerMedia = createMediaHandler(site, security.data);
  const answerExport = createExportHandler(site, security.data);
  const answerHealth = createHealthHandler(site, security, isDraining);
  const pageRoute = createPageRoute(site, security);
  const answerForm = createFormRoute(site, security, files.dictionaries, pageRoute);
  const unreadable = unreadableAddressRoute(pageRoute);

  async function route(exchange: Exchange): Promise<Outcome> {
    const { method, isRead, target: checked } = exchange;
    // Methods that `Request` does not accept, and that nothing here answers.
    const isUnknown = method === 'TRACE' || method === 'TRACK' || method === 'CONNECT';
    const isApi = checked.ok && kindOf(checked.path) === 'api';
    const isForm = checked.ok && method === 'POST' && formPath.test(checked.path);
    // Only the API's writes and forms read a body; they settle it themselves.
    if ((!isApi && !isForm) || isRead || isUnknown || exchange.isAmbiguous) exchange.body.settle();
    const refused = (status: 400 | 405 | 414): Outcome =>
      sendPlain(exchange, refuse(status, checked.path), security.data);
    if (exchange.isAmbiguous) return refused(400);
    if (!checked.ok) {
      if (checked.status === 308) return sendPlain(exchange, lead(checked.location), security.data);
      const isForPeople = isRead && checked.status === 400 && !/^\/(?:api|media)\//.test(checked.path);
      return isForPeople ? respond(exchange, { path: '', query: '' }, unreadable) : refused(checked.status);
    }
    const { path, query } = checked;
    if (isUnknown) return refused(405);
    const target = isRead || isForm ? { path, query: knownQuery(checked, factsOf) } : checked;
    if (isRead && readingRate && factsOf(path).showsContacts) {
      // Before rendering. How many people the answer shows, and counts for, is known afterwards.
      const wait = readingRate.wait(exchange.client);
      if (wait > 0) return refuseReading(exchange, security, wait);
    }
    if (isApi) return answerApi(exchange, target);
    if (isForm) return answerForm(exchange, target);
    if (!isRead) return refused(405);
    if (path.startsWith('/media/')) return answerMedia(exchange, path.slice('/media/'.length));
    if (isExportPath(path)) return answerExport(exchange, path);
    const file = files.own.get(path);
    if (file) return { ...(await sendFile(exchange, file, files.dictionaries)), cache: 'none' };
    return answerHealth(exchange, path, new URLSearchParams(query)) ?? respond(exchange, target, pageRoute);
  }

  return async (exchange) => {
    try {
      return await route(exchange);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      exchange.body.settle();
      return sendBusy(exchange, security, error.refusal);
    }
  };
}
