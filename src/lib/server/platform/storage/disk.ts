import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, opendir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
      const file = fileOf(root, key);
      try {
        await placeDurably(file, bytes, join(root, incoming));
        await syncFolder(dirname(file));
      } catch (error) {
        rethrowDiskFault(error);
      }
    },

    async read(key, wanted) {
      if (!isStorageKey(key)) return null;
      const file = fileOf(root, key);
      const handle = await open(file).catch(nullWhenMissing);
      if (!handle) return null;
      const { size } = await handle.stat();
      const range = resolveRange(wanted, size);
      if (size > 0 && range !== 'unsatisfiable')
        return { stream: createReadStream(file, { fd: handle, ...range }), size, range };
      await handle.close();
      return { stream: Readable.from([]), size, range };
    },

    async delete(key) {
      await rm(fileOf(root, key), { force: true });
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

function fileOf(root: string, key: string): string {
  if (!isStorageKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
  return join(root, key.slice(0, 2), key);
}
