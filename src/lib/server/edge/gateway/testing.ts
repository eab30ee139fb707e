// For tests only: a whole HTTP entry on a free port, with substitutes for its dependencies.
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/log.ts';
import { createAdmission } from './admission.ts';
import type { FairClient } from './fair-line.ts';
import { createEdgeCache, type EdgeCache } from '../cache/edge-cache.ts';
import type { FinishedResponse } from '../answer/finished-response.ts';
import type { Answer } from '../render/rendered-response.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './server.ts';

/** What a client receives. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface TestServer {
  port: number;
  server: HttpServer;
  cache: EdgeCache<FinishedResponse>;
  /** Every line logged so far. */
  logged: () => Record<string, unknown>[];
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Received>;
}

export const siteUrl = 'https://apps.example.ng';

/** A client of the network 203.0.<network>.0/24. */
export const clientAt = (network: number, address = 1): FairClient => ({
  address: `203.0.${network}.${address}`,
  network: `203.0.${network}.0/24`,
});

/** A page of about 6 KB. */
export function page(text: string): Answer {
  const body = Buffer.from(`<!doctype html><title>${text}</title>${'<p>An app from Lagos.</p>'.repeat(250)}`);
  return { status: 200, headers: [['content-type', 'text/html']], body };
}

export async function startServer(options: Partial<HttpServerOptions> = {}): Promise<TestServer> {
  const lines: string[] = [];
  const log = createLogger('debug', {
    sink: { write: (text) => void lines.push(text), flush: () => undefined },
  });
  const cache = options.cache ?? createEdgeCache<FinishedResponse>({ maxBytes: 1_000_000 });
  const server = await createHttpServer({
    host: '127.0.0.1',
    port: 0,
    siteUrl,
    operator: { contactEmail: 'help@apps.example.ng' },
    trustProxy: false,
    log,
    clock: systemClock,
    cache,
    factsOf: () => ({
      parameters: [{ name: 'q' }, { name: 'n' }, { name: 'sort' }],
      needsCaller: false,
      showsContacts: false,
    }),
    isAccessToken: (token) => Promise.resolve(token === 'valid'),
    pages: async () => page('Home'),
    api: () => Response.json({}),
    storage: { read: async () => null },
    pictureGate: {
      isOpen: () => true,
      open: () => Promise.resolve(true),
      isForCaller: () => Promise.resolve(false),
      forget: () => undefined,
    },
    exports: { find: () => Promise.resolve(null), spend: () => Promise.resolve() },
    readingRate: null,
    refusesWrite: () => false,
    isDoctor: () => false,
    outages: () => 0,
    admission: createAdmission(),
    countView: () => undefined,
    checks: {},
    routes: ['/', '/app/[nameId]'],
    clientFolder: 'a-folder-that-is-not-there',
    inlineScripts: [],
    ...options,
  });
  const { port } = await server.listen();
  onTestFinished(async () => {
    server.destroy();
    await server.close();
  });
  return {
    port,
    server,
    cache,
    logged() {
      log.flush();
      return lines
        .flatMap((text) => text.trim().split('\n'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    get: (path, headers = {}, method = 'GET') => fetchRaw(port, path, headers, method),
  };
}

/** Sends the request unchanged: no decoding of content, no normalising of addresses. */
export function fetchRaw(
  port: number,
  path: string,
  headers: Record<string, string>,
  method: string,
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const outgoing = httpRequest(
    { host: '127.0.0.1', port, path, headers, method, agent: false },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
      });
    },
  );
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

/** Writes bytes to the port and resolves with all that comes back until the server closes. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', reject);
  socket.on('close', () => resolve(received));
  return promise;
}
