// The REST API as a client sees it, on a real database.
import type { AnswerInSteps } from '../../src/lib/server/accounts/index.ts';
import type { Clock } from '../../src/lib/server/platform/clock.ts';
import type { Logger } from '../../src/lib/server/platform/log.ts';
import { createApi } from '../../src/lib/server/api/index.ts';
import { createTestProduct, siteUrl, type EngineName, type TestProduct } from './test-product.ts';

export interface TestApi {
  product: TestProduct;
  /** Sends a request and returns its status and parsed body; `path` starts after /api/v1. */
  request(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  /** The API's own fetch function. */
  fetch(request: Request): Promise<Response>;
  /** POSTs `json` with a bearer token and returns a binary answer. */
  raw(path: string, json: unknown, access: string): Promise<Response>;
  /** POSTs `json`, with a bearer token if one is given. */
  post(path: string, json: unknown, access?: string): ReturnType<TestApi['request']>;
  /** The body of a GET that must succeed. */
  get<Body>(path: string): Promise<Body>;
  /** The same API for a client at this address, to which the limits apply. */
  from(address: string): TestApi;
  /** Reported errors, which the log would show. */
  faults: unknown[];
}

interface Options {
  clock?: Clock;
  rateLimit?: boolean;
  log?: Logger;
  wakeMail?: () => void;
  fullHashes?: boolean;
  answerInSteps?: AnswerInSteps;
  env?: Record<string, string>;
}

export async function createTestApi(
  engine: EngineName,
  { clock, rateLimit = true, log, wakeMail, fullHashes = false, answerInSteps, env: others }: Options = {},
): Promise<TestApi> {
  const env = { ...others, RATE_LIMIT: rateLimit ? 'on' : 'off' };
  const product = await createTestProduct(engine, {
    env,
    ...(clock && { clock }),
    ...(log && { log }),
    ...(wakeMail && { wakeMail }),
    fullHashes,
    ...(answerInSteps && { answerInSteps }),
  });
  const faults: unknown[] = [];
  const api = createApi({
    services: product.services,
    siteUrl,
    isForeignKeyViolation: (error) => product.db.engine.isForeignKeyViolation(error),
    reportFault: ({ error }) => faults.push(error),
  });
  const from = (clientAddress?: string): TestApi =>
    apiOver(
      product,
      async (path, init) => await api.request(siteUrl + path, init, clientAddress && { clientAddress }),
      faults,
      from,
    );
  return from();
}

/**
 * Encodes a form as bytes. undici turns a FormData into a stream that throws an error nobody can catch when its
 * reader cancels it.
 */
async function encoded(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return { ...init, headers, body: await form.arrayBuffer() };
}

/** Builds a TestApi over `send`, which takes paths from the site's root. */
export function apiOver(
  product: TestProduct,
  send: (path: string, init?: RequestInit) => Promise<Response>,
  faults: unknown[] = [],
  from: (address: string) => TestApi = () => apiOver(product, send, faults),
): TestApi {
  const request: TestApi['request'] = async (path, init) => {
    const response = await send(`/api/v1${path}`, await encoded(init));
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    product,
    faults,
    from,
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
