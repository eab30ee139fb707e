import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestEntry } from '../../platform/log.ts';
import type { Answered } from '../metrics/metrics.ts';
import { createRouteNames } from '../metrics/route-names.ts';
import { cacheKey, kindOf, knownQuery } from '../cache/cache-key.ts';
import type { Exchange, Outcome, Routes } from './exchange.ts';
import { sendFinished, type FinishedResponse } from '../answer/finished-response.ts';
import { networkClient } from './client-address.ts';
import { reportView } from '../cache/page-views.ts';
import { listen, siteVariables } from './listen.ts';
import { openBody } from './request-body.ts';
import { hasBody, isAmbiguous } from './request-head.ts';
import { errorPage, refuse, sendPlain } from './refusals.ts';
import { checkTarget, type Target } from './request-target.ts';
import { createRouter } from './router.ts';
import { capSockets, closeServer, closeSoftly, isClosing, type ConnectionRefusal } from './sockets.ts';
import { createSecurityHeaders } from '../security/security-headers.ts';
import { openBuildFiles, type BuildFilesOptions } from '../answer/build-files.ts';

export interface HttpServerOptions extends Routes, BuildFilesOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** See ListenAddress. */
  socket?: number | undefined;
  /** Texts of the inline scripts that pages carry, to the letter; the Content-Security-Policy allows no others. */
  inlineScripts: readonly string[];
  /** How long a client may stop reading in the middle of an answer, in milliseconds. */
  stalledMs?: number;
  /** The routes of pages and of the API, in the notation of each. */
  routes: readonly string[];
  /** Called for every answer. */
  observe?: (answer: Answered) => void;
  /** Called for every connection that was refused. */
  refuseConnection?: (kind: ConnectionRefusal) => void;
}

export interface HttpServer {
  /** Resolves with the address once connections are accepted. @throws ConfigError where it cannot be used */
  listen(): Promise<AddressInfo>;
  /** From now on /readyz answers 503 and connections are closed after their answer. Nothing else changes. */
  drain(): void;
  /** Stops accepting, and resolves when the last answer is sent and every connection is closed. */
  close(): Promise<void>;
  /** Closes the connections that `close` still waits for. */
  destroy(): void;
}

const seconds = 1_000;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { cache, log, observe, factsOf, readingRate, trustProxy } = options;
  // Longer than pictures may wait for their turn when many are uploaded at once. Set per socket, and not where the
  // kernel has taken the whole answer: a timer for every request costs 4 % of a hit.
  const { stalledMs = 600 * seconds } = options;
  const security = createSecurityHeaders(
    options.siteUrl,
    options.inlineScripts,
    mediaOrigin(options.storage),
  );
  const files = await openBuildFiles(options, security);
  const nameRoute = createRouteNames(options.routes, (path) => files.own.has(path));
  let draining = false;
  const route = createRouter(options, security, files, () => draining);
  const idPrefix = `${randomBytes(4).toString('hex')}-`;
  let requests = 0;

  function report(
    number: number,
    asked: Pick<RequestEntry, 'method' | 'path'>,
    began: number,
    outcome: Outcome,
  ): void {
    const ms = performance.now() - began;
    const route = nameRoute(asked.path);
    const quiet = route === '/healthz' || route === '/readyz';
    const entry = { id: `${idPrefix}${number}`, ...asked, route, ms, ...outcome };
    log.request(entry, quiet);
    observe?.(entry);
  }

  /** Counts the contact reads of a kept answer. @returns whether it may be sent; otherwise the router refuses it */
  function mayRead({ contactReads }: FinishedResponse, request: IncomingMessage): boolean {
    if (contactReads === 0 || !readingRate) return true;
    return readingRate.count(networkClient(request, trustProxy), contactReads) === 0;
  }

  function onRequest(
    request: IncomingMessage,
    response: ServerResponse,
    _next?: unknown,
    awaitsContinue = false,
  ): void {
    // Pipelined behind a request whose answer closes the connection.
    if (isClosing(request.socket)) return;
    const started = performance.now();
    const { method = '', url = '' } = request;
    const target = checkTarget(url);
    const asked = { method, path: target.path };
    const number = requests++;
    const ambiguous = isAmbiguous(request);
    if (draining || ambiguous) response.shouldKeepAlive = false;

    // The hot path: no promise, one write. A page is the same for everybody; the API checks a token first.
    if (
      target.ok &&
      (request.headers.authorization === undefined || kindOf(target.path) !== 'api') &&
      (method === 'GET' || method === 'HEAD') &&
      !ambiguous &&
      !hasBody(request.headers)
    ) {
      const { path, query } = target;
      const find = (known: Target): FinishedResponse | undefined => cache.get(cacheKey(kindOf(path), known));
      // Most queries are the known one; only the others are parsed.
      const kept = find(target) ?? (query && find({ path, query: knownQuery(target, factsOf) }));
      if (kept && mayRead(kept, request)) {
        const sent = sendFinished(request, response, kept, files.dictionaries);
        if (request.socket.writableLength > 0) request.socket.setTimeout(stalledMs);
        reportView(options.countView, kept.viewOf, request, options.trustProxy);
        report(number, asked, started, { ...sent, cache: 'hit' });
        return;
      }
    }

    request.socket.setTimeout(stalledMs);
    const id = `${idPrefix}${number}`;
    const body = openBody(request, response, awaitsContinue);
    const exchange: Exchange = { request, response, id, body };
    const answered = ambiguous
      ? body.settle().then(() => sendPlain(exchange, refuse(400, target.path), security.data))
      : route(exchange, target);
    const answeredWith = (outcome: Outcome): void => report(number, asked, started, outcome);
    answered.then(answeredWith, (error: unknown) => {
      log.error('A request failed', { id, error });
      if (response.headersSent) response.destroy();
      else answeredWith(sendPlain(exchange, errorPage(id, options.operator.contactEmail), security.page));
    });
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
  capSockets(server, trustProxy, (kind) => options.refuseConnection?.(kind));

  return {
    async listen() {
      const address = await listen(server, { ...options, variables: siteVariables });
      // The reason may be a lack of file descriptors. The next connection may be accepted.
      server.on('error', (error) => log.error('A connection could not be accepted', { error }));
      return address;
    },
    drain() {
      draining = true;
    },
    close() {
      draining = true;
      return closeServer(server);
    },
    destroy: () => server.closeAllConnections(),
  };
}

function mediaOrigin(storage: HttpServerOptions['storage']): string | undefined {
  return storage.publicUrl && new URL(storage.publicUrl('any-1.png')).origin;
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are not HTTP, which never reach a handler, and closes the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The request was answered; further bytes are discarded.
  if (socket instanceof Socket && isClosing(socket) && error.code !== 'HPE_INVALID_EOF_STATE') return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.write(
    `HTTP/1.1 ${unreadable[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  );
  // A client could keep the connection open for as long as it likes.
  if (socket instanceof Socket) closeSoftly(socket);
  else socket.end();
}
