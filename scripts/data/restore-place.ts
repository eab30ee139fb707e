// The target folder of a restore. Everything is unpacked into a folder `restore.partial` and moved to its place once it
// was checked, the database last. So an interrupted restore leaves only that folder, which the next one removes, and
// nothing that a server would use.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { prepareDirectory } from '../../src/lib/server/platform/config/data-directory.ts';
import { takeDirectory } from '../../src/lib/server/platform/db/directory-lock.ts';

/** A problem in one sentence for the operator. */
export class RestoreError extends Error {}

const partialName = 'restore.partial';
const databaseFile = 'naijabuilt.db';

export interface Place {
  /** The configuration with the partial folder as DATA_DIR. */
  partial: Config;
  /** Moves the unpacked files into their place. */
  settle(): Promise<void>;
  /** Removes the partial folder and releases the directory. */
  leave(): Promise<void>;
}

/**
 * @param brings what the backup puts into DATA_DIR
 * @throws RestoreError where some of that exists already, before anything is changed
 */
export async function openPlace(
  config: Config,
  brings: { database: boolean; secret: boolean },
): Promise<Place> {
  const { dataDir } = config;
  const names = [
    // SQLite would replay the log of a deleted database into the restored one.
    ...(brings.database ? [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`] : []),
    ...(brings.secret ? ['auth-secret'] : []),
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
