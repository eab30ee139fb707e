import { hash } from 'node:crypto';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { DictionaryCoding, Encoding } from './codings.ts';

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

/** A strong entity tag (RFC 9110, section 8.8.3), a hash of the bytes. Each coding has its own. */
export function etagOf(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/**
 * Whether an If-None-Match field names this tag, by weak comparison (RFC 9110, section 13.1.2): a proxy may have
 * weakened our tag.
 */
export function matchesEtag(field: string, etag: string): boolean {
  if (field === etag) return true;
  return field.split(',').some((item) => {
    const candidate = item.trim();
    return (
      candidate === '*' || candidate === etag || (candidate.startsWith('W/') && candidate.slice(2) === etag)
    );
  });
}

/** An answer in one content coding, ready to be written. Names and values alternate in the header lists. */
export interface Variant {
  body: Buffer;
  etag: string;
  headers: string[];
  /** The fields of a 304 answer (RFC 9110, section 15.4.5). */
  notModifiedHeaders: string[];
}

const notModifiedFields = /^(?:cache-control|etag|expires|vary|content-location|access-control-.*)$/;

/** Statuses that never carry a body (RFC 9110, section 6.4.1). */
export const bodiless = new Set([204, 205, 304]);

export function makeVariant(
  status: number,
  headers: HeaderPair[],
  coding: Encoding | DictionaryCoding,
  body: Buffer,
): Variant {
  const etag = status === 200 ? etagOf(body) : '';
  const pairs = [...headers];
  if (coding !== 'identity') pairs.push(['content-encoding', coding]);
  if (etag) pairs.push(['etag', etag]);
  if (!bodiless.has(status)) pairs.push(['content-length', String(body.length)]);
  return {
    body,
    etag,
    headers: pairs.flat(),
    notModifiedHeaders: pairs.filter(([name]) => notModifiedFields.test(name)).flat(),
  };
}

/** Adds fields of a request, separated by commas, that an answer depends on. */
export function varyBy(fields: string, headers: readonly HeaderPair[]): HeaderPair[] {
  const vary = headerOf(headers, 'vary');
  const rest = headers.filter(([name]) => name !== 'vary');
  return [...rest, ['vary', vary === undefined ? fields : `${vary}, ${fields}`]];
}

export const varyByEncoding = (headers: readonly HeaderPair[]): HeaderPair[] =>
  varyBy('accept-encoding', headers);
