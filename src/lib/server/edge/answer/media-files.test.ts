import { connect } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ByteRange } from '../../platform/storage/storage.ts';
import { createAdmission } from '../gateway/admission.ts';
import { sendBytes, startServer } from '../gateway/testing.ts';

const key = '0a1b2c3d-96.webp';
const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
const cut = (range?: ByteRange) => bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1);

const storage = {
  read: async (asked: string, range?: ByteRange) =>
    asked === key ? { stream: Readable.from([cut(range)]), size: bytes.length, mtime: 0 } : null,
};

describe('A picture', () => {
  test('Sends a picture whole and marked as immutable', async () => {
    const { get } = await startServer({ storage });
    const answer = await get(`/media/${key}`);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '1000',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${key}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test('Lets scripts of any site read a picture, also when it is redirected or missing', async () => {
    const { get } = await startServer({ storage });
    const elsewhere = { ...storage, publicUrl: (asked: string) => `https://cdn.example.ng/media/${asked}` };
    const redirecting = await startServer({ storage: elsewhere });
    const answers = [
      await get(`/media/${key}`),
      await get(`/media/${key}`, { 'if-none-match': `"${key}"` }),
      await get(`/media/${key}`, { range: 'bytes=0-9' }),
      await get(`/media/${key}`, { range: 'bytes=5000-' }),
      await get('/media/0a1b2c3d-97.webp'),
      await redirecting.get(`/media/${key}`),
    ];
    expect(answers.map(({ status, headers }) => [status, headers['access-control-allow-origin']])).toEqual(
      [200, 304, 206, 416, 404, 302].map((status) => [status, '*']),
    );
  });

  test('Redirects a picture to the public storage, which the policy of the page allows', async () => {
    const elsewhere = { ...storage, publicUrl: (asked: string) => `https://cdn.example.ng/media/${asked}` };
    const { get } = await startServer({ storage: elsewhere });
    const answer = await get(`/media/${key}`);
    expect([answer.status, answer.headers.location]).toEqual([302, `https://cdn.example.ng/media/${key}`]);
    expect((await get('/media/..%2fsecret')).status).toBe(400);
    expect((await get('/')).headers['content-security-policy']).toContain(
      "img-src 'self' data: blob: https://cdn.example.ng;",
    );
  });

  test('Answers HEAD for a picture with its size and no body', async () => {
    const { get } = await startServer({ storage });
    const answer = await get(`/media/${key}`, { range: 'bytes=0-1' }, 'HEAD');
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([200, '1000', 0]);
  });

  test('Answers 304 to a client that has the picture', async () => {
    const { get } = await startServer({ storage });
    const answer = await get(`/media/${key}`, { 'if-none-match': `W/"${key}"` });
    expect([answer.status, answer.headers.etag, answer.body.length]).toEqual([304, `"${key}"`, 0]);
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
  ])('Answers the range %s with that part of the picture', async (range, start, end) => {
    const { get } = await startServer({ storage });
    const answer = await get(`/media/${key}`, { range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/1000`);
    expect(answer.body.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('Answers 416 for a range beyond the end of the picture', async () => {
    const { get } = await startServer({ storage });
    const answer = await get(`/media/${key}`, { range: 'bytes=1000-' });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */1000']);
  });

  test('Sends a picture whole when If-Range names another version', async () => {
    const { get } = await startServer({ storage });
    expect((await get(`/media/${key}`, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get(`/media/${key}`, { range: 'bytes=0-9', 'if-range': `"${key}"` })).status).toBe(206);
  });
});

test.each(['ffff-96.webp', '', '..secret', '.._secret', 'x.svg', `${key}/`, 'A'.repeat(500)])(
  'Answers 404 for /media/%s',
  async (name) => {
    const { get } = await startServer({ storage });
    const answer = await get(`/media/${name}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  },
);

describe('A failing storage', () => {
  test('Answers 503 with an id in the log when the storage fails before the first byte', async () => {
    const stream = () =>
      new Readable({ read: () => undefined, construct: (done) => done(new Error('disk on fire')) });
    const failing = {
      read: async () => {
        await Promise.resolve();
        return { stream: stream(), size: 10, mtime: 0 };
      },
    };
    const { get, logged } = await startServer({ storage: failing });
    const answer = await get(`/media/${key}`);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(logged()[0]).toMatchObject({ level: 'error', key, error: { message: 'disk on fire' } });
    expect(answer.text).toContain(String(logged()[0]?.id));
  });

  test('Answers 503 when the storage cannot open the file', async () => {
    const { get } = await startServer({ storage: { read: () => Promise.reject(new Error('bucket gone')) } });
    expect((await get(`/media/${key}`)).status).toBe(503);
  });

  test('Closes the connection when the storage fails in the middle of a file', async () => {
    const stream = () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(100);
          await Promise.resolve();
          throw new Error('disk on fire');
        })(),
      );
    const failing = { read: async () => ({ stream: stream(), size: 1_000, mtime: 0 }) };
    const { port, logged } = await startServer({ storage: failing });
    const answer = await sendBytes(port, `GET /media/${key} HTTP/1.1\r\nHost: a\r\n\r\n`).catch(() => '');
    expect(answer.length).toBeLessThan(1_000);
    expect(logged()[0]).toMatchObject({ level: 'error', error: { message: 'disk on fire' } });
  });
});

test('A client that leaves ends the stream', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
  const { port, logged } = await startServer({
    storage: { read: async () => ({ stream: endless, size: 1e12, mtime: 0 }) },
  });
  const client = connect(port, '127.0.0.1', () =>
    client.write(`GET /media/${key} HTTP/1.1\r\nHost: a\r\n\r\n`),
  );
  await once(client, 'data');
  client.destroy();
  await expect(once(endless, 'close')).rejects.toThrow('Premature close');
  expect(endless.destroyed).toBe(true);
  expect(logged().filter(({ level }) => level === 'error')).toEqual([]);
});

test('A client that left before the file was open leaves nothing open', async () => {
  const opening = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const file = Readable.from([Buffer.alloc(1_000)]);
  const { port, logged } = await startServer({
    storage: {
      async read() {
        asked.resolve(undefined);
        await opening.promise;
        return { stream: file, size: 1_000, mtime: 0 };
      },
    },
  });
  const client = connect(port, '127.0.0.1', () =>
    client.write(`GET /media/${key} HTTP/1.1\r\nHost: a\r\n\r\n`),
  );
  await asked.promise;
  client.destroy();
  await once(client, 'close');
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.status))
    .toBe(200);
  opening.resolve(undefined);
  await expect.poll(() => file.destroyed).toBe(true);
  await expect
    .poll(() => logged().some(({ msg, aborted }) => msg === 'request' && aborted === true))
    .toBe(true);
  expect(logged().filter(({ level }) => level === 'error')).toEqual([]);
});

test('Answers 404 for a picture that is not public, also to a range beyond its end', async () => {
  const { get } = await startServer({
    storage,
    pictureGate: {
      isOpen: () => false,
      open: () => Promise.resolve(false),
      isForCaller: () => Promise.resolve(true),
      forget: () => undefined,
    },
  });
  const range = 'bytes=1000-';
  const answer = await get(`/media/${key}`, { range });
  expect([answer.status, answer.headers['content-range']]).toEqual([404, undefined]);
  const forOwner = await get(`/media/${key}`, { range, authorization: 'Bearer of.the.owner' });
  expect([forOwner.status, forOwner.headers['content-range']]).toEqual([416, 'bytes */1000']);
});

test('Requests for pictures that are not public wait for their turn, and are refused when too many wait', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { get } = await startServer({
    storage,
    admission: createAdmission({ maxRunning: 1, maxQueue: 1 }),
    pictureGate: {
      isOpen: () => false,
      open: () => Promise.resolve(false),
      isForCaller: () => promise,
      forget: () => undefined,
    },
  });
  const asked = Array.from({ length: 3 }, () =>
    get(`/media/${key}`, { authorization: 'Bearer of.the.owner' }),
  );
  const first = await Promise.race(asked);
  expect([first.status, first.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[123]$/)]);
  // Without a token nobody waits.
  expect((await get(`/media/${key}`)).status).toBe(404);
  resolve(true);
  expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 200, 503]);
});
