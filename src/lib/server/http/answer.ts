// A rendered answer, and its bodies in the codings that clients take.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { DataKey } from '../platform/reads/data-keys.ts';
import {
  acceptedCodings,
  compressBest,
  compressAtOnce,
  isCompressible,
  lastingMs,
  type Dictionary,
  type Packing,
} from './codings.ts';
import type { Exchange, Sent } from './exchange.ts';

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

/** Fields that follow from the bytes that are sent. */
const dropped = new Set(['content-length', 'etag']);

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

/** An entity tag (RFC 9110, section 8.8.3): a hash of the uncompressed bytes. Each coding has its own (`keep`). */
function etagOf(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** Whether an If-None-Match field names this tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEtag(field: string, etag: string): boolean {
  if (field === etag) return true;
  // The browser may have stored the same bytes in another coding.
  const opaque = (tag: string): string => tag.replace(/^W\//, '').replace(/-(?:br|gzip|dcz|zstd)"$/, '"');
  const held = field.split(',').map((item) => opaque(item.trim()));
  return held.includes('*') || held.includes(opaque(etag));
}

/** An answer in one content coding, ready to be written. Names and values alternate in the header lists. */
export interface Variant {
  body: Buffer;
  headers: string[];
}

/** The fields of a 304 answer besides its tag (RFC 9110, section 15.4.5). */
const notModifiedFields = /^(?:cache-control|expires|vary|content-location|access-control-.*)$/;

/** Statuses that never carry a body (RFC 9110, section 6.4.1). */
export const bodiless = new Set([204, 205, 304]);

function makeVariant(
  status: number,
  headers: HeaderPair[],
  body: Buffer,
  etag: string,
  coding?: Packing['coding'],
): Variant {
  const pairs = [...headers];
  if (coding) pairs.push(['content-encoding', coding]);
  if (etag) pairs.push(['etag', etag]);
  if (!bodiless.has(status)) pairs.push(['content-length', String(body.length)]);
  return { body, headers: pairs.flat() };
}

/** Adds fields of a request, separated by commas, that an answer depends on. */
function varyBy(fields: string, headers: readonly HeaderPair[]): HeaderPair[] {
  const vary = headerOf(headers, 'vary');
  const rest = headers.filter(([name]) => name !== 'vary');
  return [...rest, ['vary', vary === undefined ? fields : `${vary}, ${fields}`]];
}

/** The compression dictionaries that browsers may have (docs/decisions/029-dictionaries.md). */
export interface Dictionaries {
  /** The value of the Link field of pages. */
  readonly link: string;
  /** @param field value of Available-Dictionary @returns undefined for any but a known one */
  find(field: string): Dictionary | undefined;
  /** Called with the error of a compression that no visitor waits for. */
  failed(error: unknown): void;
}

/** An answer with the bodies that exist so far. */
export interface EncodedResponse {
  status: number;
  headers: HeaderPair[];
  /** Of the uncompressed bytes. */
  etag: string;
  /** By the name of the coding, or the field of its dictionary. One of 'identity', 'br' and 'zstd' is always there. */
  variants: Map<string, Variant>;
  /** Whether other bodies are made when they are asked for. */
  compresses: boolean;
  /** When it was made; performance.now(). */
  madeAt: number;
  /** Bodies of the best effort that are made or under way, by the same names. */
  best: Map<string, Promise<unknown>>;
  /** Whether it is sent by a dictionary to browsers that have one. */
  usesDictionary: boolean;
  /** Bytes that keeping it takes. */
  size: number;
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
}

/** Bodies by a dictionary that an answer may have: that of this build, and of the build before it. */
const mostDictionaries = 2;

/** Bytes of a response object, its key and its index entries besides bodies and headers. Measured roughly. */
const overhead = 2_048;

/**
 * Readies an answer to be sent. Its bodies are compressed when they are asked for.
 * @param defaults fields to add where the renderer gave none of that name
 * @param mayUseDictionary whether it is sent by a dictionary, if it is long enough to be compressed
 */
export function encoded(
  { status, headers: given, body }: Answer,
  defaults: readonly HeaderPair[],
  mayUseDictionary = false,
): EncodedResponse {
  const names = new Set(given.map(([name]) => name));
  const all = [...given, ...defaults.filter(([name]) => !names.has(name))];
  const compresses = isCompressible(headerOf(all, 'content-type') ?? '', body.length);
  const usesDictionary = compresses && mayUseDictionary;
  const fields = usesDictionary ? 'accept-encoding, available-dictionary' : 'accept-encoding';
  const headers = compresses ? varyBy(fields, all) : all;
  // Quickly compressed, a page takes a third or less.
  const coded = compresses ? body.length / 3 : 0;
  const byDictionary = usesDictionary ? mostDictionaries * (1_024 + coded / 4) : 0;
  const etag = status === 200 ? etagOf(body) : '';
  return {
    status,
    headers,
    etag,
    variants: new Map([['identity', makeVariant(status, headers, body, etag)]]),
    compresses,
    madeAt: performance.now(),
    best: new Map(),
    usesDictionary,
    size: overhead + body.length + 3 * coded + byDictionary,
  };
}

const nameOf = ({ coding, dictionary }: Packing): string => dictionary?.field ?? coding;

/**
 * Its tag is weak, because a smaller body takes the place of the first. It also takes the place of the uncompressed
 * bytes, which are most of what a page keeps in memory and which few clients ask for.
 */
function keep(
  { status, headers, etag, variants }: EncodedResponse,
  packing: Packing,
  bytes: Buffer,
): Variant {
  const weak = etag && `W/${etag.slice(0, -1)}-${packing.coding}"`;
  const variant = makeVariant(status, headers, bytes, weak, packing.coding);
  variants.set(nameOf(packing), variant);
  if (packing.coding === 'br' || packing.coding === 'zstd') variants.delete('identity');
  if (packing.coding === 'br') variants.delete('zstd');
  return variant;
}

function uncompressed({ variants }: EncodedResponse): Buffer {
  const [identity, br, zstd] = ['identity', 'br', 'zstd'].map((name) => variants.get(name)?.body);
  return identity ?? (br ? brotliDecompressSync(br) : zstdDecompressSync(zstd ?? ''));
}

const isYoung = ({ madeAt }: EncodedResponse): boolean => performance.now() - madeAt <= lastingMs;

/** Makes the best body, once for all who ask. */
const improve = (answer: EncodedResponse, packing: Packing): Promise<unknown> =>
  answer.best.getOrInsertComputed(nameOf(packing), async () =>
    keep(answer, packing, await compressBest(uncompressed(answer), packing)),
  );

/**
 * The answer in a coding. The first visitor gets a body that is made at once. Once the answer has lasted, the best body
 * takes its place: most pages of a large directory are not asked for twice before something changes them.
 */
function variantIn(
  answer: EncodedResponse,
  packing: Packing | undefined,
  onFailure: Dictionaries['failed'],
): Variant {
  const { status, headers, etag, variants, best } = answer;
  if (!packing)
    return variants.getOrInsertComputed('identity', () =>
      makeVariant(status, headers, uncompressed(answer), etag),
    );
  const name = nameOf(packing);
  if (!best.has(name) && !isYoung(answer)) improve(answer, packing).catch(onFailure);
  return variants.get(name) ?? keep(answer, packing, compressAtOnce(uncompressed(answer), packing));
}

/** How the answer is sent: by a dictionary that the browser has, or in an ordinary coding; undefined for as it is. */
function packingOf(
  answer: EncodedResponse,
  asked: IncomingHttpHeaders,
  known: Dictionaries,
): Packing | undefined {
  if (!answer.compresses) return undefined;
  const { ordinary: coding, withDictionary, zstd } = acceptedCodings(asked['accept-encoding']);
  const field = asked['available-dictionary'];
  const isKnown = answer.usesDictionary && withDictionary && typeof field === 'string';
  const dictionary = isKnown ? known.find(field) : undefined;
  if (dictionary) return { coding: 'dcz', dictionary };
  if (zstd && isYoung(answer)) return { coding: 'zstd' };
  return coding === 'identity' ? undefined : { coding };
}

/** Whether an answer may be given to others: a 200 that is for no single visitor, and of which no read failed. */
export function mayBeKept({ status, headers }: Answer, keptForMs: number): boolean {
  if (status !== 200 || keptForMs <= 0 || headerOf(headers, 'set-cookie') !== undefined) return false;
  return !/\b(?:no-store|private)\b/i.test(headerOf(headers, 'cache-control') ?? '');
}

/** As `sendFinished`, of a file of the build: it lasts, so its first body is the best one, made by the thread pool. */
export async function sendFile(
  exchange: Exchange,
  file: EncodedResponse,
  dictionaries: Dictionaries,
): Promise<Sent> {
  const packing = packingOf(file, exchange.request.headers, dictionaries);
  if (packing) await improve(file, packing).catch(dictionaries.failed);
  return sendFinished(exchange, file, dictionaries);
}

/** Sends the variant that the client accepts, or 304 when it has one of the same bytes already. */
export function sendFinished(
  { method, request: { headers: asked }, response }: Exchange,
  finished: EncodedResponse,
  dictionaries: Dictionaries,
): Sent {
  const { status, etag } = finished;
  const held = asked['if-none-match'];
  // Before a body is made. The tag is weak, because it is that of all codings.
  if (held !== undefined && etag && matchesEtag(held, etag)) {
    const fields = finished.headers.filter(([name]) => notModifiedFields.test(name));
    response.writeHead(304, [...fields, ['etag', `W/${etag}`]].flat()).end();
    return { status: 304, bytes: 0 };
  }
  const packing = packingOf(finished, asked, dictionaries);
  const { body, headers } = variantIn(finished, packing, dictionaries.failed);
  response.writeHead(
    status,
    fieldsFor(asked, headers, finished.usesDictionary ? dictionaries.link : undefined),
  );
  if (method === 'HEAD' || bodiless.has(status)) {
    response.end();
    return { status, bytes: 0 };
  }
  response.end(body);
  return { status, bytes: body.length };
}

/** Names the rules by which a browser fetches pages ahead. */
export const speculationField = 'speculation-rules';

/**
 * The header fields for this client: from the second page of a visit on a link to the dictionary, for which a visit of
 * one page would pay in vain, and nothing that fetches pages ahead for one that saves data.
 * @param headers names and values in turn
 * @param dictionary value of the Link field that names it
 */
function fieldsFor(asked: IncomingHttpHeaders, headers: string[], dictionary: string | undefined): string[] {
  const isLater = asked['sec-fetch-site'] === 'same-origin' && asked['sec-fetch-mode'] === 'navigate';
  const all = isLater && dictionary !== undefined ? [...headers, 'link', dictionary] : headers;
  const saves = asked['save-data'];
  if (saves === undefined || saves === 'off') return all;
  return all.filter((_, index) => all[index - (index % 2)] !== speculationField);
}
