// The exports of all listed apps: made nightly, kept in the storage as gzip, sent as they are or unpacked on the way.
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../platform/errors.ts';
import { networkClient } from '../gateway/client-address.ts';
import type { Exchange, Outcome, Routes } from '../gateway/exchange.ts';
import { refuse, sendPlain } from '../gateway/refusals.ts';
import { plainResponse, type HeaderPair } from '../render/rendered-response.ts';
import { acceptedCodings } from './accept-encoding.ts';
import { matchesEtag } from './etag.ts';
import { clientLeft, openStored, sendStored, wantedRange } from './stored-files.ts';

const folder = '/export/';
const types: Readonly<Record<string, string>> = {
  'apps.ndjson': 'application/x-ndjson; charset=utf-8',
  'apps.csv': 'text/csv; charset=utf-8; header=present',
};
/** Seconds; how often a node looks whether an export is due. */
const retryAfter = '60';

export const isExportPath = (path: string): boolean =>
  path.startsWith(folder) && types[path.slice(folder.length)] !== undefined;

/** Answers GET and HEAD of the paths of `isExportPath`. */
export function createExportHandler(
  { exports, log, storage, trustProxy }: Pick<Routes, 'exports' | 'log' | 'storage' | 'trustProxy'>,
  securityOfData: readonly HeaderPair[],
): (exchange: Exchange, path: string) => Promise<Outcome> {
  const security: readonly HeaderPair[] = [
    ...securityOfData,
    ['access-control-allow-origin', '*'],
    ['x-robots-tag', 'noindex'],
  ];
  const later = (exchange: Exchange, sentence: string): Outcome =>
    sendPlain(exchange, plainResponse(503, sentence, [['retry-after', retryAfter]]), security);

  async function answer(exchange: Exchange, name: string): Promise<Outcome> {
    const { request, response } = exchange;
    const file = await exports.find(name);
    if (file === 'later') return later(exchange, 'The export is being made anew. Ask again in a minute.\n');
    if (file === null) return later(exchange, 'The first export is not made yet. Ask again in a minute.\n');
    const isPacked = acceptedCodings(request.headers['accept-encoding']).gzip;
    const etag = `"${file.key}${isPacked ? '' : '-identity'}"`;
    const kept: HeaderPair[] = [
      // Asked for again each time, so that a listing that is taken down is not sent on by a proxy.
      ['cache-control', 'public, max-age=0, must-revalidate'],
      ['etag', etag],
      ['last-modified', new Date(file.madeAt).toUTCString()],
      ['vary', 'accept-encoding'],
      ...security,
    ];
    if (isUnchanged(exchange, etag, file.madeAt)) {
      response.writeHead(304, kept.flat()).end();
      return { status: 304, bytes: 0, cache: 'none' };
    }
    if (request.method === 'GET') await exports.spend(networkClient(request, trustProxy).address);
    const headers: HeaderPair[] = [
      ['content-type', types[name] ?? ''],
      ['content-disposition', `attachment; filename="${name}"`],
      ...(isPacked
        ? ([
            ['content-encoding', 'gzip'],
            ['accept-ranges', 'bytes'],
          ] as const)
        : []),
      ...kept,
    ];
    // Unpacked, a part could only be found by reading all that is before it.
    const opened = await openStored(storage, file.key, isPacked ? wantedRange(exchange, etag) : null);
    // Replaced between the two reads.
    if (opened.kind === 'missing')
      return later(exchange, 'The export is being made anew. Ask again in a minute.\n');
    if (opened.kind === 'unsatisfiable') {
      const size: HeaderPair = ['content-range', `bytes */${String(opened.size)}`];
      return sendPlain(exchange, plainResponse(416, 'The export ends before that byte.\n', [size]), security);
    }
    if (isPacked) return await sendStored(exchange, opened, headers);
    response.writeHead(200, headers.flat());
    if (request.method === 'HEAD') {
      opened.stream.destroy();
      response.end();
      return { status: 200, bytes: 0, cache: 'none' };
    }
    const unpacked = createGunzip();
    const sent = { bytes: 0 };
    unpacked.on('data', (chunk: Buffer) => (sent.bytes += chunk.length));
    try {
      await pipeline(opened.stream, unpacked, response);
    } finally {
      opened.stream.destroy();
    }
    return { status: 200, bytes: sent.bytes, cache: 'none' };
  }

  return async (exchange, path) => {
    const { response, id } = exchange;
    const name = path.slice(folder.length);
    if (types[name] === undefined) return sendPlain(exchange, refuse(404), security);
    try {
      return await answer(exchange, name);
    } catch (error) {
      if (clientLeft(error)) return { status: response.statusCode, bytes: 0, cache: 'none', aborted: true };
      if (error instanceof AppError && !response.headersSent) {
        const wait: HeaderPair[] = [['retry-after', String(error.retryAfter ?? retryAfter)]];
        return sendPlain(exchange, plainResponse(error.status, `${error.message}\n`, wait), security);
      }
      log.error('An export could not be sent', { id, name, error });
      if (!response.headersSent) return later(exchange, `The export could not be read (${id}).\n`);
      // A part was sent already: only a broken connection tells the client that the rest is missing.
      response.destroy();
      return { status: 500, bytes: 0, cache: 'none', aborted: true };
    }
  };
}

/** If-None-Match decides where both fields are there (RFC 9110, section 13.2.2). */
function isUnchanged({ request }: Exchange, etag: string, madeAt: number): boolean {
  const held = request.headers['if-none-match'];
  if (held !== undefined) return matchesEtag(held, etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(madeAt / 1_000) * 1_000 <= since;
}
