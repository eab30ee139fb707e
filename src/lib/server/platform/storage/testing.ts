// For tests only: the contract that every storage fulfils.
import { buffer } from 'node:stream/consumers';
import { nameOfBuild } from './build-objects.ts';
import { expect, test } from 'vitest';
import type { Storage } from './storage.ts';

export const key = 'abc123-64.webp';

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

export async function textOf(
  storage: Storage,
  range?: { start: number; end: number },
): Promise<string | null> {
  const file = await storage.read(key, range);
  return file && (await buffer(file.stream)).toString();
}

/** @param opened an empty storage, new for each test */
export function testStorage(opened: () => Storage): void {
  test('Reads what was put, with its size and time, and nothing for other keys', async () => {
    const storage = opened();
    expect(await storage.read(key)).toBeNull();
    await storage.put(key, Buffer.from('0123456789'));
    expect(await textOf(storage)).toBe('0123456789');
    const file = await storage.read(key);
    file?.stream.destroy();
    expect(file?.size).toBe(10);
    expect(Math.abs((file?.mtime ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    [0, 3, '0123'],
    [4, 4, '4'],
    [7, 99, '789'],
    [7, Number.MAX_SAFE_INTEGER, '789'],
    [10, 12, ''],
  ])('Reads the bytes %i to %i of a file', async (start, end, text) => {
    const storage = opened();
    await storage.put(key, Buffer.from('0123456789'));
    expect(await textOf(storage, { start, end })).toBe(text);
    const file = await storage.read(key, { start, end });
    file?.stream.destroy();
    expect(file?.size).toBe(10);
  });

  test('Keeps one whole file that is put several times, also at once', async () => {
    const storage = opened();
    const bytes = Buffer.alloc(200_000, 7);
    await Promise.all(Array.from({ length: 8 }, () => storage.put(key, bytes)));
    await storage.put(key, bytes);
    expect((await textOf(storage))?.length).toBe(200_000);
  });

  test('Deletes a file, and accepts that it is deleted again', async () => {
    const storage = opened();
    await storage.put(key, Buffer.from('x'));
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.read(key)).toBeNull();
  });

  test('Lists every file with its time and size', async () => {
    const storage = opened();
    const keys = ['abc123-64.webp', 'abd-128.avif', 'f0-1.png'];
    for (const one of keys) await storage.put(one, Buffer.from(one));
    const found: string[] = [];
    for await (const file of storage.list()) {
      found.push(file.key);
      expect(Math.abs(file.modified - Date.now())).toBeLessThan(60_000);
      expect(file.size).toBe(file.key.length);
    }
    expect(found.sort()).toEqual(keys);
  });

  test('Keeps the files of builds apart from pictures', async () => {
    const storage = opened();
    const secret = new Uint8Array(32);
    const [first, second] = [Buffer.from('one build'), Buffer.from('another build')];
    const [one, other] = [nameOfBuild(secret, first), nameOfBuild(secret, second)];
    expect(await storage.builds.list()).toEqual([]);
    expect(await storage.builds.read(one)).toBeNull();
    await storage.builds.put(one, first);
    await storage.builds.put(other, second);
    expect((await storage.builds.read(one))?.toString()).toBe('one build');
    const listed = await storage.builds.list();
    expect(listed.map(({ name, size }) => [name, size]).sort()).toEqual(
      [
        [one, 9],
        [other, 13],
      ].sort(),
    );
    for (const { modified } of listed) expect(Math.abs(modified - Date.now())).toBeLessThan(60_000);
    const pictures: string[] = [];
    for await (const { key } of storage.list()) pictures.push(key);
    expect(pictures).toEqual([]);
    await storage.builds.delete(one);
    await storage.builds.delete(one);
    expect((await storage.builds.list()).map(({ name }) => name)).toEqual([other]);
    for (const bad of ['', '..', '../auth-secret', `${other}/..`, key])
      await expect(Promise.try(() => storage.builds.put(bad, first))).rejects.toThrow(TypeError);
  });

  test.each(badKeys)('Refuses %j as a key', async (bad) => {
    const storage = opened();
    expect(await storage.read(bad)).toBeNull();
    await expect(storage.put(bad, Buffer.from('x'))).rejects.toThrow(TypeError);
    await expect(storage.delete(bad)).rejects.toThrow(TypeError);
  });
}
