// A backup: the rows at one instant, and every picture that they refer to.
//
//   <folder>/backup.lock          locked during a backup; an empty file, which stays
//   <folder>/media/…              pictures, by content, shared by all backups: only new ones are copied
//   <folder>/<instant>/…          one backup: rows.ndjson.zst, the secret, the operator's brand, manifest.json
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import pLimit from 'p-limit';
import { z } from 'zod';
import { openDatabase, openStorage } from '../../src/open-stores.ts';
import { lastBackupSetting } from '../../src/lib/server/doctor/index.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { ConfigError } from '../../src/lib/server/platform/errors.ts';
import { lockFile } from '../../src/lib/server/platform/db/directory-lock.ts';
import { appliedMigrations } from '../../src/lib/server/platform/db/migrate.ts';
import { storeSetting } from '../../src/lib/server/platform/db/setting-queries.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import { openDiskStorage } from '../../src/lib/server/platform/storage/disk.ts';
import type { Storage } from '../../src/lib/server/platform/storage/storage.ts';
import { Refusal } from '../command.ts';
import { linesOf } from './rows.ts';

export const rowsFile = 'rows.ndjson.zst';

export const manifestSchema = z.object({
  format: z.literal(2),
  createdAt: z.string(),
  /** Names of the migrations that its schema has. */
  migrations: z.array(z.string()),
  /** Rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** Of the file of the rows. */
  sha256: z.string(),
  /** Bytes of each picture. */
  pictures: z.record(z.string(), z.number()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface BackupResult {
  name: string;
  manifest: Manifest;
  /** Pictures that no earlier backup had. */
  copied: number;
  removed: string[];
}

/**
 * Takes a backup of the configured directory, while it is in use.
 * @param keep the number of backups to keep, including this one; by default all
 * @throws ConfigError if there is no directory; nothing has been written then
 * @throws Refusal if another backup into `folder` is in progress
 */
export async function backUp(config: Config, folder: string, keep?: number): Promise<BackupResult> {
  await checkDirectory(config);
  process.umask(0o077);
  await mkdir(folder, { recursive: true });
  const lock = lockFile(join(folder, 'backup.lock'));
  if (!lock)
    throw new Refusal(`Another backup into ${folder} is under way. Run this one again when that has ended.`);
  try {
    return await backUpAlone(config, folder, keep);
  } finally {
    lock.release();
  }
}

/** A mistyped variable must not lead to an empty backup. */
async function checkDirectory({ dataDir, databaseUrl, mediaUrl }: Config): Promise<void> {
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    throw new ConfigError(
      `DATA_DIR=${dataDir}: there is no database. Set DATA_DIR to the directory to back up, or DATABASE_URL.`,
    );
  if (mediaUrl === undefined && !existsSync(join(dataDir, 'media')))
    throw new ConfigError(
      `DATA_DIR=${dataDir}: there are no pictures. Set DATA_DIR to the directory to back up, or MEDIA_URL.`,
    );
}

async function backUpAlone(config: Config, folder: string, keep: number | undefined): Promise<BackupResult> {
  const [storage, kept] = [await openStorage(config), await openDiskStorage(join(folder, 'media'))];
  const createdAt = new Date();
  const name = createdAt.toISOString().replace(/[-:.]/g, '');
  // An incomplete backup has another name, and the next backup removes it.
  for (const old of await readdir(folder)) if (old.endsWith('.partial')) await remove(join(folder, old));
  const partial = join(folder, `${name}.partial`);
  await mkdir(partial);

  // Before the database and again after it: pictures that it refers to existed at its instant, and are not deleted
  // within the hour.
  const before = await copyMissing(storage, kept);
  const rows: Record<string, number> = {};
  const file = join(partial, rowsFile);
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(Readable.from(linesOf(config, rows)), createZstdCompress(), target);
  const after = await copyMissing(storage, kept);
  for (const own of ['auth-secret', 'brand'])
    if (existsSync(join(config.dataDir, own)))
      await cp(join(config.dataDir, own), join(partial, own), { recursive: true });
  const manifest: Manifest = {
    format: 2,
    createdAt: createdAt.toISOString(),
    migrations: await noteBackup(config, createdAt.getTime()),
    rows,
    sha256: await checksumOf(file),
    pictures: { ...before.files, ...after.files },
  };
  await writeFile(join(partial, 'manifest.json'), JSON.stringify(manifest));
  await rename(partial, join(folder, name));
  const removed = keep === undefined ? [] : await prune(folder, kept, keep);
  return { name, manifest, copied: before.copied + after.copied, removed };
}

/** So that the site can tell how old its last backup is. @returns the names of its migrations */
async function noteBackup(config: Config, at: number): Promise<string[]> {
  const db = await openDatabase(config);
  try {
    // A backup needs only reads: it works on a full disk, on a standby, and for an account that may not write.
    await db
      .write((trx) => storeSetting(trx, lastBackupSetting, String(at)))
      .catch((error: unknown) => console.error('The database did not take the note of this backup:', error));
    return await appliedMigrations(db);
  } finally {
    await db.close();
  }
}

export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Names of all complete backups, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{8}T\d{9}Z$/.test(name)).sort();
}

export async function readManifest(backup: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')));
}

async function sizesIn(storage: Storage): Promise<Record<string, number>> {
  const files: Record<string, number> = {};
  for await (const { key, size } of storage.list()) files[key] = size;
  return files;
}

/**
 * Copies files that are missing in `to`, or have another size there. A key names the content of its file.
 * @param wanted keys with sizes; all files of `from` by default
 * @returns the files, without those that were deleted meanwhile, and how many were copied
 */
export async function copyMissing(
  from: Storage,
  to: Storage,
  wanted?: Record<string, number>,
): Promise<{ files: Record<string, number>; copied: number }> {
  const [sizes, there] = [wanted ?? (await sizesIn(from)), await sizesIn(to)];
  const files: Record<string, number> = {};
  let copied = 0;
  await pLimit(8).map(Object.entries(sizes), async ([key, size]) => {
    if (there[key] !== size) {
      const file = await from.read(key);
      if (!file) return;
      await to.put(key, await buffer(file.stream));
      copied += 1;
    }
    files[key] = size;
  });
  return { files, copied };
}

/** Removes the oldest backups, and pictures of no other backup. */
async function prune(folder: string, kept: Storage, keep: number): Promise<string[]> {
  const removed = (await backupsIn(folder)).slice(0, -keep);
  for (const name of removed) await remove(join(folder, name));
  if (removed.length === 0) return [];
  const wanted = new Set<string>();
  for (const name of await backupsIn(folder))
    for (const key of Object.keys((await readManifest(join(folder, name))).pictures)) wanted.add(key);
  for await (const { key } of kept.list()) if (!wanted.has(key)) await kept.delete(key);
  return removed;
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
