import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeUploadFolder, prepareUploads, sweepUploadFolders } from './upload-folders.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  vi.stubEnv('TMPDIR', root);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

test('Removes folders of a killed process by their age, and nothing else', async () => {
  const [old, young] = [await makeUploadFolder(), await makeUploadFolder()];
  await writeFile(join(old, '0'), 'half a picture');
  await writeFile(join(root, 'notes.txt'), 'of somebody else');
  const before = Date.now() - 60 * 60_000;
  for (const path of [old, join(root, 'notes.txt')])
    await utimes(path, before / 1000 - 60, before / 1000 - 60);
  expect(await sweepUploadFolders(before)).toBe(1);
  expect((await readdir(root)).toSorted()).toEqual([basename(young), 'notes.txt'].toSorted());
});

test('Creates the folder for uploads if it is missing', async () => {
  vi.stubEnv('TMPDIR', join(root, 'of', 'uploads'));
  prepareUploads();
  const one = await makeUploadFolder();
  expect(await readdir(join(root, 'of', 'uploads'))).toEqual([basename(one)]);
});
