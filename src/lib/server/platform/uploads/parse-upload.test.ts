import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../shared/limits.ts';
import { AppError } from '../errors.ts';
import { parseUpload } from './parse-upload.ts';

const contentType = 'multipart/form-data; boundary=b';
const head = '--b\r\ncontent-disposition: form-data; name="logo"; filename="logo.png"\r\n\r\n';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** A body that begins a file and goes on as `rest` says. */
function body(rest: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull: rest,
  });
}

describe('an upload that ends in the middle of a file', () => {
  test('because the client left is over, and leaves nothing', async () => {
    let chunks = 0;
    const leaving = body((controller) => {
      chunks += 1;
      if (chunks <= 20) controller.enqueue(Buffer.alloc(64 * 1024));
      else controller.error(new Error('aborted'));
    });
    await expect(parseUpload(leaving, contentType)).rejects.toMatchObject({ status: 400 });
    expect(await readdir(folder)).toEqual([]);
  });

  test('because its body does is refused, and leaves nothing', async () => {
    const cut = body((controller) => {
      controller.enqueue(Buffer.alloc(1024));
      controller.close();
    });
    await expect(parseUpload(cut, contentType)).rejects.toThrow(AppError);
    expect(await readdir(folder)).toEqual([]);
  });

  test('because it is far too large is refused, and leaves nothing', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    const endless = body((controller) => controller.enqueue(chunk));
    await expect(parseUpload(endless, contentType)).rejects.toMatchObject({ status: 413 });
    expect(await readdir(folder)).toEqual([]);
  });
});

test('a whole one is there until it is disposed of', async () => {
  const whole = body((controller) => {
    controller.enqueue(Buffer.concat([Buffer.alloc(limits.imageBytes, 7), Buffer.from('\r\n--b--\r\n')]));
    controller.close();
  });
  const upload = await parseUpload(whole, contentType);
  expect(upload.files['logo']?.[0]?.size).toBe(limits.imageBytes);
  expect(await readdir(folder)).toHaveLength(1);
  await upload.dispose();
  expect(await readdir(folder)).toEqual([]);
});
