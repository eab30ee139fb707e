// npm run backup -- <folder>: a backup of the configured directory, while it is in use: the database at one instant, and
// every picture that it refers to. scripts/data/manifest.ts says what lies where.
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastBackupSetting } from '../src/lib/server/doctor/index.ts';
import { ConfigError, parseConfig, type Config } from '../src/lib/server/platform/config/config.ts';
import { writePrivately } from '../src/lib/server/platform/config/data-directory.ts';
import { lockFile } from '../src/lib/server/platform/db/directory-lock.ts';
import { appliedMigrations } from '../src/lib/server/platform/db/migrate.ts';
import { storeSetting } from '../src/lib/server/platform/db/setting-queries.ts';
import { databaseFile } from '../src/lib/server/platform/db/sqlite.ts';
import { openDiskStorage } from '../src/lib/server/platform/storage/disk.ts';
import type { Storage } from '../src/lib/server/platform/storage/storage.ts';
import { openDatabase, openStorage } from '../src/open-stores.ts';
import { inEnglish, Refusal, runCommand, secondsSince, UsageError } from './command.ts';
import {
  backupsIn,
  checksumOf,
  copyFiles,
  ownFilesOf,
  readManifest,
  type Manifest,
} from './data/manifest.ts';
import { copyPictures } from './data/pictures.ts';
import { dump, fileOf } from './data/tables.ts';

const help = `Usage: npm run backup -- <folder> [--keep <number>]

Takes a backup of the directory of the current configuration (DATA_DIR, DATABASE_URL,
MEDIA_URL), while it is in use: the database as it is at one instant, every picture it
refers to, and the secret. Pictures that an earlier backup in <folder> has are not copied
again.

  --keep <number>   remove all but so many of the newest backups, and the pictures that
                    only they had
  --help            this text

Example: npm run backup -- /var/backups/naijabuilt --keep 14`;

/**
 * Switches to the user who owns `folder` if root runs this and that user owns DATA_DIR as well, or there is none: files
 * of root could neither be read nor removed by the nightly backup, which that user takes.
 */
function actAsOwner(folder: string, dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0 || (existsSync(dataDir) && statSync(dataDir).uid !== uid)) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** A mistyped variable must not lead to an empty backup. @throws ConfigError where there is nothing to back up */
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
  const applied = await appliedMigrations(database);
  await database.close();
  if (applied.length === 0)
    throw new ConfigError('DATABASE_URL: the database is empty. Set it to the one to back up.');
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

async function backUp(config: Config, folder: string, kept: Storage): Promise<Manifest & { copied: number }> {
  const storage = await openStorage(config);
  const createdAt = new Date();
  const name = createdAt.toISOString().replace(/[-:.]/g, '');
  // An incomplete backup has another name, and the next backup removes it.
  for (const old of await readdir(folder)) if (old.endsWith('.partial')) await remove(join(folder, old));
  const partial = join(folder, `${name}.partial`);
  await mkdir(partial);
  const newest = (await backupsIn(folder)).at(-1);
  const known = newest === undefined ? {} : (await readManifest(join(folder, newest))).pictures;
  // Before the database and again after it: pictures that it refers to existed at its instant, and are not deleted
  // within the hour.
  const before = await copyPictures(storage, kept, new Map(Object.entries(known)));
  const dumped = await dump(config, partial);
  const after = await copyPictures(storage, kept, before.checksums);
  const own = await ownFilesOf(config.dataDir);
  await copyFiles(own, config.dataDir, partial);
  const files: Manifest['files'] = [];
  for (const file of [...Object.keys(dumped.tables).map(fileOf), ...own])
    files.push({ name: file, sha256: await checksumOf(join(partial, file)) });
  const pictures = Object.fromEntries([...before.checksums, ...after.checksums]);
  const manifest: Manifest = { format: 2, createdAt: createdAt.toISOString(), ...dumped, files, pictures };
  await writeFile(join(partial, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  await rename(partial, join(folder, name));
  return { ...manifest, copied: before.copied + after.copied };
}

/** Removes the oldest backups, and pictures of no other backup. */
async function prune(folder: string, kept: Storage, keep: number): Promise<void> {
  const removed = (await backupsIn(folder)).slice(0, -keep);
  if (removed.length === 0) return;
  for (const name of removed) await remove(join(folder, name));
  const wanted = new Set<string>();
  for (const name of await backupsIn(folder))
    for (const key of Object.keys((await readManifest(join(folder, name))).pictures)) wanted.add(key);
  for await (const { key } of kept.list()) if (!wanted.has(key)) await kept.delete(key);
  console.log(`Removed: ${removed.join(', ')}`);
}

/** So that the site can tell how old its last backup is. */
async function noteBackup(config: Config, at: number): Promise<void> {
  const db = await openDatabase(config);
  try {
    await db.write((trx) => storeSetting(trx, lastBackupSetting, String(at)));
  } catch (error) {
    // A backup needs only reads: it works on a full disk, on a standby, and for an account that may not write.
    console.error(
      'The backup is complete, but the database did not take the note of it, so the site counts from an older one:',
      error,
    );
  } finally {
    await db.close();
  }
}

const options = { keep: { type: 'string' } } as const;

await runCommand({ help, options, takes: [1, 1] }, async ({ values, positionals: [folder = ''] }) => {
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
    throw new UsageError(`--keep ${String(values.keep)}: must be a whole number from 1.`);
  const began = performance.now();
  const config = parseConfig(process.env);
  actAsOwner(folder, config.dataDir);
  await checkDirectory(config);
  writePrivately();
  await mkdir(folder, { recursive: true });
  const lock = lockFile(join(folder, 'backup.lock'), 'exclusive');
  if (!lock)
    throw new Refusal(`Another backup into ${folder} is under way. Run this one again when that has ended.`);
  try {
    const kept = await openDiskStorage(join(folder, 'media'));
    const { copied, createdAt, pictures, tables } = await backUp(config, folder, kept);
    const rows = Object.values(tables).reduce((sum, one) => sum + one.rows, 0);
    const count = Object.keys(pictures).length;
    console.log(
      `Backup of ${createdAt}: ${inEnglish(rows)} rows, ${inEnglish(count)} picture files (${inEnglish(copied)} new), ${secondsSince(began)}.`,
    );
    if (keep !== undefined) await prune(folder, kept, keep);
    await noteBackup(config, Date.parse(createdAt));
  } finally {
    lock.release();
  }
});
