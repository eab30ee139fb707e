import { finished } from 'node:stream/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import { messages } from '../../../shared/text/messages.ts';
import { ClientLeft } from '../../platform/errors.ts';
import { runForRequest } from '../../platform/request-id.ts';
import { bearerTokenOf } from '../../platform/security/bearer.ts';
import type { Logger } from '../../platform/log.ts';
import { Overloaded } from '../gateway/queue.ts';
import { clientAddress, networkClient } from '../gateway/client-address.ts';
import type { Exchange, Outcome, Refusal, Routes } from '../gateway/exchange.ts';
import { apiRequest, captureFetch, type ApiBindings } from './fetch-renderer.ts';
import { htmlOr } from './page-route.ts';
import { apiBusy, apiFault, sendBusy, sendRefusal, unknownToken } from '../gateway/refusals.ts';
import type { Answer } from './rendered-response.ts';
import { revalidate, type RenderedRoute, type Respond } from '../answer/respond.ts';
import type { Target } from '../gateway/request-target.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';

export interface ApiOptions extends Routes {
  security: SecurityHeaders;
  respond: Respond;
}

/** GET and HEAD go through the edge cache, everything else straight to the API with its body as a stream. */
export function createApiHandler(
  options: ApiOptions,
): (exchange: Exchange, target: Target) => Promise<Outcome> {
  const { api, siteUrl, trustProxy, security, respond, queue, log } = options;
  const { factsOf, isAccessToken, refusesWrite } = options;

  const busy = apiBusy([...security.data, ['vary', 'authorization']]);
  const noToken = unknownToken([...security.data, ['vary', 'authorization']]);

  const bindingsOf = ({ request, response, id }: Exchange): ApiBindings => ({
    incoming: request,
    outgoing: response,
    clientAddress: clientAddress(request, trustProxy),
    requestId: id,
  });

  const route: RenderedRoute = {
    kind: 'api',
    // A refusal may concern one visitor's address only, and a generated password is for one person.
    isForAll: false,
    render: async ({ target, exchange, own }, reads) => {
      const request = apiRequest(target.path + target.query, siteUrl, exchange.request, own);
      return captureFetch(await api(request, { ...bindingsOf(exchange), reads }));
    },
    busy,
    failed: ({ id }) => apiFault(500, messages.errors.server, id),
    defaults: (rendered, isKept) => [
      ...htmlOr(rendered, security.docs, security.data),
      ['cache-control', isKept ? revalidate : 'no-store'],
      // Prevents a shared cache from giving the public answer to a person who is logged in.
      ['vary', 'authorization'],
    ],
  };

  async function pass(exchange: Exchange, { path, query }: Target): Promise<Outcome> {
    const { request, response, id, body } = exchange;
    const refuseBusy = async (refusal: Refusal): Promise<Outcome> => {
      await body.settle();
      return sendBusy(exchange, busy, refusal);
    };
    if (request.method === 'POST' && refusesWrite(path)) return refuseBusy('hashing');
    try {
      await queue.enter(networkClient(request, trustProxy));
    } catch (error) {
      if (error instanceof Overloaded) return refuseBusy(error.refusal);
      throw error;
    }
    const url = siteUrl + path + query;
    // The listener reads it: in absolute form, so that it sees the site's own host and scheme, none that a client
    // claims.
    request.url = url;
    const before = request.socket.bytesWritten;
    const listener = getRequestListener(
      async () => {
        const answer = await api(requestOf(exchange, url), bindingsOf(exchange));
        await body.settle(answer.status === 408);
        return withDefaults(answer, security);
      },
      {
        overrideGlobalObjects: false,
        // `body.settle` does it.
        autoCleanupIncoming: false,
        errorHandler: async (error) => {
          await body.settle();
          return withDefaults(faultOf(error, id, log), security);
        },
      },
    );
    await runForRequest(id, () => listener(request, response));
    const left = await finished(response).then(
      () => false,
      () => true,
    );
    const bytes = request.socket.bytesWritten - before;
    // Nothing was sent, so whatever the API answered to a client that had left is not logged as an answer or a fault.
    const status = left && bytes === 0 ? clientLeft : response.statusCode;
    return { status, bytes, cache: 'none', ...(left ? { aborted: true } : {}) };
  }

  /**
   * Checks the token first, so that a made-up token does not cause a render of what others get from the cache.
   */
  async function read(exchange: Exchange, target: Target): Promise<Outcome> {
    const { authorization } = exchange.request.headers;
    if (authorization === undefined) return respond(exchange, target, route);
    const token = bearerTokenOf(authorization);
    if (token === undefined || !(await isAccessToken(token))) return sendRefusal(exchange, noToken, 'token');
    return respond(exchange, target, route, factsOf(target.path).needsCaller);
  }

  return (exchange, target) => {
    const reads = exchange.request.method === 'GET' || exchange.request.method === 'HEAD';
    return reads ? read(exchange, target) : pass(exchange, target);
  };
}

/** Status of the log line, as in nginx's log. */
const clientLeft = 499;

/**
 * Uses our own body stream: cancelling that of the server would close the connection (request-body.ts).
 */
function requestOf({ request, body }: Exchange, url: string): Request {
  const headers = new Headers();
  const { rawHeaders, method = '' } = request;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const init: RequestInit & { duplex: 'half' } = { method, headers, duplex: 'half' };
  if (body.stream) init.body = body.stream as unknown as BodyInit;
  return new Request(url, init);
}

function withDefaults(response: Response, security: SecurityHeaders): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of security.data) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function faultOf(error: unknown, id: string, log: Logger): Response {
  if (error instanceof ClientLeft) return new Response(null, { status: clientLeft });
  if (error instanceof RequestError) return toResponse(apiFault(400, 'The server cannot read this request.'));
  log.error('The API failed', { id, error });
  return toResponse(apiFault(500, messages.errors.server, id));
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(Uint8Array.from(body), {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}
