import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeUploadFolder, prepareUploads } from './upload-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('the folder for uploads is made where it is missing', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'of', 'uploads'));
  await prepareUploads();
  const one = await makeUploadFolder();
  expect(await readdir(join(folder, 'of', 'uploads'))).toEqual([basename(one)]);
});

test('what a process that died has left is removed; what comes in now, and what is not ours, stays', async () => {
  vi.stubEnv('TMPDIR', folder);
  const [left, now] = [await makeUploadFolder(), await makeUploadFolder()];
  const other = join(folder, 'other');
  await mkdir(other);
  await writeFile(join(left, '0'), 'half a picture');
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const path of [left, other]) await utimes(path, twoHoursAgo, twoHoursAgo);
  await prepareUploads();
  expect((await readdir(folder)).sort()).toEqual([basename(now), 'other'].sort());
});
