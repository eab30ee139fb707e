// Copies pictures from one storage to another. A key is a hash of its content, so an existing file is not copied again.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Storage } from '../../src/lib/server/platform/storage/storage.ts';

const atOnce = 8;

export interface StoredBytes {
  size: number;
  sha256: string;
}

export type Progress = (done: number, total: number) => void;

export async function listFiles(storage: Storage): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  for await (const { key, size } of storage.list()) files.set(key, size);
  return files;
}

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const file = await storage.read(key);
  return file && (await buffer(file.stream));
}

export async function checksumOfFile(storage: Storage, key: string): Promise<StoredBytes | null> {
  const bytes = await read(storage, key);
  return bytes && { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Copies files that are missing in `to`, or have another size there.
 * @returns every file of `from`, and the checksums of the copied ones. A file that was deleted meanwhile is in
 * neither.
 */
export async function copyMissing(
  from: Storage,
  to: Storage,
  progress: Progress = () => undefined,
): Promise<{ files: Map<string, number>; copied: Map<string, StoredBytes> }> {
  const [files, there] = [await listFiles(from), await listFiles(to)];
  const copied = new Map<string, StoredBytes>();
  const missing = [...files].filter(([key, size]) => there.get(key) !== size);
  const inTurn = pLimit(atOnce);
  let done = 0;
  await inTurn.map(missing, async ([key]) => {
    const bytes = await read(from, key);
    if (bytes) {
      await to.put(key, bytes);
      copied.set(key, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    } else {
      files.delete(key);
    }
    progress((done += 1), missing.length);
  });
  return { files, copied };
}

/** @returns the files of `from` that differ in `to` */
export async function differingFiles(
  from: Storage,
  to: Storage,
  progress: Progress = () => undefined,
): Promise<string[]> {
  const keys = [...(await listFiles(from)).keys()];
  const differing: string[] = [];
  const inTurn = pLimit(atOnce);
  let done = 0;
  await inTurn.map(keys, async (key) => {
    const [one, other] = await Promise.all([checksumOfFile(from, key), checksumOfFile(to, key)]);
    if (one?.sha256 !== other?.sha256) differing.push(key);
    progress((done += 1), keys.length);
  });
  return differing.sort();
}
