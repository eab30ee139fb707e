import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { parseUpload } from './parse-upload.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const full = () =>
    new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' })),
    });
  return { ...fs, createWriteStream: (path: string) => (disk.isFull ? full() : fs.createWriteStream(path)) };
});

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  vi.stubEnv('TMPDIR', root);
});
afterEach(async () => {
  disk.isFull = false;
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const chunks = 40;
const type = 'multipart/form-data; boundary=x';
const head = '--x\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\n\r\n';

/** A file of 40 x 64 KB between its delimiters. */
function upload(sent: { chunks: number }, breaksAt = Infinity): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull(controller) {
        sent.chunks += 1;
        if (sent.chunks === 1) controller.enqueue(Buffer.from(head));
        else if (sent.chunks >= breaksAt) controller.error(new Error('The client left.'));
        else if (sent.chunks <= chunks + 1) controller.enqueue(Buffer.alloc(64 * 1024, 1));
        else {
          controller.enqueue(Buffer.from('\r\n--x--\r\n'));
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
}

test('a file lies on the disk until it is disposed of', async () => {
  const parsed = await parseUpload(upload({ chunks: 0 }), type);
  expect(parsed.files['logo']).toMatchObject([{ size: chunks * 64 * 1024 }]);
  await parsed.dispose();
  expect(await readdir(root)).toEqual([]);
});

test('where the disk takes nothing, the rest is read all the same: who sends it hears the answer only then', async () => {
  disk.isFull = true;
  const sent = { chunks: 0 };
  await expect(parseUpload(upload(sent), type)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  expect(sent.chunks).toBe(chunks + 2);
  expect(await readdir(root)).toEqual([]);
});

test.each([true, false])(
  'a client that leaves half-way leaves nothing behind, disk full: %s',
  async (isFull) => {
    disk.isFull = isFull;
    await expect(parseUpload(upload({ chunks: 0 }, 10), type)).rejects.toMatchObject({ name: 'AppError' });
    expect(await readdir(root)).toEqual([]);
  },
);

test('one whose body ends in the middle of a file is refused, and leaves nothing', async () => {
  const cut = ReadableStream.from([Buffer.from(head), Buffer.alloc(1024)]);
  await expect(parseUpload(cut, type)).rejects.toThrow(AppError);
  expect(await readdir(root)).toEqual([]);
});

test('one that is far too large is refused, and leaves nothing', async () => {
  const chunk = Buffer.alloc(1024 * 1024);
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull: (controller) => controller.enqueue(chunk),
  });
  await expect(parseUpload(endless, type)).rejects.toMatchObject({ status: 413 });
  expect(await readdir(root)).toEqual([]);
});
