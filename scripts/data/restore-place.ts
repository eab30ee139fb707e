// Where a backup is put back. All of it is unpacked beside its place and moved there once it is known to be right, the
// database last: a restore that is cut off leaves a folder `restore.partial`, which the next one removes, and nothing
// that a server would take.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { prepareDirectory } from '../../src/lib/server/platform/config/data-directory.ts';
import { takeDirectory } from '../../src/lib/server/platform/db/directory-lock.ts';

/** What is wrong, in one sentence for whoever runs it. */
export class RestoreError extends Error {}

const partialName = 'restore.partial';
const databaseFile = 'naijabuilt.db';

export interface Place {
  /** The configuration of the folder beside the place. */
  partial: Config;
  /** Moves what was unpacked into the place. */
  settle(): Promise<void>;
  /** Ends the restore, and removes what did not get into the place. */
  leave(): Promise<void>;
}

/**
 * @param brings what the backup puts into DATA_DIR
 * @throws RestoreError where some of that is there already; nothing has been changed then
 */
export async function openPlace(
  config: Config,
  brings: { database: boolean; secret: boolean },
): Promise<Place> {
  const { dataDir } = config;
  const names = [
    // The logs of a database that is gone would be read into the one that comes.
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
