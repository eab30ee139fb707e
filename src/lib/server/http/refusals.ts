// Answers of the HTTP entry itself: refusals that no page or route sees, and the last resort when a page failed.
import { brand } from '../../shared/page/brand.ts';
import { messages } from '../../shared/text/messages.ts';
import { escapeXml } from '../../shared/text/text.ts';
import { type Answer, type HeaderPair, plainResponse } from './answer.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { Exchange, Outcome, Refusal } from './exchange.ts';

const sentences: Record<400 | 404 | 405 | 414, string> = {
  400: 'This address is not one that the server can read.',
  404: 'There is nothing at this address.',
  405: 'This address can only be read: use GET or HEAD.',
  414: 'This address is too long.',
};

/** A refusal of one sentence; for a path of the API, in the form of its errors. */
export function refuse(status: keyof typeof sentences, path = ''): Answer {
  const headers = status === 405 ? ([['allow', 'GET, HEAD']] as const) : [];
  if (!path.startsWith('/api/')) return plainResponse(status, `${sentences[status]}\n`, [...headers]);
  return apiFault(status, sentences[status]);
}

/** Leads to the one spelling of an address, with the method and the body that were sent. */
export function lead(location: string): Answer {
  return plainResponse(308, `This address is spelled ${location}\n`, [
    ['location', location],
    // So that scripts of other sites can follow it to the API.
    ['access-control-allow-origin', '*'],
  ]);
}

/** An error in the form of the API: `{ error, fields, id }`. */
export function apiFault(status: number, error: string, id?: string): Answer {
  const body = JSON.stringify(id === undefined ? { error, fields: {} } : { error, fields: {}, id });
  // Any other site may read it, as every answer of the API.
  return plainResponse(status, body, [['access-control-allow-origin', '*']], 'application/json');
}

/** The same answer with further header fields. */
export const withFields = (answer: Answer, fields: readonly HeaderPair[]): Answer => ({
  ...answer,
  headers: [...answer.headers, ...fields],
});

/**
 * A value of Retry-After, in seconds: longer than a queue lasts, and not always the same, so that clients that were
 * refused together do not return together.
 */
const aMoment = (): string => String(1 + Math.floor(3 * Math.random()));

/**
 * Refuses with a sentence, in the form of what is asked for. A page of one heading depends on nothing that could fail.
 */
function refuseBy(
  exchange: Exchange,
  { page, data }: SecurityHeaders,
  status: number,
  sentence: string,
  refused: Refusal,
  retryAfter: string,
): Outcome {
  const { path } = exchange.target;
  const answer = path.startsWith('/api/')
    ? withFields(apiFault(status, sentence), [...data, ['vary', 'authorization']])
    : path.startsWith('/media/')
      ? withFields(plainResponse(status, `${sentence}\n`), data)
      : withFields(plainResponse(status, documentOf(`<h1>${sentence}</h1>`), [], htmlType), page);
  return sendRefusal(exchange, answer, refused, retryAfter);
}

/** Sent when there are too many requests. @param refusal as the metrics count it */
export const sendBusy = (exchange: Exchange, security: SecurityHeaders, refusal: Refusal): Outcome =>
  refuseBy(exchange, security, 503, messages.errors.busy, refusal, aMoment());

/** Sent to a network that reads people in bulk. @param wait seconds */
export const refuseReading = (exchange: Exchange, security: SecurityHeaders, wait: number): Outcome =>
  refuseBy(exchange, security, 429, messages.errors.reading, 'reading', String(wait));

/** @param retryAfter seconds; left out if trying again does not help */
export function sendRefusal(
  exchange: Exchange,
  answer: Answer,
  refused: Refusal,
  retryAfter?: string,
): Outcome {
  const retry: HeaderPair[] = retryAfter === undefined ? [] : [['retry-after', retryAfter]];
  return { ...sendPlain(exchange, answer, [...retry, ['x-request-id', exchange.id]]), refused };
}

/** Sent when even the error page could not be rendered, so it depends on nothing else. */
export function errorPage(id: string, contactEmail: string): Answer {
  const body = `<h1>${messages.errors.page}</h1>
<p><a href="/">${escapeXml(brand.title)}</a></p>
<p>If you write to <a href="mailto:${contactEmail}">${contactEmail}</a>, mention ${id}.</p>`;
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
<title>${escapeXml(brand.name)}</title>
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

/** Sends a small answer without coding or caching it. */
export function sendPlain(
  { method, response }: Exchange,
  { status, headers, body }: Answer,
  fields: readonly HeaderPair[],
): Outcome {
  response.writeHead(status, [...headers, ...fields, ['content-length', String(body.length)]].flat());
  const bytes = method === 'HEAD' ? 0 : body.length;
  response.end(bytes === 0 ? undefined : body);
  return { status, bytes, cache: 'none' };
}
