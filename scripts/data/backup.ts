// A backup: the database at one instant, and every picture that it refers to.
//
//   <folder>/backup.lock          locked during a backup; an empty file, which stays
//   <folder>/media/…              pictures, by content, shared by all backups: only new ones are copied
//   <folder>/<instant>/…          one backup: the database's files, the secret, the operator's brand, the list of its
//                                 pictures, manifest.json
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, openStorage } from '../../src/compose.ts';
import { ConfigError, type Config } from '../../src/lib/server/platform/config/config.ts';
import { writePrivately } from '../../src/lib/server/platform/config/data-directory.ts';
import { lockFile } from '../../src/lib/server/platform/db/directory-lock.ts';
import { appliedMigrations } from '../../src/lib/server/platform/db/migrate.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import { storeSetting } from '../../src/lib/server/platform/db/setting-queries.ts';
import { lastBackupSetting } from '../../src/lib/server/doctor/index.ts';
import { openDiskStorage } from '../../src/lib/server/platform/storage/disk.ts';
import type { Storage } from '../../src/lib/server/platform/storage/storage.ts';
import { copyPostgres, copySqlite, describeFile } from './copy-database.ts';
import { copyBrand } from './brand-files.ts';
import { checksumOfFile, copyMissing } from './copy-files.ts';
import type { Manifest } from './manifest.ts';

export const backupName = /^\d{8}T\d{9}Z$/;
export const pictureList = 'pictures.tsv';

export interface BackupOptions {
  config: Config;
  folder: string;
  /** The number of backups to keep, including this one; by default all. */
  keep?: number | undefined;
  progress?: (step: string) => (done: number, total: number) => void;
}

export interface BackupResult {
  /** Path of the new backup. */
  name: string;
  manifest: Manifest;
  copied: number;
  removed: string[];
  /** Why the database could not record this backup, which is complete anyway. */
  noteError?: unknown;
}

/** Its message is one sentence for the operator. */
export class BackupError extends Error {}

/**
 * Takes a backup of the configured directory, while it is in use.
 * @throws ConfigError if there is no directory; nothing has been written then
 * @throws BackupError if another backup into `folder` is in progress, or a picture was not copied
 */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { config, folder } = options;
  await checkDirectory(config);
  writePrivately();
  await mkdir(folder, { recursive: true });
  const lock = lockFile(join(folder, 'backup.lock'), 'exclusive');
  if (!lock)
    throw new BackupError(
      `Another backup into ${folder} is under way. Run this one again when that has ended.`,
    );
  try {
    const result = await backUpAlone(options);
    try {
      await noteBackup(config, Date.parse(result.manifest.createdAt));
      return result;
    } catch (noteError) {
      // A backup needs only reads: it works on a full disk, on a standby, and for an account that may not write.
      return { ...result, noteError };
    }
  } finally {
    lock.release();
  }
}

/** So that the site can tell how old its last backup is. */
async function noteBackup(config: Config, at: number): Promise<void> {
  const db = await openDatabase(config);
  try {
    await db.write((trx) => storeSetting(trx, lastBackupSetting, String(at)));
  } finally {
    await db.close();
  }
}

/** A mistyped variable must not lead to an empty backup. */
async function checkDirectory(config: Config): Promise<void> {
  const { dataDir, databaseUrl, mediaUrl } = config;
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    throw new ConfigError(
      `DATA_DIR=${dataDir}: there is no database. Set DATA_DIR to the directory to back up, or DATABASE_URL.`,
    );
  if (mediaUrl === undefined && !existsSync(join(dataDir, 'media')))
    throw new ConfigError(
      `DATA_DIR=${dataDir}: there are no pictures. Set DATA_DIR to the directory to back up, or MEDIA_URL.`,
    );
  if (databaseUrl === undefined) return;
  const database = await openDatabase(config);
  try {
    if ((await appliedMigrations(database)).length === 0)
      throw new ConfigError('DATABASE_URL: the database is empty. Set it to the one to back up.');
  } finally {
    await database.close();
  }
}

async function backUpAlone({ config, folder, keep, progress }: BackupOptions): Promise<BackupResult> {
  const [storage, kept] = [await openStorage(config), await openDiskStorage(join(folder, 'media'))];
  const createdAt = new Date();
  const name = createdAt.toISOString().replace(/[-:.]/g, '');
  // An incomplete backup has another name, and the next backup removes it.
  for (const old of await readdir(folder)) if (old.endsWith('.partial')) await remove(join(folder, old));
  const partial = join(folder, `${name}.partial`);
  await mkdir(partial);

  // Before the database and again after it: pictures that it refers to existed at its instant, and are not deleted
  // within the hour.
  const before = await copyMissing(storage, kept, progress?.('pictures'));
  const database =
    config.databaseUrl === undefined
      ? await copySqlite(config, partial)
      : await copyPostgres(config, config.databaseUrl, partial);
  const after = await copyMissing(storage, kept, progress?.('pictures'));

  const files = [...database.files];
  const secret = join(config.dataDir, 'auth-secret');
  if (existsSync(secret)) {
    await writeFile(join(partial, 'auth-secret'), await readFile(secret), { mode: 0o600 });
    files.push(await describeFile(partial, 'auth-secret'));
  }
  files.push(...(await copyBrand(config, partial)));
  const pictures = await writePictureList(
    folder,
    partial,
    kept,
    new Set([...before.files.keys(), ...after.files.keys()]),
  );
  files.push(await describeFile(partial, pictureList));
  const manifest: Manifest = {
    format: 1,
    createdAt: createdAt.toISOString(),
    ...database,
    files,
    pictures,
  };
  await writeFile(join(partial, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(partial, join(folder, name));
  const removed = keep === undefined ? [] : await prune(folder, kept, keep);
  return { name, manifest, copied: before.copied.size + after.copied.size, removed };
}

/** Names of all complete backups, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => backupName.test(name)).sort();
}

/** Writes key, bytes and SHA-256 of each picture. Pictures that an earlier backup has hashed are not read again. */
async function writePictureList(
  folder: string,
  partial: string,
  kept: Storage,
  keys: Set<string>,
): Promise<number> {
  const newest = (await backupsIn(folder)).at(-1);
  const known =
    newest === undefined ? new Map<string, string>() : await readPictureList(join(folder, newest));
  const lines: string[] = [];
  for (const key of [...keys].sort()) {
    lines.push(known.get(key) ?? (await lineOf(kept, key)));
  }
  await writeFile(join(partial, pictureList), lines.map((line) => `${line}\n`).join(''));
  return lines.length;
}

async function lineOf(kept: Storage, key: string): Promise<string> {
  const found = await checksumOfFile(kept, key);
  if (!found)
    throw new BackupError(`The picture ${key} was copied and is gone again from the backup. Run it again.`);
  return `${key}\t${found.size}\t${found.sha256}`;
}

/** Lines by key. */
export async function readPictureList(backup: string): Promise<Map<string, string>> {
  const text = await readFile(join(backup, pictureList), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line]));
}

/** Removes the oldest backups, and pictures of no other backup. */
async function prune(folder: string, kept: Storage, keep: number): Promise<string[]> {
  const all = await backupsIn(folder);
  const removed = all.slice(0, Math.max(0, all.length - keep));
  if (removed.length === 0) return [];
  for (const name of removed) await remove(join(folder, name));
  const wanted = new Set<string>();
  for (const name of await backupsIn(folder))
    for (const key of (await readPictureList(join(folder, name))).keys()) wanted.add(key);
  for await (const { key } of kept.list()) if (!wanted.has(key)) await kept.delete(key);
  return removed;
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
