import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { DataKey } from '../platform/reads/data-keys.ts';
import {
  acceptedCodings,
  compressBest,
  compressQuickly,
  isCompressible,
  lastingMs,
  type Encoding,
} from './codings.ts';
import {
  dictionaryBytes,
  dictionaryVariant,
  fieldsFor,
  type Dictionaries,
  type DictionaryVariants,
} from './dictionaries.ts';
import type { Exchange, Sent } from './exchange.ts';
import {
  bodiless,
  headerOf,
  makeVariant,
  matchesEtag,
  varyBy,
  varyByEncoding,
  type Answer,
  type HeaderPair,
  type Variant,
} from './variant.ts';

/** An answer in the codings that exist so far. */
export interface EncodedResponse {
  status: number;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  /** Set for kept pages and for dictionaries, which browsers with a dictionary get in a coding of their own. */
  withDictionaries?: DictionaryVariants | undefined;
}

/** What `variantIn` needs to make the bodies of an answer. */
interface Compressing {
  headers: HeaderPair[];
  madeAt: number;
  /** The codings in which the best effort has been made, or has begun: all of an answer that is not kept. */
  best: Set<Encoding>;
}

/** An answer ready to be sent to any visitor. */
export interface FinishedResponse extends EncodedResponse {
  /** Keys of the data that it was made of. */
  keys: readonly DataKey[];
  /** Whether it may be kept and given to others. */
  storable: boolean;
  /** Whether it may go to all who wait for the same address while it is made. */
  shareable: boolean;
  /** When it expires, whatever changes; milliseconds since 1970, or Infinity. */
  keptUntil: number;
  /** The viewed subject of a visitor who is sent this; '' if no view is counted. */
  viewOf: ViewSubject | '';
  /** The number of reads that it counts as in the limit on reading people; 0 if it shows no contact details. */
  contactReads: number;
  /** Bytes that keeping it takes. */
  size: number;
  /** Set for answers whose bodies are compressed when they are asked for. */
  compressing?: Compressing | undefined;
}

/** Bytes of a response object, its key and its index entries besides bodies and headers. Measured roughly. */
const overhead = 2_048;

interface Keeping {
  /** Null where the answer may not be kept. */
  kept?: Pick<FinishedResponse, 'keys' | 'keptUntil'> | null;
  contactReads?: number;
  /** Whether it may go to all who wait for it, also where it may not be kept. */
  isForAll?: boolean;
  /** Whether it is a page that browsers may be sent by a dictionary. */
  usesDictionary?: boolean;
}

/**
 * Readies an answer to be sent. Its bodies are compressed when they are asked for.
 * @param defaults fields to add where the renderer gave none of that name
 */
export function finish(
  rendered: Answer,
  defaults: readonly HeaderPair[],
  { kept = null, contactReads = 0, isForAll = false, usesDictionary = false }: Keeping = {},
): FinishedResponse {
  const { status, body, viewOf = '' } = rendered;
  const given = new Set(rendered.headers.map(([name]) => name));
  const all = [...rendered.headers, ...defaults.filter(([name]) => !given.has(name))];
  const compresses =
    !given.has('content-encoding') && isCompressible(headerOf(all, 'content-type') ?? '', body.length);
  const isCoded = compresses && usesDictionary && kept !== null;
  const headers = isCoded
    ? varyBy('accept-encoding, available-dictionary', all)
    : compresses
      ? varyByEncoding(all)
      : all;
  // Quickly compressed, a page takes a third or less.
  const coded = body.length / 3;
  const laterSize = (compresses ? 2 * coded : 0) + (isCoded ? dictionaryBytes(coded) : 0);
  const madeAt = performance.now();
  return {
    ...encoded(status, headers, body, {}),
    keys: kept?.keys ?? [],
    storable: kept !== null,
    shareable: kept !== null || isForAll,
    keptUntil: kept?.keptUntil ?? 0,
    viewOf,
    contactReads,
    size: overhead + body.length + laterSize,
    compressing: compresses ? { headers, madeAt, best: new Set(kept ? [] : ['br', 'gzip']) } : undefined,
    withDictionaries: isCoded ? { headers, madeAt, byDictionary: new Map() } : undefined,
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

type Sendable = EncodedResponse & Pick<FinishedResponse, 'compressing'>;

/**
 * The answer in a coding. The first visitor gets a body that is made at once. Once the answer has lasted, the best body
 * takes its place: most pages of a large directory are not asked for twice before something changes them.
 */
function variantIn(
  encoding: Encoding,
  { status, variants, compressing }: Sendable,
  dictionaries: Dictionaries | undefined,
): Variant {
  const { identity } = variants;
  if (encoding === 'identity' || !compressing) return variants[encoding] ?? identity;
  const { headers, madeAt, best } = compressing;
  const keep = (coded: Buffer): Variant =>
    (variants[encoding] =
      coded.length < identity.body.length ? makeVariant(status, headers, encoding, coded) : identity);
  if (dictionaries && !best.has(encoding) && performance.now() - madeAt > lastingMs) {
    best.add(encoding);
    compressBest(identity.body, encoding).then(keep, dictionaries.failed);
  }
  return variants[encoding] ?? keep(compressQuickly(identity.body, encoding));
}

/** Whether an answer may be given to others: a 200 that is for no single visitor, and of which no read failed. */
export function mayBeKept({ status, headers }: Answer, keptForMs: number): boolean {
  if (status !== 200 || keptForMs <= 0 || headerOf(headers, 'set-cookie') !== undefined) return false;
  return !/\b(?:no-store|private)\b/i.test(headerOf(headers, 'cache-control') ?? '');
}

/**
 * Sends the variant that the client accepts, or 304 when it has that one already, or an ordinary one of the same page.
 * @param dictionaries left out for answers that are never sent by a dictionary
 */
export function sendFinished(
  { method, request: { headers: asked }, response }: Exchange,
  finished: Sendable,
  dictionaries?: Dictionaries,
): Sent {
  const { status } = finished;
  const accepted = acceptedCodings(asked['accept-encoding']);
  const ordinary = (): Variant => variantIn(accepted.ordinary, finished, dictionaries);
  const coded = dictionaries ? dictionaryVariant(finished, asked, dictionaries) : null;
  const chosen = coded ?? ordinary();
  const ifNoneMatch = asked['if-none-match'];
  if (ifNoneMatch !== undefined)
    for (const { etag, notModifiedHeaders } of coded ? [coded, ordinary()] : [chosen]) {
      if (!etag || !matchesEtag(ifNoneMatch, etag)) continue;
      response.writeHead(304, notModifiedHeaders).end();
      return { status: 304, bytes: 0 };
    }
  const { body, headers } = chosen;
  response.writeHead(status, fieldsFor(asked, headers));
  if (method === 'HEAD' || bodiless.has(status)) {
    response.end();
    return { status, bytes: 0 };
  }
  response.end(body);
  return { status, bytes: body.length };
}
