import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViewSubject } from '../../../shared/views.ts';
import type { HitLine } from '../log-hit.ts';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';
import { compress, isCompressible } from './compress.ts';
import { etagOf, matchesEtag } from './etag.ts';
import { headerOf, type HeaderPair, type RenderedResponse } from './rendered-response.ts';
import type { RequestFields } from './request-fields.ts';

/** An answer in one content coding, ready to be written. Names and values alternate in the header lists. */
export interface Variant {
  body: Buffer;
  etag: string;
  headers: string[];
  /** The fields of a 304 answer (RFC 9110, section 15.4.5). */
  notModifiedHeaders: string[];
  /** How a GET that this answered from memory stands in the log, by status; made when first needed. */
  hitLines: { 200?: HitLine | undefined; 304?: HitLine | undefined };
}

/** An answer ready to be sent to any visitor, in every coding that was asked for. */
export interface FinishedResponse {
  status: number;
  tags: readonly string[];
  /** Whether it may be kept and given to others. */
  storable: boolean;
  /** What is viewed by whoever is sent this; '' where no view is counted. */
  viewOf: ViewSubject | '';
  /** Bytes that keeping it takes. */
  size: number;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
}

/** What a response object, its key and its places in the indexes take besides bodies and headers. Measured roughly. */
const overhead = 2_048;

const notModifiedFields = /^(?:cache-control|etag|expires|vary|content-location|access-control-.*)$/;

/** Statuses that never carry a body (RFC 9110, section 6.4.1). */
const bodiless = new Set([204, 205, 304]);

/**
 * Readies an answer for sending.
 * @param defaults fields to add where the renderer gave none of that name
 * @param wanted codings to make besides identity; those of a kept answer are all made
 */
export async function finish(
  rendered: RenderedResponse,
  defaults: readonly HeaderPair[],
  wanted: readonly Encoding[],
): Promise<FinishedResponse> {
  const given = new Set(rendered.headers.map(([name]) => name));
  const headers = [...rendered.headers, ...defaults.filter(([name]) => !given.has(name))];
  const storable = mayBeKept(rendered, headers);
  const codings = storable ? (['br', 'gzip'] as const) : wanted.filter((encoding) => encoding !== 'identity');
  const { body } = rendered;
  if (
    given.has('content-encoding') ||
    !isCompressible(headerOf(headers, 'content-type') ?? '', body.length)
  ) {
    return finishVariants(rendered, storable, headers, [['identity', body]]);
  }
  const bodies: [Encoding, Buffer][] = [['identity', body]];
  const compressed = await Promise.all(codings.map((encoding) => compress(body, encoding)));
  codings.forEach((encoding, index) => {
    const bytes = compressed[index];
    if (bytes && bytes.length < body.length) bodies.push([encoding, bytes]);
  });
  return finishVariants(rendered, storable, varyByEncoding(headers), bodies);
}

/** Makes the variants from bodies that are compressed already. */
export function finishVariants(
  { status, tags, viewOf = '' }: Pick<RenderedResponse, 'status' | 'tags' | 'viewOf'>,
  storable: boolean,
  headers: HeaderPair[],
  bodies: readonly (readonly [Encoding, Buffer])[],
): FinishedResponse {
  const made = bodies.map(
    ([encoding, body]) => [encoding, makeVariant(status, headers, encoding, body)] as const,
  );
  const size = made.reduce((sum, [, variant]) => sum + variant.body.length, overhead);
  const identity = made.find(([encoding]) => encoding === 'identity')?.[1];
  if (!identity) throw new TypeError('An answer needs its identity form: some clients understand no other.');
  return { status, tags, storable, viewOf, size, variants: { ...Object.fromEntries(made), identity } };
}

function makeVariant(status: number, headers: HeaderPair[], encoding: Encoding, body: Buffer): Variant {
  const etag = status === 200 ? etagOf(body) : '';
  const pairs = [...headers];
  if (encoding !== 'identity') pairs.push(['content-encoding', encoding]);
  if (etag) pairs.push(['etag', etag]);
  if (!bodiless.has(status)) pairs.push(['content-length', String(body.length)]);
  return {
    body,
    etag,
    headers: pairs.flat(),
    notModifiedHeaders: pairs.filter(([name]) => notModifiedFields.test(name)).flat(),
    hitLines: {},
  };
}

export function varyByEncoding(headers: readonly HeaderPair[]): HeaderPair[] {
  const vary = headerOf(headers, 'vary');
  const rest = headers.filter(([name]) => name !== 'vary');
  return [...rest, ['vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`]];
}

function mayBeKept({ status, tags }: RenderedResponse, headers: HeaderPair[]): boolean {
  if (status !== 200 || tags.length === 0 || headerOf(headers, 'set-cookie') !== undefined) return false;
  return !/\b(?:no-store|private)\b/i.test(headerOf(headers, 'cache-control') ?? '');
}

/** What went out: the status, and the bytes of the body. */
export interface Sent {
  status: number;
  bytes: number;
}

/** The variant that the client can read best. */
export function variantFor({ variants }: FinishedResponse, { acceptEncoding }: RequestFields): Variant {
  return variants[chooseEncoding(acceptEncoding)] ?? variants.identity;
}

/** Sends the variant that the client can read best, or 304 when it has that one already. */
export function sendFinished(
  request: IncomingMessage,
  response: ServerResponse,
  finished: FinishedResponse,
  fields: RequestFields,
): Sent {
  return sendVariant(request, response, finished.status, variantFor(finished, fields), fields);
}

export function sendVariant(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { body, etag, headers, notModifiedHeaders }: Variant,
  fields: RequestFields,
): Sent {
  if (etag && fields.ifNoneMatch !== undefined && matchesEtag(fields.ifNoneMatch, etag)) {
    response.writeHead(304, notModifiedHeaders).end();
    return { status: 304, bytes: 0 };
  }
  response.writeHead(status, headers);
  if (request.method === 'HEAD' || bodiless.has(status)) {
    response.end();
    return { status, bytes: 0 };
  }
  response.end(body);
  return { status, bytes: body.length };
}
