import type { DictionaryCoding, Encoding } from './accept-encoding.ts';
import { etagOf } from './etag.ts';
import { headerOf, type HeaderPair } from '../render/rendered-response.ts';

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
