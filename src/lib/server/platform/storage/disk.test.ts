import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskStorage } from './disk.ts';
import { contentTypeOf, isStorageKey, type Storage } from './storage.ts';

const key = 'abc123-64.webp';
const badKeys = [
  '',
  '.',
  '..',
  '../../etc/passwd',
  'abc',
  'abc-64',
  'abc-64.svg',
  'ABC-64.png',
  'a/b-64.png',
  'abc-64.png/..',
  'abc-64.png\0',
  '-64.png',
  'abc-.png',
  'abc--64.png',
  'ab\n-64.png',
  'abc-64.png\n',
];

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'naijabuilt-storage-'));
  storage = await openDiskStorage(join(root, 'media'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function textOf(range?: { start: number; end: number }): Promise<string | null> {
  const file = await storage.read(key, range);
  return file && (await buffer(file.stream)).toString();
}

describe('disk storage', () => {
  test('gives back what was put, with its size and time, and nothing for what was not', async () => {
    expect(await storage.read(key)).toBeNull();
    await storage.put(key, Buffer.from('0123456789'));
    expect(await textOf()).toBe('0123456789');
    const file = await storage.read(key);
    file?.stream.destroy();
    expect(file?.size).toBe(10);
    expect(Math.abs((file?.mtime ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    [0, 3, '0123'],
    [4, 4, '4'],
    [7, 99, '789'],
    [10, 12, ''],
  ])('bytes %i to %i', async (start, end, text) => {
    await storage.put(key, Buffer.from('0123456789'));
    expect(await textOf({ start, end })).toBe(text);
  });

  test('the same put twice, also at once, leaves one whole file and nothing half done', async () => {
    const bytes = Buffer.alloc(200_000, 7);
    await Promise.all(Array.from({ length: 8 }, () => storage.put(key, bytes)));
    await storage.put(key, bytes);
    expect((await textOf())?.length).toBe(200_000);
    expect(await readdir(join(root, 'media', 'ab'))).toEqual([key]);
    expect(await readdir(join(root, 'media', 'incoming'))).toEqual([]);
  });

  test('what was deleted is gone, and deleting it again is no error', async () => {
    await storage.put(key, Buffer.from('x'));
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.read(key)).toBeNull();
  });

  test('lists every file and nothing else', async () => {
    const keys = ['abc123-64.webp', 'abd-128.avif', 'f0-1.png'];
    for (const one of keys) await storage.put(one, Buffer.from(one));
    await writeFile(join(root, 'media', 'notes.txt'), 'by hand');
    await writeFile(join(root, 'media', 'ab', '.DS_Store'), 'by a tool');
    const found: string[] = [];
    for await (const file of storage.list()) {
      found.push(file.key);
      expect(Math.abs(file.modified - Date.now())).toBeLessThan(60_000);
    }
    expect(found.sort()).toEqual(keys);
  });

  test.each(badKeys)('%j is no key', async (bad) => {
    expect(isStorageKey(bad)).toBe(false);
    expect(contentTypeOf(bad)).toBeNull();
    expect(await storage.read(bad)).toBeNull();
    await expect(storage.put(bad, Buffer.from('x'))).rejects.toThrow(TypeError);
    await expect(storage.delete(bad)).rejects.toThrow(TypeError);
  });

  test('what a process left under way is removed an hour later, not before', async () => {
    const folder = join(root, 'media', 'incoming');
    await writeFile(join(folder, 'old'), 'x');
    await writeFile(join(folder, 'new'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(folder, 'old'), twoHoursAgo, twoHoursAgo);
    await openDiskStorage(join(root, 'media'));
    expect(await readdir(folder)).toEqual(['new']);
  });

  test('check tells whether the folder is there', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    await rm(join(root, 'media'), { recursive: true });
    await expect(storage.check()).rejects.toThrow('ENOENT');
  });

  test('a put that fails leaves nothing behind', async () => {
    await writeFile(join(root, 'media', 'ab'), 'in the way of the folder');
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow();
    expect(await readdir(join(root, 'media', 'incoming'))).toEqual([]);
    expect(await storage.read(key)).toBeNull();
  });

  test('the media type follows from the key', () => {
    expect(contentTypeOf('ab-1.jpg')).toBe('image/jpeg');
    expect(contentTypeOf('ab-1.avif')).toBe('image/avif');
  });
});
