// npm run restore -- <folder>: restores a backup into an empty place, on either database. Everything is unpacked beside
// it and moved there once it is checked, the database last: an interrupted restore leaves a folder `restore.partial`,
// which the next one removes, and nothing that a server would use.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseConfig, type Config } from '../src/lib/server/platform/config/config.ts';
import { prepareDirectory } from '../src/lib/server/platform/config/data-directory.ts';
import { takeDirectory } from '../src/lib/server/platform/db/directory-lock.ts';
import { knownMigrations } from '../src/lib/server/platform/db/migrate.ts';
import { openDiskStorage } from '../src/lib/server/platform/storage/disk.ts';
import { openStorage } from '../src/open-stores.ts';
import { inEnglish, Refusal, runCommand, secondsSince } from './command.ts';
import {
  backupsIn,
  checksumOf,
  copyFiles,
  ownFilesOf,
  readManifest,
  type Manifest,
} from './data/manifest.ts';
import { copyPictures } from './data/pictures.ts';
import { fill } from './data/tables.ts';

const help = `Usage: npm run restore -- <folder> [--backup <name>]

Puts a backup that npm run backup has made in <folder> into the place that the current
configuration names (DATA_DIR, DATABASE_URL, MEDIA_URL), on either database. DATA_DIR, and
the database of DATABASE_URL, must be empty. Compares every row and every byte of every
picture with the backup; only then is it moved into its place. If it is interrupted, run
it again.

  --backup <name>   which one, such as 20261121T080000000Z; the newest when left out
  --help            this text

Example: DATA_DIR=/srv/naijabuilt npm run restore -- /var/backups/naijabuilt`;

const database = 'naijabuilt.db';

/** @throws Refusal for a backup of a newer version, or with a file that is not as it was */
async function checkBackup(from: string, { files, migrations }: Manifest): Promise<void> {
  const unknown = migrations.filter((one) => !knownMigrations.includes(one));
  if (unknown.length > 0)
    throw new Refusal(`The backup is of a newer version: this one does not know ${unknown.join(', ')}.`);
  for (const { name, sha256 } of files)
    if (!existsSync(join(from, name)) || (await checksumOf(join(from, name))) !== sha256)
      throw new Refusal(`${join(from, name)} is missing or damaged. Use an older backup.`);
}

/** @throws Refusal where DATA_DIR has something that the backup would put there */
function checkPlace({ dataDir, databaseUrl, mediaUrl }: Config, own: readonly string[]): void {
  const names = [
    // SQLite would apply the log of a removed database to the restored one.
    ...(databaseUrl === undefined ? [database, `${database}-wal`, `${database}-shm`] : []),
    ...(mediaUrl === undefined ? ['media'] : []),
    ...new Set(own.map((name) => name.replace(/\/.*/, ''))),
  ];
  for (const name of names)
    if (existsSync(join(dataDir, name)))
      throw new Refusal(`${join(dataDir, name)} is there already. Restore into an empty DATA_DIR.`);
}

async function restorePictures(config: Config, folder: string, { pictures }: Manifest): Promise<void> {
  const kept = await openDiskStorage(join(folder, 'media'));
  // The folder holds the pictures of all backups.
  const wanted = {
    ...kept,
    async *list() {
      for await (const file of kept.list()) if (pictures[file.key] !== undefined) yield file;
    },
  };
  const { checksums } = await copyPictures(wanted, await openStorage(config));
  const wrong = Object.keys(pictures).find((key) => checksums.get(key) !== pictures[key]);
  if (wrong !== undefined)
    throw new Refusal(`The picture ${wrong} is missing from the backup, or damaged there.`);
}

async function restore(config: Config, folder: string, name: string): Promise<Manifest> {
  const from = join(folder, name);
  const manifest = await readManifest(from);
  const own = await ownFilesOf(from);
  checkPlace(config, own);
  prepareDirectory({ dataDir: config.dataDir });
  const lock = takeDirectory(config.dataDir);
  if (!lock)
    throw new Refusal(
      `DATA_DIR=${config.dataDir}: a server runs there, or another restore. Restore into another one.`,
    );
  const partial = { ...config, dataDir: join(config.dataDir, 'restore.partial') };
  const clear = (): Promise<void> => rm(partial.dataDir, { recursive: true, force: true });
  /** Moves what was unpacked into its place, the database last. */
  const settle = async (): Promise<void> => {
    const found = (await readdir(partial.dataDir)).sort(
      (a, b) => Number(a === database) - Number(b === database),
    );
    for (const one of found) await rename(join(partial.dataDir, one), join(config.dataDir, one));
  };
  try {
    await checkBackup(from, manifest);
    await clear();
    await mkdir(partial.dataDir, { mode: 0o700 });
    await copyFiles(own, from, partial.dataDir);
    await restorePictures(partial, folder, manifest);
    if (config.databaseUrl === undefined) {
      await fill(partial, from, manifest);
      await settle();
    } else await fill(partial, from, manifest, settle);
  } finally {
    await clear();
    lock.release();
  }
  return manifest;
}

const options = { backup: { type: 'string' } } as const;

await runCommand({ help, options, takes: [1, 1] }, async ({ values, positionals: [folder = ''] }) => {
  const began = performance.now();
  const found = await backupsIn(folder);
  const name = values.backup ?? found.at(-1);
  if (name === undefined || !found.includes(name))
    throw new Refusal(`There is no backup ${values.backup ?? ''} in ${folder}.`.replace('  ', ' '));
  const { pictures, tables } = await restore(parseConfig(process.env), folder, name);
  const rows = Object.values(tables).reduce((sum, one) => sum + one.rows, 0);
  console.log(
    `Restored ${name}: ${inEnglish(rows)} rows, ${inEnglish(Object.keys(pictures).length)} picture files, ${secondsSince(began)}.`,
  );
});
