import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { createBudget } from './body-budgets.ts';
import { parseUpload } from './parse-upload.ts';

const disk = vi.hoisted(() => ({ isFull: false, keepsFiles: false }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const fail = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  return { ...fs, rm: (...given: Parameters<typeof fs.rm>) => (disk.keepsFiles ? fail() : fs.rm(...given)) };
});
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
  disk.keepsFiles = false;
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const plenty = { all: 1e9, network: 1e9, client: 1e9 };
const hold = () => createBudget(plenty).hold('203.0.113.7');
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

test('A file stays on the disk until it is disposed of', async () => {
  const parsed = await parseUpload(upload({ chunks: 0 }), type, hold());
  expect(parsed.files['logo']).toMatchObject([{ size: chunks * 64 * 1024 }]);
  await parsed.dispose();
  expect(await readdir(root)).toEqual([]);
});

test('Refuses an upload on a full disk without reading it to its end', async () => {
  disk.isFull = true;
  const sent = { chunks: 0 };
  await expect(parseUpload(upload(sent), type, hold())).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  expect(sent.chunks).toBeLessThan(chunks);
  expect(await readdir(root)).toEqual([]);
});

test.each([true, false])(
  'Leaves nothing behind of a client that leaves half-way, disk full: %s',
  async (isFull) => {
    disk.isFull = isFull;
    await expect(parseUpload(upload({ chunks: 0 }, 10), type, hold())).rejects.toMatchObject({
      name: 'AppError',
    });
    expect(await readdir(root)).toEqual([]);
  },
);

test.each([1_000, 64 * 1024, 1024 * 1024, 6 * 1024 * 1024])(
  'Refuses a body that ends %i bytes into a file, and leaves nothing',
  async (bytes) => {
    const cut = ReadableStream.from([Buffer.from(head), Buffer.alloc(bytes)]);
    await expect(parseUpload(cut, type, hold())).rejects.toThrow(AppError);
    expect(await readdir(root)).toEqual([]);
  },
);

test('Refuses a body that ends in a part of any kind, wherever it ends', async () => {
  const whole = Buffer.from(
    `${head}${'x'.repeat(20)}\r\n--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x\r\n\r\nc\r\n--x--\r\n`,
  );
  for (let end = 0; end < whole.length - 4; end += 1) {
    const cut = ReadableStream.from([whole.subarray(0, end)]);
    await expect(parseUpload(cut, type, hold()), `cut at ${end}`).rejects.toThrow(AppError);
  }
  expect(await readdir(root)).toEqual([]);
});

test.each(['', '\r\n--x--\r\n'])('Refuses a body of 30 MB that ends with %j', async (end) => {
  const body = ReadableStream.from([
    Buffer.from(head),
    ...Array.from({ length: 480 }, () => Buffer.alloc(64 * 1024)),
    Buffer.from(end),
  ]);
  await expect(parseUpload(body, type, hold())).rejects.toMatchObject({ status: 413 });
  expect(await readdir(root)).toEqual([]);
});

test('Refuses an endless body, and leaves nothing', async () => {
  const chunk = Buffer.alloc(1024 * 1024);
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull: (controller) => controller.enqueue(chunk),
  });
  await expect(parseUpload(endless, type, hold())).rejects.toMatchObject({ status: 413 });
  expect(await readdir(root)).toEqual([]);
});

test('Refuses 24 MB of empty parts after the first of them', async () => {
  const delimiters = Buffer.from('--x\r\n'.repeat(13_000));
  const before = process.cpuUsage().user;
  const body = ReadableStream.from(Array.from({ length: 370 }, () => delimiters));
  await expect(parseUpload(body, type, hold())).rejects.toMatchObject({
    message: 'The request has too many parts.',
  });
  // It took ten seconds before all kinds of parts were limited.
  expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(1_000);
});

test.each([
  ['a name of 9,000 characters', `content-disposition: form-data; name="${'n'.repeat(9_000)}"`],
  ['a name of 200 characters', `content-disposition: form-data; name="${'n'.repeat(200)}"`],
  ['a field without a name', 'content-disposition: form-data'],
  ['a file without a name', 'content-disposition: form-data; filename="a.png"'],
])('Refuses %s', async (_, header) => {
  const body = ReadableStream.from([Buffer.from(`--x\r\n${header}\r\n\r\nb\r\n--x--\r\n`)]);
  await expect(parseUpload(body, type, hold())).rejects.toMatchObject({ status: 400 });
});

test('Refuses texts of more than 256 KB in all', async () => {
  const field = `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(60_000)}\r\n`;
  const body = ReadableStream.from([
    ...Array.from({ length: 5 }, () => Buffer.from(field)),
    Buffer.from('--x--\r\n'),
  ]);
  await expect(parseUpload(body, type, hold())).rejects.toMatchObject({ status: 413 });
});

test('Refuses an upload beyond the disk budget, and releases its share', async () => {
  const budget = createBudget({ all: 1_000_000, network: 1_000_000, client: 1e9 });
  await expect(parseUpload(upload({ chunks: 0 }), type, budget.hold('a'))).rejects.toMatchObject({
    status: 503,
  });
  expect(await readdir(root)).toEqual([]);
  expect(() => budget.hold('b').add(1_000_000)).not.toThrow();
});

test('Releases the disk budget of an upload even if its files cannot be removed', async () => {
  const budget = createBudget({ all: 4_000_000, network: 4_000_000, client: 1e9 });
  const parsed = await parseUpload(upload({ chunks: 0 }), type, budget.hold('a'));
  disk.keepsFiles = true;
  await expect(parsed.dispose()).rejects.toThrow('EIO');
  expect(() => budget.hold('b').add(4_000_000)).not.toThrow();
});
