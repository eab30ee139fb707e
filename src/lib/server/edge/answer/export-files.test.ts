import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { ByteRange } from '../../platform/storage/storage.ts';
import { startServer } from '../gateway/testing.ts';

const key = `export${'0'.repeat(32)}-0.gz`;
const text = '{"id":"1"}\n'.repeat(5_000);
const packed = gzipSync(text);
const madeAt = Date.UTC(2026, 10, 21, 1, 2, 3, 456);
const storage = {
  read: async (asked: string, range?: ByteRange) =>
    asked === key
      ? {
          stream: Readable.from([packed.subarray(range?.start ?? 0, (range?.end ?? packed.length) + 1)]),
          size: packed.length,
          mtime: 0,
        }
      : null,
};
const exports = {
  find: async (name: string) => (name === 'apps.ndjson' ? { key, madeAt } : ('later' as const)),
  spend: () => Promise.resolve(),
};
const path = '/export/apps.ndjson';
const gzip = { 'accept-encoding': 'gzip, br' };

describe('An export', () => {
  test('Sends an export packed to clients that accept gzip, and unpacked to others', async () => {
    const { get } = await startServer({ storage, exports });
    const answer = await get(path, gzip);
    expect(gunzipSync(answer.body).toString()).toBe(text);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': String(packed.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=0, must-revalidate',
      'last-modified': 'Sat, 21 Nov 2026 01:02:03 GMT',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    const plain = await get(path);
    expect([plain.status, plain.body.toString() === text]).toEqual([200, true]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).not.toBe(answer.headers.etag);
  });

  test.each([
    ['br', undefined],
    ['gzip;q=0, br', undefined],
    ['br;q=1, gzip;q=0.5', 'gzip'],
    ['br, *;q=0', undefined],
    ['x-gzip', 'gzip'],
  ])('Answers Accept-Encoding: %s in a coding that it names', async (accepted, coding) => {
    const { get } = await startServer({ storage, exports });
    const answer = await get(path, { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(coding);
    const body = coding === undefined ? answer.body : gunzipSync(answer.body);
    expect(body.toString()).toBe(text);
  });

  test('Answers 304 to a client that has the export', async () => {
    const { get } = await startServer({ storage, exports });
    const { etag = '', 'last-modified': modified = '' } = (await get(path, gzip)).headers;
    const asked = [
      { 'if-none-match': etag },
      { 'if-modified-since': modified },
      { 'if-none-match': '"another"', 'if-modified-since': modified },
      { 'if-modified-since': 'Fri, 20 Nov 2026 01:02:03 GMT' },
      // The tag of the packed file does not name the other one.
      { 'if-none-match': etag, 'accept-encoding': 'identity' },
    ];
    const statuses = await Promise.all(
      asked.map(async (held) => (await get(path, { ...gzip, ...held })).status),
    );
    expect(statuses).toEqual([304, 304, 200, 200, 200]);
  });

  test('Continues an interrupted download of an export', async () => {
    const { get } = await startServer({ storage, exports });
    const { etag = '' } = (await get(path, gzip)).headers;
    const rest = await get(path, { ...gzip, range: 'bytes=100-', 'if-range': etag });
    expect([rest.status, rest.body.equals(packed.subarray(100))]).toEqual([206, true]);
    expect(rest.headers['content-range']).toBe(`bytes 100-${packed.length - 1}/${packed.length}`);
    expect((await get(path, { ...gzip, range: 'bytes=100-', 'if-range': '"old"' })).status).toBe(200);
    expect((await get(path, { ...gzip, range: 'bytes=9999999-' })).status).toBe(416);
    expect((await get(path, { range: 'bytes=100-' })).status).toBe(200);
  });

  test('Answers HEAD without a body, in both codings of an export', async () => {
    const { get } = await startServer({ storage, exports });
    for (const headers of [gzip, {}]) {
      const answer = await get(path, headers, 'HEAD');
      expect([answer.status, answer.body.length]).toEqual([200, 0]);
    }
  });

  test('Answers 503 while an export is missing, and 429 to a client that asks too often', async () => {
    const { get } = await startServer({ storage, exports });
    const later = await get('/export/apps.csv');
    expect([later.status, later.headers['retry-after']]).toEqual([503, '60']);
    const spend = () =>
      Promise.reject(new AppError(429, 'All listings were downloaded often from here.', {}, 7));
    const limited = await startServer({ storage, exports: { ...exports, spend } });
    const refused = await limited.get(path, gzip);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '7']);
    const held = { ...gzip, 'if-modified-since': 'Sat, 21 Nov 2026 01:02:03 GMT' };
    expect((await limited.get(path, held)).status).toBe(304);
  });

  test('Serves an export at its own address only, and for reading only', async () => {
    const { get } = await startServer({ storage, exports });
    expect((await get(path, {}, 'POST')).status).toBe(405);
    expect((await get(`/media/${key}`)).status).toBe(404);
  });
});
