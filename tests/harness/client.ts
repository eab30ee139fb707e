// A client of the product over HTTP. It knows the address of the product and nothing else.
import { randomUUID } from 'node:crypto';
import type { TestClock } from './clock.ts';
import { readPage, type Page } from './page.ts';
import type { Refusal, TokenPair } from './shapes.ts';

export interface Answer<Body> {
  status: number;
  /** Parsed where it is JSON, otherwise text. A refusal has `error` and `fields`. */
  body: Body & Partial<Refusal>;
  headers: Headers;
}

/** Whether each write is sent twice with one Idempotency-Key, as a client does that has lost the first answer. */
const isTwice = process.env['TEST_TWICE'] === 'on';
/** The writes that take no key: tests/contract/openapi.test.ts names them with their reasons. */
const takesNoKey =
  /^\/(?:token\/|logout\/|user\/tokens\/$|app\/import\/|app\/[^/]+\/taps\/|.+\/(?:preview|options|export|export\/download)\/$)/;

/** An object with files is sent as a form, any other one as JSON. */
export type RequestBody = object | string;
type Headed = Record<string, string>;
type Writes = <Body = object>(path: string, body?: RequestBody, headers?: Headed) => Promise<Answer<Body>>;

export interface Client {
  /** A call of the API. Paths begin after /api/v1, or are whole addresses, as in `next`. */
  get<Body = object>(path: string, headers?: Headed): Promise<Answer<Body>>;
  post: Writes;
  patch: Writes;
  put: Writes;
  delete: Writes;
  /** A page, feed or file, from the root of the site. Redirects are not followed. */
  page(path: string, headers?: Headed): Promise<Page>;
  /** Sends a form of a page as a browser without JavaScript does. */
  submit(path: string, fields: Record<string, string>, headers?: Headed): Promise<Page>;
  /** Any request, from the root of the site. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The same client with a session, which it refreshes when its access token is over, as browsers do. */
  as(session: TokenPair): Client;
  /** The same client with a token for programs. */
  bearing(token: string): Client;
  /** The same client at another address of the internet, for limits. */
  from(address: string): Client;
}

function isFile(value: unknown): value is Uint8Array<ArrayBuffer> | Blob {
  return value instanceof Uint8Array || value instanceof Blob;
}

function formOf(values: [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of values)
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one instanceof File) form.append(name, one);
      else if (isFile(one)) form.append(name, new File([one], 'picture.png'));
      else if (one !== undefined) form.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  return form;
}

/** As bytes: undici makes a stream of a form, which throws where nobody can catch it when the server stops reading. */
async function encoded(body: RequestBody): Promise<{ type: string; bytes: ArrayBuffer | string }> {
  if (typeof body === 'string') return { type: 'application/json', bytes: body };
  const isRaw = body instanceof FormData || body instanceof URLSearchParams;
  const entries = isRaw ? [] : Object.entries(body);
  const hasFile = entries.some(([, value]) => (Array.isArray(value) ? value.some(isFile) : isFile(value)));
  if (!isRaw && !hasFile) return { type: 'application/json', bytes: JSON.stringify(body) };
  const form = new Response(isRaw ? body : formOf(entries));
  return { type: form.headers.get('content-type') ?? '', bytes: await form.arrayBuffer() };
}

interface Reached {
  /** The address of the product at this moment. */
  origin: () => string;
  /** The address that its links name. */
  siteUrl: string;
  clock: TestClock;
  /** Whether its limits are on: a write that is repeated counts for some of them. */
  isLimited?: boolean;
}

/** @param headers that each request has */
export function createClient(product: Reached, headers: Headed = {}, session?: TokenPair): Client {
  const plain = (path: string): string => path.replace(product.siteUrl, '').replace(product.origin(), '');
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    // Compressing an answer takes as long as rendering a page.
    const all = { 'accept-encoding': 'identity', ...headers, ...(init.headers as Headed) };
    return await fetch(product.origin() + plain(path), { redirect: 'manual', ...init, headers: all });
  }

  async function authorization(): Promise<Headed> {
    if (!session) return {};
    const claims = JSON.parse(Buffer.from(session.access.split('.')[1] ?? '', 'base64url').toString()) as {
      exp: number;
    };
    if (product.clock() >= claims.exp * 1000) {
      const body = JSON.stringify({ refresh: session.refresh });
      const answer = await send('/api/v1/token/refresh/', { method: 'POST', body, headers: json });
      if (answer.ok) Object.assign(session, await answer.json());
    }
    return { authorization: `Bearer ${session.access}` };
  }

  async function call<Body>(
    method: string,
    path: string,
    body?: RequestBody,
    own?: Headed,
  ): Promise<Answer<Body>> {
    const content = body === undefined ? null : await encoded(body);
    const isRepeated =
      isTwice &&
      product.isLimited !== true &&
      method !== 'GET' &&
      !own?.['idempotency-key'] &&
      !takesNoKey.test(path.replace(/\/?$/, '/'));
    const init = {
      method,
      headers: {
        ...(await authorization()),
        ...(content && { 'content-type': content.type }),
        ...(isRepeated && { 'idempotency-key': randomUUID() }),
        ...own,
      },
      ...(content && { body: content.bytes }),
    };
    const target = path.startsWith('/') ? `/api/v1${path}` : path;
    const answer = await send(target, init);
    const text = await answer.text();
    if (isRepeated && answer.ok) {
      const again = await send(target, init);
      const isAlike = again.headers.has('idempotency-replayed') && (await again.text()) === text;
      // A write that ends the session is refused when it is sent again with it.
      if (!isAlike && again.status !== 401)
        throw new Error(
          `${method} ${path} was not answered alike when it was repeated: ${String(again.status)}`,
        );
    }
    const isJson = /^application\/(?:[\w.]+\+)?json/.test(answer.headers.get('content-type') ?? '');
    const read = (isJson ? JSON.parse(text) : text) as Answer<Body>['body'];
    return { status: answer.status, body: read, headers: answer.headers };
  }

  return {
    get: (path, own) => call('GET', path, undefined, own),
    post: (path, body, own) => call('POST', path, body, own),
    patch: (path, body, own) => call('PATCH', path, body, own),
    put: (path, body, own) => call('PUT', path, body, own),
    delete: (path, body, own) => call('DELETE', path, body, own),
    page: async (path, own = {}) => await readPage(await send(path, { headers: own })),
    submit: async (path, fields, own = {}) =>
      await readPage(
        await send(path, {
          method: 'POST',
          body: new URLSearchParams(fields).toString(),
          headers: { ...form, ...own },
        }),
      ),
    fetch: send,
    as: (other) => createClient(product, headers, other),
    bearing: (token) => createClient(product, { ...headers, authorization: `Bearer ${token}` }),
    from: (address) => createClient(product, { ...headers, 'x-forwarded-for': address }, session),
  };
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
