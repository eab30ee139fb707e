import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, opendir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { rethrowDiskFault } from '../disk-fault.ts';
import { nullWhenMissing, placeDurably, removeAbandoned, syncFolder } from './durable-files.ts';
import { isStorageKey, resolveRange, type Storage } from './storage.ts';

/** Folder of files that are being written, in the same file system, so that they can be renamed into place. */
const incoming = 'incoming';

/**
 * Storage in a folder, which is created when missing. Subfolders are named by the first two characters of the keys,
 * because file systems and tools are slow on a folder with a million files.
 */
export async function openDiskStorage(root: string): Promise<Storage> {
  await mkdir(join(root, incoming), { recursive: true });
  return {
    async put(key, bytes) {
      const { folder, file } = place(root, key);
      try {
        // The same key means the same content. The folder is synced in any case: another writer may not have done so
        // yet.
        if ((await sizeOf(file)) !== bytes.byteLength) await placeDurably(file, bytes, join(root, incoming));
        await syncFolder(folder);
      } catch (error) {
        rethrowDiskFault(error);
      }
    },

    async read(key, wanted) {
      if (!isStorageKey(key)) return null;
      const { file } = place(root, key);
      const handle = await open(file).catch(nullWhenMissing);
      if (!handle) return null;
      const { size, mtimeMs: mtime } = await handle.stat();
      const range = resolveRange(wanted, size);
      if (size > 0 && range !== 'unsatisfiable')
        return { stream: createReadStream(file, { fd: handle, ...range }), size, mtime, range };
      await handle.close();
      return { stream: Readable.from([]), size, mtime, range };
    },

    async delete(key) {
      await rm(place(root, key).file, { force: true });
    },

    async *list() {
      for (const shard of await readdir(root, { withFileTypes: true })) {
        if (!shard.isDirectory() || shard.name === incoming) continue;
        for await (const { name } of await opendir(join(root, shard.name))) {
          if (!isStorageKey(name)) continue;
          const found = await stat(join(root, shard.name, name)).catch(nullWhenMissing);
          if (found) yield { key: name, modified: found.mtimeMs, size: found.size };
        }
      }
    },

    dropAbandoned: (before) => removeAbandoned(join(root, incoming), before),
    check: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK),
  };
}

function place(root: string, key: string): { folder: string; file: string } {
  if (!isStorageKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
  const folder = join(root, key.slice(0, 2));
  return { folder, file: join(folder, key) };
}

async function sizeOf(file: string): Promise<number | null> {
  return (await stat(file).catch(nullWhenMissing))?.size ?? null;
}
