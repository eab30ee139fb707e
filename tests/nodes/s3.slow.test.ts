// Storage in a bucket of a real S3 server.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openS3Storage } from '../../src/lib/server/platform/storage/s3.ts';
import { ConfigError } from '../../src/lib/server/platform/config/config.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import type { Storage, StoredFile } from '../../src/lib/server/platform/storage/storage.ts';
import { key, testStorage, textOf } from '../../src/lib/server/platform/storage/testing.ts';
import { startS3, type S3Server } from '../support/s3-server.ts';
import { freePort } from '../support/server-process.ts';

let s3: S3Server;
let storage: Storage;
let buckets = 0;

beforeAll(async () => {
  s3 = await startS3();
  for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.stop();
});
beforeEach(async () => {
  buckets += 1;
  storage = await openS3Storage(s3.url(`bucket-${buckets}`));
});

/** Storage on a server with the given answers; null is refused with 403. */
async function storageAnswering(answer: (url: URL) => string | null): Promise<Storage> {
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '/', 'http://stand-in'));
    response.writeHead(body === null ? 403 : 200, { 'content-type': 'application/xml' }).end(body ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return await openS3Storage(`s3://bucket?endpoint=http://127.0.0.1:${port}`);
}

describe('S3 storage', () => {
  testStorage(() => storage);

  test('Creates its bucket, and finds it again', async () => {
    await storage.put(key, Buffer.from('kept'));
    const again = await openS3Storage(s3.url(`bucket-${buckets}`));
    expect(await textOf(again)).toBe('kept');
    await again.check();
  });

  test('Waits for a store that does not answer, logs it at once, and ends with one line on what to do', async () => {
    const warnings: string[] = [];
    const log = { ...createLogger('silent'), warn: (message: string) => void warnings.push(message) };
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const opening = openS3Storage(`s3://bucket?endpoint=${endpoint}/below?key=hush`, { startMs: 1, log });
    await expect(opening).rejects.toThrow(
      new ConfigError(
        `MEDIA_URL=s3://bucket?endpoint=${endpoint}: the bucket could not be reached (connect ECONNREFUSED ${endpoint.slice(7)}). Start the store, or correct the address.`,
      ),
    );
    expect(warnings).toEqual([
      `MEDIA_URL=s3://bucket?endpoint=${endpoint} cannot be used yet; trying for a minute`,
    ]);
  });

  test('Names the variables of missing credentials', async () => {
    // Neither credentials of the machine nor from the network.
    const none = {
      AWS_ACCESS_KEY_ID: '',
      AWS_SECRET_ACCESS_KEY: '',
      AWS_PROFILE: '',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_EC2_METADATA_DISABLED: 'true',
    };
    for (const [name, value] of Object.entries(none)) {
      const before = process.env[name];
      vi.stubEnv(name, value);
      onTestFinished(() => void vi.stubEnv(name, before));
    }
    const place = 's3://bucket?endpoint=http://127.0.0.1:9';
    await expect(openS3Storage(place, { startMs: 1 })).rejects.toThrow(
      new ConfigError(
        `MEDIA_URL=${place}: there are no credentials for it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      ),
    );
  });

  test('Fails at once when the store refuses access', async () => {
    const refused = await storageAnswering(() => null).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect((refused as Error).message).toMatch(
      /^MEDIA_URL=s3:\/\/bucket\?endpoint=\S+: the store does not let us use the bucket \(403 .*\)\. Set AWS_ACCESS_KEY_ID and .*\.$/,
    );
  });

  // The S3 server from npm makes continuation tokens with a cipher that Node has removed.
  test('Lists more files than fit on one page of the store', async () => {
    const entry = (name: string) =>
      `<Contents><Key>${name}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
    const listing = (more: string) => `<?xml version="1.0"?><ListBucketResult>${more}</ListBucketResult>`;
    const paged = await storageAnswering((url) =>
      url.searchParams.get('continuation-token') === 'page 2'
        ? listing(`<IsTruncated>false</IsTruncated>${entry('cc-3.png')}`)
        : listing(
            `<IsTruncated>true</IsTruncated><NextContinuationToken>page 2</NextContinuationToken>${entry('aa-1.png')}${entry('notes.txt')}${entry('bb-2.png')}`,
          ),
    );
    const found: string[] = [];
    for await (const file of paged.list()) found.push(file.key);
    expect(found).toEqual(['aa-1.png', 'bb-2.png', 'cc-3.png']);
  });

  test('Stores files with their content type and an immutable Cache-Control', async () => {
    await storage.put(key, Buffer.from('x'));
    const file = await storage.read(key);
    file?.stream.destroy();
    const stored = await fetch(`${s3.endpoint}/bucket-${buckets}/${key}`);
    expect(stored.headers.get('content-type')).toBe('image/webp');
    expect(stored.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('Answers the public address of a file when one is configured', async () => {
    expect(storage.publicUrl).toBeUndefined();
    const open = await openS3Storage(s3.url(`bucket-${buckets}`, '&public=https://cdn.example.ng/media/'));
    expect(open.publicUrl?.(key)).toBe(`https://cdn.example.ng/media/${key}`);
  });

  /** Storage on a server that creates its bucket and then hangs, before its answer or in the middle of it. */
  async function hanging(when: 'before' | 'within'): Promise<Storage> {
    const server = createServer((request, response) => {
      if (request.method === 'HEAD') response.end();
      else if (when === 'within') response.writeHead(200, { 'content-length': '100' }).write('some');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return await openS3Storage(`s3://bucket?endpoint=http://127.0.0.1:${port}`, { answerMs: 100 });
  }

  test('Answers 503 when the store hangs', async () => {
    const silent = await hanging('before');
    await expect(silent.read(key)).rejects.toMatchObject({ status: 503 });
    await expect(silent.put(key, Buffer.from('x'))).rejects.toMatchObject({ status: 503 });
    await expect((await hanging('within')).read(key)).rejects.toMatchObject({ status: 503 });
  });

  /** Reads whose bytes nobody consumes, one more than the S3 client has connections. */
  async function readUnconsumed(from: Storage): Promise<StoredFile[]> {
    const files = await Promise.all(Array.from({ length: 51 }, () => from.read(key)));
    onTestFinished(() => files.forEach((file) => file?.stream.destroy()));
    return files.filter((file) => file !== null);
  }

  test('Releases the connections of readers who consume nothing', async () => {
    const bytes = Buffer.alloc(100_000, 7);
    await storage.put(key, bytes);
    const files = await readUnconsumed(storage);
    expect((await textOf(storage))?.length).toBe(bytes.length);
    const [first] = files;
    expect(first && (await buffer(first.stream)).equals(bytes)).toBe(true);
  });

  test('Serves writers and checks while readers fill the memory for files', async () => {
    const small = await openS3Storage(s3.url(`bucket-${buckets}`), { heldBytes: 250_000, answerMs: 2_000 });
    await small.put(key, Buffer.alloc(100_000, 7));
    // Two are buffered, and the others hold all connections for reads.
    const files = await Promise.all(Array.from({ length: 52 }, () => small.read(key)));
    onTestFinished(() => files.forEach((file) => file?.stream.destroy()));
    await small.check();
    await small.put('def456-64.webp', Buffer.from('x'));
    for (const file of files) file?.stream.destroy();
    expect((await textOf(small))?.length).toBe(100_000);
    // The memory is free again, so the file is buffered as one piece.
    const again = await small.read(key);
    expect(again?.stream.readableObjectMode).toBe(true);
    again?.stream.destroy();
  });

  test('Answers 503 with Retry-After while the store is away', async () => {
    const away = await openS3Storage(s3.url(`bucket-${buckets}`));
    await s3.pause();
    try {
      const expected = { status: 503, retryAfter: 5 };
      await expect(away.put(key, Buffer.from('x'))).rejects.toMatchObject(expected);
      await expect(away.read(key)).rejects.toMatchObject(expected);
    } finally {
      await s3.resume();
    }
    await away.put(key, Buffer.from('x'));
    expect(await textOf(away)).toBe('x');
  });

  test('Throws when the store refuses access, instead of answering that the file is missing', async () => {
    const denied = await storageAnswering((url) => (url.pathname.includes('.webp') ? null : ''));
    await expect(denied.read(key)).rejects.toThrow();
    await expect(denied.put(key, Buffer.from('x'))).rejects.toThrow();
  });
});
