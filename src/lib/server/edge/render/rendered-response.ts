import type { ViewSubject } from '../../../shared/schemas/views.ts';

/** Name (lower case) and value of a header field. */
export type HeaderPair = readonly [name: string, value: string];

/** A rendered answer: whole, uncompressed, and without the fields of one connection. */
export interface Answer {
  status: number;
  headers: HeaderPair[];
  body: Buffer;
  /** The viewed subject of a visitor who is sent this; left out if no view is counted. */
  viewOf?: ViewSubject | '';
  /** Whether it is a card that other sites may frame. */
  embed?: boolean;
}

/**
 * Fields that are not passed on: those of one connection (RFC 9110, section 7.6.1), and those that the edge sets from
 * the bytes that it sends.
 */
const dropped = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function endToEnd(headers: Iterable<HeaderPair>): HeaderPair[] {
  return [...headers].filter(([name]) => !dropped.has(name));
}

export function headerOf(headers: Iterable<HeaderPair>, name: string): string | undefined {
  for (const [candidate, value] of headers) if (candidate === name) return value;
  return undefined;
}

/** A plain answer of one sentence or one JSON object. */
export function plainResponse(
  status: number,
  body: string,
  headers: HeaderPair[] = [],
  type = 'text/plain; charset=utf-8',
): Answer {
  return {
    status,
    headers: [['content-type', type], ['cache-control', 'no-store'], ...headers],
    body: Buffer.from(body),
  };
}
