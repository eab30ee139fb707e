// The few answers that come from the HTTP entry itself, for requests that no page or route ever sees, or survived.
import { brand } from '../../../shared/brand.ts';
import { messages } from '../../../shared/messages.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { plainResponse, type HeaderPair, type RenderedResponse } from './rendered-response.ts';

const sentences: Record<400 | 404 | 405 | 414, string> = {
  400: 'This address is not one that the server can read.',
  404: 'There is nothing at this address.',
  405: 'This address can only be read: use GET or HEAD.',
  414: 'This address is too long.',
};

/** Refuses with a sentence, or as the API's errors look where `path` is the API's. */
export function refuse(status: keyof typeof sentences, path = ''): RenderedResponse {
  const headers = status === 405 ? ([['allow', 'GET, HEAD']] as const) : [];
  if (!path.startsWith('/api/')) return plainResponse(status, `${sentences[status]}\n`, [...headers]);
  return apiFault(status, sentences[status]);
}

/** `{error}` as every error of the API is. */
export function apiFault(status: number, error: string, id?: string): RenderedResponse {
  const body = JSON.stringify(id === undefined ? { error, fields: {} } : { error, fields: {}, id });
  // Any other site may read it, as it may every answer of the API.
  return plainResponse(status, body, [['access-control-allow-origin', '*']], 'application/json');
}

/** What is sent where too many came at once: to many, when there is no time, so it is put together once. */
export interface BusyAnswer {
  /** Names and values alternate. */
  headers: string[];
  body: Buffer;
}

/** Seconds, longer than a queue lasts, and not the same for all: those who were refused together do not come back together. */
const retries = ['1', '2', '3'] as const;
let refused = 0;

export function apiBusy(security: readonly HeaderPair[]): BusyAnswer {
  return prepare(apiFault(503, messages.errors.busy), security);
}

export function busyPage(security: readonly HeaderPair[]): BusyAnswer {
  return prepare(plainResponse(503, documentOf(`<h1>${messages.errors.busy}</h1>`), [], htmlType), security);
}

function prepare({ headers, body }: RenderedResponse, security: readonly HeaderPair[]): BusyAnswer {
  const length: HeaderPair = ['content-length', String(body.length)];
  return { headers: [...headers, ...security, length].flat(), body };
}

export function sendBusy({ request, response, id }: Exchange, { headers, body }: BusyAnswer): Outcome {
  refused += 1;
  const retry = retries[refused % retries.length] ?? '1';
  response.writeHead(503, [...headers, 'retry-after', retry, 'x-request-id', id]);
  const bytes = request.method === 'HEAD' ? 0 : body.length;
  response.end(bytes === 0 ? undefined : body);
  return { status: 503, bytes, cache: 'none' };
}

/** Shown when even the error page could not be rendered, so it depends on nothing but this. */
export function errorPage(id: string): RenderedResponse {
  const body = `<h1>${messages.errors.page}</h1>
<p><a href="/">${brand.title}</a></p>
<p>If you write to <a href="mailto:${brand.contactEmail}">${brand.contactEmail}</a>, mention ${id}.</p>`;
  return plainResponse(500, documentOf(body), [], htmlType);
}

const htmlType = 'text/html; charset=utf-8';

function documentOf(body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${brand.name}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 20vh auto; max-width: 36rem; padding: 0 1rem; }
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Sends a small answer as it is. */
export function sendPlain(
  { request, response }: Exchange,
  answer: RenderedResponse,
  security: readonly HeaderPair[],
): Outcome {
  const { status, headers, body } = answer;
  response.writeHead(status, [...headers, ...security, ['content-length', String(body.length)]].flat());
  const bytes = request.method === 'HEAD' ? 0 : body.length;
  response.end(bytes === 0 ? undefined : body);
  return { status, bytes, cache: 'none' };
}
