// The place where a backup is restored. Everything is unpacked beside it and moved there once it is checked, the
// database last: an interrupted restore leaves a folder `restore.partial`, which the next one removes, and nothing
// that a server would use.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { prepareDirectory } from '../../src/lib/server/platform/config/data-directory.ts';
import { takeDirectory } from '../../src/lib/server/platform/db/directory-lock.ts';

/** Its message is one sentence for the operator. */
export class RestoreError extends Error {}

const partialName = 'restore.partial';
const databaseFile = 'naijabuilt.db';

export interface Place {
  /** The configuration of the folder beside the place. */
  partial: Config;
  /** Moves the unpacked files into the place. */
  settle(): Promise<void>;
  /** Ends the restore, and removes files that were not moved. */
  leave(): Promise<void>;
}

/**
 * @param brings the parts that the backup puts into DATA_DIR
 * @throws RestoreError if one of them exists; nothing has been changed then
 */
export async function openPlace(
  config: Config,
  brings: { database: boolean; secret: boolean; brand: boolean },
): Promise<Place> {
  const { dataDir } = config;
  const names = [
    // SQLite would apply the log of a removed database to the restored one.
    ...(brings.database ? [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`] : []),
    ...(brings.secret ? ['auth-secret'] : []),
    ...(brings.brand ? ['brand'] : []),
    ...(config.mediaUrl === undefined ? ['media'] : []),
  ];
  for (const name of names)
    if (existsSync(join(dataDir, name)))
      throw new RestoreError(`${join(dataDir, name)} is there already. Restore into an empty DATA_DIR.`);

  prepareDirectory({ dataDir });
  const lock = takeDirectory(dataDir);
  if (!lock)
    throw new RestoreError(
      `DATA_DIR=${dataDir}: a server runs there, or another restore. Restore into another one.`,
    );
  const folder = join(dataDir, partialName);
  const empty = (): Promise<void> => rm(folder, { recursive: true, force: true });
  await empty();
  await mkdir(folder, { mode: 0o700 });
  return {
    partial: { ...config, dataDir: folder },
    async settle() {
      const found = await readdir(folder);
      const inOrder = [
        ...found.filter((name) => name !== databaseFile),
        ...found.filter((name) => name === databaseFile),
      ];
      for (const name of inOrder) await rename(join(folder, name), join(dataDir, name));
    },
    async leave() {
      await empty();
      lock.release();
    },
  };
}
