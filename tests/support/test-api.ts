// The REST API as a client sees it, on a real database.
import type { Clock } from '../../src/lib/server/platform/clock.ts';
import type { Logger } from '../../src/lib/server/platform/log.ts';
import { createApi } from '../../src/lib/server/api/index.ts';
import { createTestProduct, siteUrl, type EngineName, type TestProduct } from './test-product.ts';

export interface TestApi {
  product: TestProduct;
  /** Status and parsed body of a request; `path` starts behind /api/v1. */
  request(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  /** The API itself. */
  fetch(request: Request): Promise<Response>;
  /** POSTs `json` with a bearer token; for answers that are no text. */
  raw(path: string, json: unknown, access: string): Promise<Response>;
  /** POSTs `json`, with a bearer token when given. */
  post(path: string, json: unknown, access?: string): ReturnType<TestApi['request']>;
  /** The body of a GET that must succeed. */
  get<Body>(path: string): Promise<Body>;
  /** Faults that were reported, which the log would show. */
  faults: unknown[];
}

/** An API that is told from which address a request comes. */
export interface NetworkedApi extends TestApi {
  /** The same API, asked from this address. */
  from(clientAddress: string): TestApi;
}

interface Options {
  clock?: Clock;
  rateLimit?: boolean;
  log?: Logger;
  wakeMail?: () => void;
}

export async function createTestApi(
  engine: EngineName,
  { clock, rateLimit = true, log, wakeMail }: Options = {},
): Promise<NetworkedApi> {
  const env = { RATE_LIMIT: rateLimit ? 'on' : 'off' };
  const product = await createTestProduct(engine, {
    env,
    ...(clock && { clock }),
    ...(log && { log }),
    ...(wakeMail && { wakeMail }),
  });
  const faults: unknown[] = [];
  const api = createApi({
    services: product.services,
    siteUrl,
    isGone: (error) => product.db.engine.isForeignKeyViolation(error),
    reportFault: ({ error }) => faults.push(error),
  });
  const over = (bindings?: { clientAddress: string }): TestApi =>
    apiOver(product, async (path, init) => await api.request(siteUrl + path, init, bindings), faults);
  return { ...over(), from: (clientAddress) => over({ clientAddress }) };
}

/** The same by way of `send`, which is given paths from the site's root. */
export function apiOver(
  product: TestProduct,
  send: (path: string, init?: RequestInit) => Promise<Response>,
  faults: unknown[] = [],
): TestApi {
  const request: TestApi['request'] = async (path, init) => {
    const response = await send(`/api/v1${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    product,
    faults,
    request,
    fetch: async (sent) => await send(sent.url.slice(siteUrl.length), sent),
    raw: async (path, json, access) =>
      await send(`/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
        body: JSON.stringify(json),
      }),
    post: (path, json, access) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
        body: JSON.stringify(json),
      }),
    async get<Body>(path: string) {
      const { status, body } = await request(path);
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      return body as Body;
    },
  };
}
