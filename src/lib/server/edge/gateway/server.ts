import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestEntry } from '../../platform/log.ts';
import type { Answered } from '../metrics/metrics.ts';
import { cacheKey } from '../cache/cache-key.ts';
import type { Exchange, Outcome } from './exchange.ts';
import {
  isWorthRecompressing,
  missingEncoding,
  recompress,
  sendFinished,
  type FinishedResponse,
} from '../answer/finished-response.ts';
import { networkClient } from './client-address.ts';
import { reportView } from '../cache/page-views.ts';
import {
  connectionLimits,
  createConnectionGate,
  refuseConnection,
  type ConnectionLimits,
  type ConnectionRefusal,
} from './connection-limits.ts';
import { destroyLingering, isClosing, linger, sparing } from './lingering.ts';
import { listen, siteVariables } from './listen.ts';
import { openBody } from './request-body.ts';
import { hasBody, isAmbiguous } from './request-head.ts';
import { errorPage, refuse, sendPlain } from './refusals.ts';
import { createRouter, type Routes } from './router.ts';
import { createSecurityHeaders } from '../security/security-headers.ts';
import { loadStaticFiles } from '../answer/static-files.ts';

export interface HttpServerOptions extends Routes {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** dist/client. */
  clientFolder: string;
  /** Texts of the inline scripts that pages carry, to the letter; the Content-Security-Policy allows no others. */
  inlineScripts: readonly string[];
  /** How long a connection may rest in the middle of an answer: a client that has stopped reading. Milliseconds. */
  stalledMs?: number;
  /** How many connections there may be. */
  connections?: ConnectionLimits;
  /** Told of every answer. */
  observe?: (answer: Answered) => void;
  /** Told of every connection that was refused. */
  refuseConnection?: (kind: ConnectionRefusal) => void;
}

export interface HttpServer {
  /** Resolves with the address once connections are accepted; rejects with a ConfigError where it cannot be had. */
  listen(): Promise<AddressInfo>;
  /** From now on /readyz answers 503 and connections are closed after their answer; everything else goes on. */
  drain(): void;
  /** Stops accepting, and resolves when the last answer is out and every connection closed. */
  close(): Promise<void>;
  /** Breaks off whatever `close` still waits for. */
  destroy(): void;
}

const seconds = 1_000;

// `stalledMs`: longer than pictures may wait for their turn when many are uploaded at once. Not `server.timeout`, which
// winds up a timer for every request: 4 % of what an answer from memory takes. One that the system has taken whole
// needs none.

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { cache, log, observe, factsOf, readingRate, trustProxy } = options;
  const { stalledMs = 600 * seconds, connections = connectionLimits } = options;
  const security = createSecurityHeaders(
    options.siteUrl,
    options.inlineScripts,
    mediaOrigin(options.storage),
  );
  const files = await loadStaticFiles(options.clientFolder, security);
  let draining = false;
  const route = createRouter(options, security, files, () => draining);
  const idPrefix = `${randomBytes(4).toString('hex')}-`;
  let requests = 0;

  /** @param asked method and target as they came: a route may rewrite the target */
  function report(
    number: number,
    asked: Pick<RequestEntry, 'method' | 'target'>,
    began: number,
    outcome: Outcome,
  ): void {
    const ms = performance.now() - began;
    const quiet = asked.target === '/healthz' || asked.target === '/readyz';
    log.request({ id: `${idPrefix}${number}`, ...asked, ms, ...outcome }, quiet);
    observe?.({ target: asked.target, ms, ...outcome });
  }

  /** Whether the reader's network may read one more page with contact details; where not, the router says so. */
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
    // Sent behind a request whose answer closes the connection.
    if (isClosing(request.socket)) return;
    const started = performance.now();
    const { method = '', url = '' } = request;
    const number = requests++;
    const ambiguous = isAmbiguous(request);
    if (draining || ambiguous) response.shouldKeepAlive = false;

    // The way of nearly every request: no promise, no parsing, one write.
    // Who asks makes no difference to a page, and on the API a token is looked at first.
    if (
      (request.headers.authorization === undefined || !url.startsWith('/api/')) &&
      (method === 'GET' || method === 'HEAD') &&
      !ambiguous &&
      !hasBody(request.headers)
    ) {
      // Most targets are their own key; only the others are taken apart.
      const kept = cache.get(url) ?? (url.includes('?') ? cache.get(cacheKey(url, factsOf)) : undefined);
      if (kept && !missingEncoding(kept, request) && mayRead(kept, request)) {
        const sent = sendFinished(request, response, kept);
        if (request.socket.writableLength > 0) request.socket.setTimeout(stalledMs);
        reportView(options.countView, kept.viewOf, request, options.trustProxy);
        report(number, { method, target: url }, started, { ...sent, cache: 'hit' });
        if (isWorthRecompressing(kept, started))
          recompress(kept).catch((error: unknown) => log.error('Compressing failed', { error }));
        return;
      }
    }

    request.socket.setTimeout(stalledMs);
    const id = `${idPrefix}${number}`;
    const body = openBody(request, response, awaitsContinue);
    const exchange: Exchange = { request, response, id, body };
    const answered = ambiguous
      ? body.settle().then(() => sendPlain(exchange, refuse(400, url), security.data))
      : route(exchange);
    const answeredWith = (outcome: Outcome): void =>
      report(number, { method, target: url }, started, outcome);
    answered.then(answeredWith, (error: unknown) => {
      log.error('A request failed', { id, error });
      if (response.headersSent) response.destroy();
      else answeredWith(sendPlain(exchange, errorPage(id, options.contactEmail), security.page));
    });
  }

  const server = createServer(
    {
      // A head that dribbles in, or a body slower than 25 MB in 10 minutes, is given up (slowloris).
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
  const refusalOf = createConnectionGate({
    limits: connections,
    trustProxy: options.trustProxy,
    closeIdle: (arriving) => sparing(arriving, () => server.closeIdleConnections()),
  });
  server.on('connection', (socket: Socket) => {
    const refusal = refusalOf(socket);
    if (refusal === null) return;
    options.refuseConnection?.(refusal);
    refuseConnection(socket);
  });

  return {
    async listen() {
      const address = await listen(server, { ...options, variables: siteVariables });
      // A connection could not be accepted, for want of file descriptors for instance; the next one may be.
      server.on('error', (error) => log.error('A connection could not be accepted', { error }));
      return address;
    },
    drain() {
      draining = true;
    },
    close() {
      draining = true;
      return close(server);
    },
    destroy: () => server.closeAllConnections(),
  };
}

function mediaOrigin(storage: HttpServerOptions['storage']): string | undefined {
  return storage.publicUrl && new URL(storage.publicUrl('any-1.png')).origin;
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => resolve(undefined));
  // `close` drops the connections that are idle now; one that falls idle later would linger until its timeout.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    destroyLingering();
  }, 50);
  await promise;
  clearInterval(sweep);
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is not HTTP at all never reaches a handler; it is told so, and the connection closed. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // It has its answer; what still comes is thrown away.
  if (socket instanceof Socket && isClosing(socket) && error.code !== 'HPE_INVALID_EOF_STATE') return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.write(
    `HTTP/1.1 ${unreadable[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  );
  // Left to the client to close, the connection would stay for as long as it likes.
  if (socket instanceof Socket) linger(socket);
  else socket.end();
}
