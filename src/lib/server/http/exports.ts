// The exports of all listed apps: made nightly, kept in the storage as gzip, sent as they are or unpacked on the way.
import { matchesEtag, plainResponse, type HeaderPair } from './answer.ts';
import { acceptedCodings } from './codings.ts';
import type { Logger } from '../platform/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { sendPlain } from './refusals.ts';
import { answerStored, openStored, sendStored, wantedRange } from './stored-files.ts';

export interface ExportFile {
  /** Key of the storage. It names the content. */
  key: string;
  /** Milliseconds since 1970. */
  madeAt: number;
}

export interface ExportFiles {
  /** @returns 'later' where it is being made anew, null where there is no such export */
  find(name: string): Promise<ExportFile | 'later' | null>;
  /** Counts a download. @throws AppError 429 */
  spend(address: string): Promise<void>;
}

export interface ExportOptions {
  exports: ExportFiles;
  storage: Pick<Storage, 'read' | 'publicUrl'>;
  log: Logger;
}

const folder = '/export/';
const types: Readonly<Record<string, string>> = {
  'apps.ndjson': 'application/x-ndjson; charset=utf-8',
  'apps.csv': 'text/csv; charset=utf-8; header=present',
};

export const isExportPath = (path: string): boolean =>
  path.startsWith(folder) && types[path.slice(folder.length)] !== undefined;

/** Answers GET and HEAD of the paths of `isExportPath`. */
export function createExportHandler(
  { exports, log, storage }: ExportOptions,
  securityOfData: readonly HeaderPair[],
): (exchange: Exchange, path: string) => Promise<Outcome> {
  const security: readonly HeaderPair[] = [
    ...securityOfData,
    ['access-control-allow-origin', '*'],
    ['x-robots-tag', 'noindex'],
  ];
  // A node looks whether an export is due once a minute.
  const later = (exchange: Exchange, sentence: string): Outcome =>
    sendPlain(
      exchange,
      plainResponse(503, `${sentence} Ask again in a minute.\n`, [['retry-after', '60']]),
      security,
    );

  async function answer(exchange: Exchange, name: string): Promise<Outcome> {
    const { method, request, response, client } = exchange;
    const file = await exports.find(name);
    if (file === 'later') return later(exchange, 'The export is being made anew.');
    if (file === null) return later(exchange, 'The first export is not made yet.');
    const isPacked = acceptedCodings(request.headers['accept-encoding']).gzip;
    const etag = `"${file.key}${isPacked ? '' : '-identity'}"`;
    const kept: HeaderPair[] = [
      // Asked for again each time, so that a listing that is taken down is not sent on by a proxy.
      ['cache-control', 'public, max-age=0, must-revalidate'],
      ['etag', etag],
      ['last-modified', new Date(file.madeAt).toUTCString()],
      ['vary', 'accept-encoding'],
    ];
    if (isUnchanged(exchange, etag, file.madeAt)) {
      response.writeHead(304, [...kept, ...security].flat()).end();
      return { status: 304, bytes: 0, cache: 'none' };
    }
    if (method === 'GET') await exports.spend(client.address);
    // Unpacked, a part could only be found by reading all that is before it.
    const opened = await openStored(storage, file.key, isPacked ? wantedRange(exchange, etag) : null);
    // Replaced between the two reads.
    if (opened.kind === 'missing') return later(exchange, 'The export is being made anew.');
    const packed: HeaderPair[] = [
      ['content-encoding', 'gzip'],
      ['accept-ranges', 'bytes'],
    ];
    const headers: HeaderPair[] = [
      ['content-type', types[name] ?? ''],
      ['content-disposition', `attachment; filename="${name}"`],
      ...(isPacked ? packed : []),
      ...kept,
    ];
    return await sendStored(exchange, opened, headers, security, { isUnpacked: !isPacked });
  }

  return (exchange, path) =>
    answerStored(exchange, { what: 'The export', log, security }, () =>
      answer(exchange, path.slice(folder.length)),
    );
}

/** If-None-Match decides where both fields are there (RFC 9110, section 13.2.2). */
function isUnchanged({ request }: Exchange, etag: string, madeAt: number): boolean {
  const held = request.headers['if-none-match'];
  if (held !== undefined) return matchesEtag(held, etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(madeAt / 1_000) * 1_000 <= since;
}
