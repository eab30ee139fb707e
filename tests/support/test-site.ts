// The whole site on a real database behind its real HTTP server: pages, feeds, pictures and the API. Needs a build
// (`npm run build`).
import type { Product } from '../../src/compose.ts';
import type { Clock } from '../../src/lib/server/platform/clock.ts';
import type { ChangeChannel, Drop } from '../../src/lib/server/platform/nodes/change-channel.ts';
import { createLogger, type LogFields, type Logger } from '../../src/lib/server/platform/log.ts';
import type { Slices } from '../../src/lib/server/services.ts';
import { createServer, loadPages } from '../../src/serve.ts';
import { apiOver, type TestApi } from './test-api.ts';
import { createTestProduct, siteUrl, type EngineName, type TestProduct } from './test-product.ts';

export interface SiteAnswer {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
}

export interface TestSite {
  product: TestProduct;
  api: TestApi;
  /** Where it listens, for clients of their own. */
  origin: string;
  /** The log so far, from warnings up. */
  logged(): LogFields[];
  /** Sends a GET without following redirects. @param path from the root, or an address of the site */
  get(path: string, headers?: Record<string, string>): Promise<SiteAnswer>;
  /** Sends a form as a browser does without JavaScript, without following redirects. */
  postForm(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<SiteAnswer>;
  /** Works as `get`, on a second server that caches no answers. */
  render(path: string, headers?: Record<string, string>): Promise<SiteAnswer>;
  /** Drops every cached answer. */
  forget(): Promise<void>;
  dispose(): Promise<void>;
}

/** The channel of a single node. */
const noOthers: ChangeChannel = {
  publish: () => Promise.resolve(),
  onChange: () => undefined,
  others: () => 0,
  otherVersions: () => [],
  close: () => Promise.resolve(),
};

interface Options {
  clock?: Clock;
  /** Wraps the slices for their readers. */
  wrap?: (slices: Slices) => Slices;
}

async function answerOf(sent: Promise<Response>): Promise<SiteAnswer> {
  const answer = await sent;
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, text: bytes.toString(), bytes };
}

/** Starts a server of this product on a free port. */
export async function serveProduct(product: Product, log: Logger) {
  let drop: Drop = () => undefined;
  const changes = { ...noOthers, onChange: (listener: Drop) => void (drop = listener) };
  const { server } = await createServer(product, await loadPages(), changes, log);
  const { port } = await server.listen();
  const origin = `http://127.0.0.1:${String(port)}`;
  const send = (path: string, init?: RequestInit) => fetch(origin + path.replace(siteUrl, ''), init);
  return {
    server,
    origin,
    send,
    forget: async () => await drop(null),
    async get(path: string, headers: Record<string, string> = {}): Promise<SiteAnswer> {
      // Compressing and decompressing an answer takes as long as rendering a page.
      const plain = { 'accept-encoding': 'identity', ...headers };
      return await answerOf(send(path, { headers: plain, redirect: 'manual' }));
    },
    async postForm(
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string> = {},
    ): Promise<SiteAnswer> {
      const body = new URLSearchParams(fields);
      return await answerOf(send(path, { method: 'POST', body, headers, redirect: 'manual' }));
    },
  };
}

/** Creates the site without sample data and without rate limits. */
export async function createTestSite(
  engine: EngineName,
  env: Record<string, string> = {},
  { clock, wrap = (slices) => slices }: Options = {},
): Promise<TestSite> {
  const product = await createTestProduct(engine, {
    env: { RATE_LIMIT: 'off', PORT: '0', ...env },
    ...(clock && { clock }),
  });
  let lines = '';
  const log = createLogger('warn', {
    sink: { write: (bytes) => void (lines += bytes), flush: () => undefined },
  });
  const wrapped = { ...product, slices: wrap(product.slices) };
  const { server, origin, send, get, postForm, forget } = await serveProduct(wrapped, log);
  const uncached = { ...wrapped, config: { ...product.config, edgeCache: false } };
  let beside: ReturnType<typeof serveProduct> | undefined;
  return {
    product,
    api: apiOver(product, send),
    origin,
    logged() {
      log.flush();
      return lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as LogFields);
    },
    get,
    postForm,
    async render(path, headers) {
      beside ??= serveProduct(uncached, log);
      return await (await beside).get(path, headers);
    },
    forget,
    async dispose() {
      for (const one of [server, (await beside)?.server]) {
        one?.destroy();
        await one?.close();
      }
      await product.dispose();
    },
  };
}
