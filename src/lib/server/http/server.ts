import { messages } from '../../shared/text/messages.ts';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createRouteNames } from './route-names.ts';
import { cacheKey, kindOf, knownQuery } from './cache.ts';
import { trustsOf } from './client.ts';
import { Exchange, type Outcome, type Target } from './exchange.ts';
import { type FinishedResponse, sendFinished } from './answer.ts';
import { reportView } from './page-views.ts';
import { hasBody, openBody } from './request-body.ts';
import { apiFault, errorPage, sendPlain } from './refusals.ts';
import { createRouter } from './router.ts';
import type { Site } from './site.ts';
import { capSockets, closeServer, isClosing, listen, siteVariables } from './sockets.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { openBuildFiles } from './build-files.ts';

export type HttpServer = Awaited<ReturnType<typeof createHttpServer>>;

/** Those of the files below, besides pages and the API. */
const ownRoutes = ['/healthz', '/readyz', '/export/apps.ndjson', '/export/apps.csv', '/export/[name].json'];

const seconds = 1_000;
/**
 * How long a client may stop reading in the middle of an answer: longer than pictures may wait for their turn when many
 * are uploaded at once. Set per socket, and not where the kernel has taken the whole answer: a timer for every request
 * costs 4 % of a hit.
 */
const stalledMs = 600 * seconds;

export async function createHttpServer(site: Site) {
  const { cache, config, log, metrics, factsOf, readingRate, services } = site;
  const trusts = trustsOf(config.trustProxy);
  const security = createSecurityHeaders(config.siteUrl, site.pages.inlineScripts, mediaOrigin(site.storage));
  const files = await openBuildFiles(site, security);
  const nameRoute = createRouteNames([...ownRoutes, ...site.routes], (path) => files.own.has(path));
  let draining = false;
  const route = createRouter(site, security, files, () => draining);
  const idPrefix = `${randomBytes(4).toString('hex')}-`;
  let requests = 0;

  function report({ id, method, target: { path } }: Exchange, began: number, outcome: Outcome): void {
    const route = nameRoute(path);
    const entry = { id, method, path, route, ms: performance.now() - began, ...outcome };
    log.request(entry, route === '/healthz' || route === '/readyz');
    metrics?.observe(entry);
  }

  /** The kept answer to a request. A page is the same for everybody; the API checks a token first. */
  function findKept(exchange: Exchange): FinishedResponse | undefined {
    const { isAmbiguous, isRead, request, target } = exchange;
    if (!target.ok || !isRead || isAmbiguous || hasBody(request.headers)) return undefined;
    const kind = kindOf(target.path);
    if (kind === 'api' && request.headers.authorization !== undefined) return undefined;
    const find = (known: Target): FinishedResponse | undefined => cache.get(cacheKey(kind, known));
    // Most queries are the known one; only the others are parsed.
    const { path, query } = target;
    const kept = find(target) ?? (query ? find({ path, query: knownQuery(target, factsOf) }) : undefined);
    if (!kept || kept.contactReads === 0 || !readingRate) return kept;
    // The router refuses a network that has read too much.
    return readingRate.count(exchange.client, kept.contactReads) === 0 ? kept : undefined;
  }

  function onRequest(
    request: IncomingMessage,
    response: ServerResponse,
    _next?: unknown,
    awaitsContinue = false,
  ): void {
    // Pipelined behind a request whose answer closes the connection.
    if (isClosing(request.socket)) return;
    const began = performance.now();
    const id = `${idPrefix}${requests++}`;
    const exchange = new Exchange(request, response, id, trusts);
    if (draining || exchange.isAmbiguous) response.shouldKeepAlive = false;
    const kept = findKept(exchange);
    if (kept) {
      // The hot path: no promise, one write.
      const sent = sendFinished(exchange, kept, files.dictionaries);
      if (request.socket.writableLength > 0) request.socket.setTimeout(stalledMs);
      reportView(services, kept.viewOf, exchange);
      report(exchange, began, { ...sent, cache: 'hit' });
      return;
    }
    request.socket.setTimeout(stalledMs);
    exchange.body = openBody(request, response, awaitsContinue);
    route(exchange).then(
      (outcome) => report(exchange, began, outcome),
      (error: unknown) => {
        log.error('A request failed', { id, error });
        if (response.headersSent) {
          response.destroy();
          return;
        }
        const isApi = exchange.target.path.startsWith('/api/');
        const answer = isApi
          ? apiFault(500, messages.errors.server, id)
          : errorPage(id, site.site.contactEmail);
        report(exchange, began, sendPlain(exchange, answer, isApi ? security.data : security.page));
      },
    );
  }

  const server = createServer(
    {
      // Limits slow heads, and bodies slower than 25 MB in 10 minutes (slowloris).
      headersTimeout: 15 * seconds,
      requestTimeout: 600 * seconds,
      // Longer than the minute after which most load balancers close an idle connection, so that they do it first.
      keepAliveTimeout: 65 * seconds,
      connectionsCheckingInterval: 5 * seconds,
    },
    onRequest,
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    onRequest(request, response, undefined, true),
  );
  server.on('clientError', refuseUnreadable);
  capSockets(server, trusts, (kind) => metrics?.refuseConnection(kind));

  return {
    /** Resolves with the address once connections are accepted. @throws ConfigError where it cannot be used */
    async listen(): Promise<AddressInfo> {
      const address = await listen(server, { ...config, variables: siteVariables });
      // The reason may be a lack of file descriptors. The next connection may be accepted.
      server.on('error', (error) => log.error('A connection could not be accepted', { error }));
      return address;
    },
    /** From now on /readyz answers 503 and connections are closed after their answer. Nothing else changes. */
    drain(): void {
      draining = true;
    },
    /** Stops accepting, and resolves when the last answer is sent and every connection is closed. */
    close(): Promise<void> {
      draining = true;
      return closeServer(server);
    },
    /** Closes the connections that `close` still waits for. */
    destroy: (): void => server.closeAllConnections(),
  };
}

function mediaOrigin(storage: Site['storage']): string | undefined {
  return storage.publicUrl && new URL(storage.publicUrl('any-1.png')).origin;
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are not HTTP, which never reach a handler, and closes the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The request was answered; further bytes are discarded.
  if (error.code === 'ECONNRESET' || !socket.writable || (socket instanceof Socket && isClosing(socket))) {
    socket.destroy();
    return;
  }
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}
