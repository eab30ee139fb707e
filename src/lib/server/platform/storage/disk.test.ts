import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';
import { key, testStorage } from './testing.ts';

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'naijabuilt-storage-'));
  storage = await openDiskStorage(join(root, 'media'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('Disk storage', () => {
  testStorage(() => storage);

  test('Stores a file completely when it is put several times at once', async () => {
    const bytes = Buffer.alloc(200_000, 7);
    await Promise.all(Array.from({ length: 8 }, () => storage.put(key, bytes)));
    expect(await readdir(join(root, 'media', 'ab'))).toEqual([key]);
    expect(await readdir(join(root, 'media', 'incoming'))).toEqual([]);
  });

  test('Does not list foreign files', async () => {
    await storage.put(key, Buffer.from('x'));
    await writeFile(join(root, 'media', 'notes.txt'), 'by hand');
    await writeFile(join(root, 'media', 'ab', '.DS_Store'), 'by a tool');
    const found: string[] = [];
    for await (const file of storage.list()) found.push(file.key);
    expect(found).toEqual([key]);
  });

  test('Removes unfinished files of a dead process by their age', async () => {
    const folder = join(root, 'media', 'incoming');
    await writeFile(join(folder, 'old'), 'x');
    await writeFile(join(folder, 'new'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(folder, 'old'), twoHoursAgo, twoHoursAgo);
    expect(await storage.dropAbandoned(Date.now() - 60 * 60 * 1000)).toBe(1);
    expect(await readdir(folder)).toEqual(['new']);
  });

  test('Checks whether the folder exists', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    await rm(join(root, 'media'), { recursive: true });
    await expect(storage.check()).rejects.toThrow('ENOENT');
  });

  test('Leaves nothing behind after a failed put', async () => {
    await writeFile(join(root, 'media', 'ab'), 'in the way of the folder');
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow();
    expect(await readdir(join(root, 'media', 'incoming'))).toEqual([]);
    expect(await storage.read(key)).toBeNull();
  });
});
