import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { finished, pipeline } from 'node:stream/promises';
import { messages } from '../../shared/text/messages.ts';
import { isApiToken } from '../accounts/tokens.ts';
import { runForRequest } from '../platform/request-id.ts';
import { bearerTokenOf } from '../platform/security/bearer.ts';
import { bodiless, endToEnd, type HeaderPair } from './answer.ts';
import { Overloaded } from './queue.ts';
import type { Exchange, Outcome, Target } from './exchange.ts';
import { htmlOr } from './pages.ts';
import { apiFault, sendRefusal, withFields } from './refusals.ts';
import { type RenderedRoute, type Respond, revalidate } from './respond.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { ApiBindings, Site } from './site.ts';
import { hasLeft } from './stored-files.ts';

/** GET and HEAD go through the edge cache, everything else straight to the API with its body as a stream. */
export function createApiHandler(
  { api, config: { siteUrl }, queue, log, factsOf, services, refusesWrite }: Site,
  security: SecurityHeaders,
  respond: Respond,
): (exchange: Exchange, target: Target) => Promise<Outcome> {
  const fields: HeaderPair[] = [...security.data, ['vary', 'authorization']];
  const noToken = withFields(apiFault(401, messages.errors.login), [
    ['www-authenticate', 'Bearer'],
    ...fields,
  ]);

  const notForTokens = withFields(apiFault(403, messages.tokens.notHere), fields);

  const bindingsOf = ({ client, id }: Exchange): ApiBindings => ({
    clientAddress: client.address,
    requestId: id,
  });

  const route: RenderedRoute = {
    kind: 'api',
    // A refusal may concern one visitor's address only, and a generated password is for one person.
    isForAll: false,
    render: async ({ target, exchange, own }, reads) => {
      const request = requestOf(exchange, siteUrl + target.path + target.query, own);
      const answer = await api(request, { ...bindingsOf(exchange), reads });
      const body = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: endToEnd(answer.headers), body };
    },
    failed: ({ id }) => apiFault(500, messages.errors.server, id),
    defaults: (rendered, isKept) => [
      ...htmlOr(rendered, security.docs, security.data),
      ['cache-control', isKept ? revalidate : 'no-store'],
      // Prevents a shared cache from giving the public answer to a person who is logged in.
      ['vary', 'authorization'],
    ],
  };

  async function pass(exchange: Exchange, { path, query }: Target): Promise<Outcome> {
    const { client, method, request, response, id, body } = exchange;
    if (method === 'POST' && refusesWrite(path)) throw new Overloaded('hashing');
    await queue.enter(client);
    const before = request.socket.bytesWritten;
    const sent = requestOf(exchange, siteUrl + path + query, true);
    const answer = await runForRequest(id, async () => await api(sent, bindingsOf(exchange)));
    body.settle(answer.status === 408);
    const aborted = await sendAnswer(response, answer, security.data).then(
      () => false,
      (error: unknown) => {
        if (!hasLeft(error)) log.error('An answer broke off', { id, error });
        return true;
      },
    );
    const bytes = request.socket.bytesWritten - before;
    // Nothing was sent, so whatever the API answered to a client that had left is not logged as an answer or a fault.
    const status = aborted && bytes === 0 ? clientLeft : response.statusCode;
    return { status, bytes, cache: 'none', ...(aborted && { aborted }) };
  }

  /**
   * Checks the token first, so that a made-up token does not cause a render of what others get from the cache.
   */
  async function read(exchange: Exchange, target: Target): Promise<Outcome> {
    const { authorization } = exchange.request.headers;
    if (authorization === undefined) return respond(exchange, target, route);
    const token = bearerTokenOf(authorization);
    // None of the reads takes a token for programs.
    if (token !== undefined && isApiToken(token)) return sendRefusal(exchange, notForTokens, 'token');
    if (token === undefined || !(await services.accounts.isAccessToken(token)))
      return sendRefusal(exchange, noToken, 'token');
    return respond(exchange, target, route, factsOf(target.path).needsCaller);
  }

  return (exchange, target) => (exchange.isRead ? read(exchange, target) : pass(exchange, target));
}

/** Status of the log line, as in nginx's log. */
const clientLeft = 499;

/**
 * The Request for the API. An answer that may be kept is made of none of the client's fields. A write has our own body
 * stream, because cancelling that of the server would close the connection (request-body.ts).
 * @param own whether the answer is for this client only
 */
function requestOf(
  { request, response, method, isRead, body }: Exchange,
  url: string,
  own: boolean,
): Request {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let at = 0; own && at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    headers.append(name, value);
  }
  if (isRead) return new Request(url, { headers });
  // Aborts where the client leaves before it is answered.
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  const { signal } = leaving;
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, duplex: 'half' };
  if (body.stream) init.body = body.stream as unknown as BodyInit;
  return new Request(url, init);
}

/** Sends an answer as it is made: an export may be long. @throws where it could not be made or sent as a whole */
async function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: Response,
  defaults: readonly HeaderPair[],
): Promise<void> {
  const missing = [...defaults, ['cache-control', 'no-store'] as const].filter(
    ([name]) => !headers.has(name),
  );
  const fields = [...headers, ...missing].flat();
  if (body && !headers.get('content-type')?.startsWith('application/json')) {
    response.writeHead(status, fields);
    await pipeline(Readable.fromWeb(body as ReadableStream), response);
    return;
  }
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  const length = bytes.length > 0 || !bodiless.has(status) ? ['content-length', String(bytes.length)] : [];
  response.writeHead(status, [...fields, ...length]).end(bytes);
  await finished(response);
}
