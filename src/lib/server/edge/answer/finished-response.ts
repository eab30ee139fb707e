import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViewSubject } from '../../../shared/schemas/views.ts';
import type { DataKey } from '../../platform/reads/data-keys.ts';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';
import { compressQuickly, compressThoroughly, isCompressible } from './compress.ts';
import { etagOf, matchesEtag } from './etag.ts';
import { headerOf, type Answer, type HeaderPair } from '../render/rendered-response.ts';

/** An answer in one content coding, ready to be written. Names and values alternate in the header lists. */
export interface Variant {
  body: Buffer;
  etag: string;
  headers: string[];
  /** The fields of a 304 answer (RFC 9110, section 15.4.5). */
  notModifiedHeaders: string[];
}

/** An answer in the codings that exist so far. */
export interface EncodedResponse {
  status: number;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
}

/** An answer ready to be sent to any visitor. */
export interface FinishedResponse extends EncodedResponse {
  /** Keys of the data that it was made of. */
  keys: readonly DataKey[];
  /** Whether it may be kept and given to others. */
  storable: boolean;
  /** When it expires, whatever changes; milliseconds since 1970, or Infinity. */
  keptUntil: number;
  /** The viewed subject of a visitor who is sent this; '' if no view is counted. */
  viewOf: ViewSubject | '';
  /** The number of reads that it counts as in the limit on reading people; 0 if it shows no contact details. */
  contactReads: number;
  /** Bytes that keeping it takes. */
  size: number;
  /** Set while the compressed variants are missing or quickly made, and `recompress` would improve them. */
  uncompressed?: { headers: HeaderPair[]; madeAt: number; recompressing?: Promise<void> } | undefined;
}

/** Bytes of a response object, its key and its index entries besides bodies and headers. Measured roughly. */
const overhead = 2_048;

const notModifiedFields = /^(?:cache-control|etag|expires|vary|content-location|access-control-.*)$/;

/** Statuses that never carry a body (RFC 9110, section 6.4.1). */
const bodiless = new Set([204, 205, 304]);

interface Keeping {
  /** Null where the answer may not be kept. */
  kept?: Pick<FinishedResponse, 'keys' | 'keptUntil'> | null;
  contactReads?: number;
}

/**
 * Readies an answer for a visitor who waits: in the coding that this one accepts, compressed quickly.
 * @param defaults fields to add where the renderer gave none of that name
 */
export function finish(
  rendered: Answer,
  defaults: readonly HeaderPair[],
  wanted: Encoding,
  { kept = null, contactReads = 0 }: Keeping = {},
): FinishedResponse {
  const { status, body, viewOf = '' } = rendered;
  const given = new Set(rendered.headers.map(([name]) => name));
  const all = [...rendered.headers, ...defaults.filter(([name]) => !given.has(name))];
  const compresses =
    !given.has('content-encoding') && isCompressible(headerOf(all, 'content-type') ?? '', body.length);
  const headers = compresses ? varyByEncoding(all) : all;
  const coded = compresses && wanted !== 'identity' ? compressQuickly(body, wanted) : null;
  const laterSize = compresses ? 2 * (coded?.length ?? body.length / 2) : 0;
  return {
    ...encoded(status, headers, body, coded && coded.length < body.length ? { [wanted]: coded } : {}),
    keys: kept?.keys ?? [],
    storable: kept !== null,
    keptUntil: kept?.keptUntil ?? 0,
    viewOf,
    contactReads,
    size: overhead + body.length + laterSize,
    uncompressed: compresses && kept ? { headers, madeAt: performance.now() } : undefined,
  };
}

/** @param coded the body in other codings */
export function encoded(
  status: number,
  headers: HeaderPair[],
  body: Buffer,
  coded: Partial<Record<Encoding, Buffer>>,
): EncodedResponse {
  const variants: EncodedResponse['variants'] = { identity: makeVariant(status, headers, 'identity', body) };
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = coded[encoding];
    if (bytes) variants[encoding] = makeVariant(status, headers, encoding, bytes);
  }
  return { status, variants };
}

/** Minimum age before recompressing, in milliseconds: under a burst of changes hardly any answer lives as long. */
const settledMs = 250;

/**
 * Whether an answer that is asked for again has lived long enough for `recompress`.
 * @param now performance.now()
 */
export function isWorthRecompressing({ uncompressed }: FinishedResponse, now: number): boolean {
  return uncompressed !== undefined && now - uncompressed.madeAt > settledMs;
}

/**
 * Compresses an answer thoroughly. Not done at once: most pages of a large directory are not asked for twice before
 * something changes them.
 */
export function recompress(finished: FinishedResponse): Promise<void> {
  const { uncompressed, status, variants } = finished;
  if (!uncompressed) return Promise.resolve();
  const { body } = variants.identity;
  uncompressed.recompressing ??= Promise.all(
    (['br', 'gzip'] as const).map(async (encoding) => {
      const coded = await compressThoroughly(body, encoding);
      if (coded.length < body.length)
        variants[encoding] = makeVariant(status, uncompressed.headers, encoding, coded);
    }),
  ).then(() => {
    finished.uncompressed = undefined;
  });
  return uncompressed.recompressing;
}

/** Whether the client accepts a coding that `recompress` has still to make. */
export function missingEncoding(
  { uncompressed, variants }: FinishedResponse,
  { headers }: IncomingMessage,
): boolean {
  if (!uncompressed) return false;
  const wanted = chooseEncoding(headers['accept-encoding']);
  return wanted !== 'identity' && variants[wanted] === undefined;
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
  };
}

export function varyByEncoding(headers: readonly HeaderPair[]): HeaderPair[] {
  const vary = headerOf(headers, 'vary');
  const rest = headers.filter(([name]) => name !== 'vary');
  return [...rest, ['vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`]];
}

/** Whether an answer may be given to others: a 200 that is for no single visitor, and of which no read failed. */
export function mayBeKept({ status, headers }: Answer, keptForMs: number): boolean {
  if (status !== 200 || keptForMs <= 0 || headerOf(headers, 'set-cookie') !== undefined) return false;
  return !/\b(?:no-store|private)\b/i.test(headerOf(headers, 'cache-control') ?? '');
}

export interface Sent {
  status: number;
  /** Bytes of the body. */
  bytes: number;
}

/** Sends the variant that the client accepts, or 304 when it has that one already. */
export function sendFinished(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  { status, variants }: EncodedResponse,
): Sent {
  const { body, etag, headers, notModifiedHeaders } =
    variants[chooseEncoding(asked['accept-encoding'])] ?? variants.identity;
  const ifNoneMatch = asked['if-none-match'];
  if (etag && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) {
    response.writeHead(304, notModifiedHeaders).end();
    return { status: 304, bytes: 0 };
  }
  response.writeHead(status, headers);
  if (method === 'HEAD' || bodiless.has(status)) {
    response.end();
    return { status, bytes: 0 };
  }
  response.end(body);
  return { status, bytes: body.length };
}
