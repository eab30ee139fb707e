import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rethrowDiskFault } from '../disk-fault.ts';
import { buildFolder, buildPath, isBuildName, type BuildObjects, type StoredBuild } from './build-objects.ts';
import { nullWhenMissing, placeDurably, syncFolder } from './durable-files.ts';

/**
 * Builds in a folder, which is created when missing.
 * @param incoming folder of files that are being written, in the same file system
 */
export function diskBuilds(root: string, incoming: string): BuildObjects {
  const folder = join(root, buildFolder);
  return {
    async put(name, bytes) {
      try {
        await placeDurably(join(root, buildPath(name)), bytes, incoming);
        await syncFolder(folder);
      } catch (error) {
        rethrowDiskFault(error);
      }
    },
    read: (name) => readFile(join(root, buildPath(name))).catch(nullWhenMissing),
    async list() {
      const found: StoredBuild[] = [];
      for (const name of (await readdir(folder).catch(nullWhenMissing)) ?? []) {
        const file = isBuildName(name) ? await stat(join(folder, name)).catch(nullWhenMissing) : null;
        if (file) found.push({ name, modified: file.mtimeMs, size: file.size });
      }
      return found;
    },
    delete: (name) => rm(join(root, buildPath(name)), { force: true }),
  };
}
