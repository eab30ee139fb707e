import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViewSubject } from '../../../shared/schemas/views.ts';
import type { DataKey } from '../../platform/reads/data-keys.ts';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';
import { compressQuickly, compressThoroughly, isCompressible } from './compress.ts';
import { etagOf, matchesEtag } from './etag.ts';
import { headerOf, type Answer, type HeaderPair } from '../render/rendered-response.ts';
import type { RequestFields } from '../gateway/request-fields.ts';

/** An answer in one content coding, ready to be written. Names and values alternate in the header lists. */
export interface Variant {
  body: Buffer;
  etag: string;
  headers: string[];
  /** The fields of a 304 answer (RFC 9110, section 15.4.5). */
  notModifiedHeaders: string[];
}

/** An answer ready to be sent to any visitor. */
export interface FinishedResponse {
  status: number;
  /** What it was made of. */
  keys: readonly DataKey[];
  /** Whether it may be kept and given to others. */
  storable: boolean;
  /** When it has to be made anew in any case; milliseconds since 1970, or Infinity. */
  keptUntil: number;
  /** What is viewed by whoever is sent this; '' where no view is counted. */
  viewOf: ViewSubject | '';
  /** What sending it counts for in the rate of reading people in bulk; 0 where it shows nobody's contact details. */
  contactReads: number;
  /** Bytes that keeping it takes. */
  size: number;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  /** Set while the coded variants are missing or made in haste, where that is worth mending: see `recompress`. */
  uncompressed?:
    { headers: HeaderPair[]; body: Buffer; madeAt: number; recompressing?: Promise<void> } | undefined;
}

/** What a response object, its key and its places in the indexes take besides bodies and headers. Measured roughly. */
const overhead = 2_048;

const notModifiedFields = /^(?:cache-control|etag|expires|vary|content-location|access-control-.*)$/;

/** What an answer was made of, and how long it may be kept in any case. */
interface Kept {
  keys: readonly DataKey[];
  /** Milliseconds since 1970, or Infinity. */
  until: number;
}

/** Statuses that never carry a body (RFC 9110, section 6.4.1). */
const bodiless = new Set([204, 205, 304]);

/**
 * Readies an answer for one visitor, who waits: in the coding that this one reads, made quickly.
 * @param defaults fields to add where the renderer gave none of that name
 * @param kept null where the answer may not be kept
 */
export function finish(
  rendered: Answer,
  defaults: readonly HeaderPair[],
  wanted: Encoding,
  { kept = null, contacts = 0 }: { kept?: Kept | null; contacts?: number } = {},
): FinishedResponse {
  const given = new Set(rendered.headers.map(([name]) => name));
  const headers = [...rendered.headers, ...defaults.filter(([name]) => !given.has(name))];
  const { body } = rendered;
  if (
    given.has('content-encoding') ||
    !isCompressible(headerOf(headers, 'content-type') ?? '', body.length)
  ) {
    return { ...finishVariants(rendered, kept, headers, [['identity', body]]), contactReads: contacts };
  }
  const bodies: [Encoding, Buffer][] = [['identity', body]];
  const coded = wanted === 'identity' ? null : compressQuickly(body, wanted);
  if (wanted !== 'identity' && coded && coded.length < body.length) bodies.push([wanted, coded]);
  const varied = varyByEncoding(headers);
  const finished = { ...finishVariants(rendered, kept, varied, bodies), contactReads: contacts };
  if (!kept) return finished;
  const later = 2 * (coded?.length ?? body.length / 2);
  const uncompressed = { headers: varied, body, madeAt: performance.now() };
  return { ...finished, size: overhead + body.length + later, uncompressed };
}

/**
 * So long has an answer to stand before it is worth more work: while changes come in one after the other, hardly any
 * does.
 */
const settledMs = 250;

/**
 * Whether `recompress` has something to do for an answer that is likely to be asked for again.
 * @param now performance.now()
 */
export function isWorthRecompressing({ uncompressed }: FinishedResponse, now: number): boolean {
  return uncompressed !== undefined && now - uncompressed.madeAt > settledMs;
}

/**
 * Makes the coded variants of an answer that is asked for more than once, thoroughly. Most pages of a large directory
 * are not, before something changes them; so this is not done at once.
 */
export function recompress(finished: FinishedResponse): Promise<void> {
  const { uncompressed, status, variants } = finished;
  if (!uncompressed) return Promise.resolve();
  uncompressed.recompressing ??= Promise.all(
    (['br', 'gzip'] as const).map(async (encoding) => {
      const coded = await compressThoroughly(uncompressed.body, encoding);
      if (coded.length < uncompressed.body.length)
        variants[encoding] = makeVariant(status, uncompressed.headers, encoding, coded);
    }),
  ).then(() => {
    finished.uncompressed = undefined;
  });
  return uncompressed.recompressing;
}

/** Whether the client reads a coding that `recompress` has still to make. */
export function missingEncoding(
  { uncompressed, variants }: FinishedResponse,
  { acceptEncoding }: RequestFields,
): boolean {
  if (!uncompressed) return false;
  const wanted = chooseEncoding(acceptEncoding);
  return wanted !== 'identity' && variants[wanted] === undefined;
}

/** Makes the variants from bodies that are compressed already. */
export function finishVariants(
  { status, viewOf = '' }: Pick<Answer, 'status' | 'viewOf'>,
  kept: Kept | null,
  headers: HeaderPair[],
  bodies: readonly (readonly [Encoding, Buffer])[],
): FinishedResponse {
  const plain = bodies.find(([encoding]) => encoding === 'identity')?.[1];
  if (!plain) throw new TypeError('An answer needs its identity form: some clients understand no other.');
  const make = (encoding: Encoding, body: Buffer) => makeVariant(status, headers, encoding, body);
  const coded = bodies.filter(([encoding]) => encoding !== 'identity');
  let identity: Variant | undefined;
  const variants = Object.defineProperty(
    Object.fromEntries(coded.map(([encoding, body]) => [encoding, make(encoding, body)])),
    'identity',
    // Hardly anyone asks for it, and its tag takes longest.
    { get: () => (identity ??= make('identity', plain)) },
  ) as FinishedResponse['variants'];
  const size = bodies.reduce((sum, [, body]) => sum + body.length, overhead);
  return {
    status,
    keys: kept?.keys ?? [],
    storable: kept !== null,
    keptUntil: kept?.until ?? 0,
    viewOf,
    contactReads: 0,
    size,
    variants,
  };
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

/** Whether an answer may be given to others: it is whole, for nobody alone, and no read of it failed. */
export function mayBeKept({ status, headers }: Answer, keptForMs: number): boolean {
  if (status !== 200 || keptForMs <= 0 || headerOf(headers, 'set-cookie') !== undefined) return false;
  return !/\b(?:no-store|private)\b/i.test(headerOf(headers, 'cache-control') ?? '');
}

/** What went out: the status, and the bytes of the body. */
export interface Sent {
  status: number;
  bytes: number;
}

/** The variant that the client can read best. */
function variantFor({ variants }: FinishedResponse, { acceptEncoding }: RequestFields): Variant {
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

function sendVariant(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  variant: Variant,
  fields: RequestFields,
): Sent {
  const { body, etag, headers, notModifiedHeaders } = variant;
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
