// Restores a backup into an empty place, of either engine: so it moves a directory from SQLite to PostgreSQL as well.
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';
import { openDatabase, openStorage } from '../../src/open-stores.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { claimDirectory } from '../../src/lib/server/platform/db/directory-lock.ts';
import { appliedMigrations, knownMigrations, migrate } from '../../src/lib/server/platform/db/migrate.ts';
import { openDiskStorage } from '../../src/lib/server/platform/storage/disk.ts';
import { backupsIn, checksumOf, copyMissing, readManifest, rowsFile, type Manifest } from './backup.ts';
import { Refusal } from '../command.ts';
import { takeLines } from './rows.ts';

/** In the order in which they are put into their place: the database, which makes it one of a site, at the end. */
const parts = ['media', 'brand', 'auth-secret', 'naijabuilt.db-wal', 'naijabuilt.db-shm', 'naijabuilt.db'];

/**
 * Restores into the configured DATA_DIR, DATABASE_URL and MEDIA_URL, and compares the result with the manifest.
 * @param name of the backup; the newest where left out
 * @throws Refusal if the place is not empty, or the backup is incomplete
 */
export async function restore(
  config: Config,
  folder: string,
  name?: string,
): Promise<{ name: string; manifest: Manifest }> {
  const found = existsSync(folder) ? await backupsIn(folder) : [];
  const chosen = name ?? found.at(-1);
  if (chosen === undefined || !found.includes(chosen))
    throw new Refusal(`There is no backup${name === undefined ? '' : ` ${name}`} in ${folder}.`);
  const from = join(folder, chosen);
  const manifest = await readManifest(from);
  const { dataDir } = config;
  for (const part of parts)
    if (existsSync(join(dataDir, part)))
      throw new Refusal(`${join(dataDir, part)} is there already. Restore into an empty DATA_DIR.`);
  const lock = claimDirectory({ dataDir });
  // Everything is unpacked beside its place. An interrupted restore leaves this folder, which the next one removes.
  const partial = join(dataDir, 'restore.partial');
  const remove = (): Promise<void> => rm(partial, { recursive: true, force: true });
  try {
    await remove();
    await mkdir(partial, { mode: 0o700 });
    await restoreRows({ ...config, dataDir: partial }, from, manifest);
    const storage = await openStorage({ ...config, dataDir: partial });
    const kept = await openDiskStorage(join(folder, 'media'));
    const { files } = await copyMissing(kept, storage, manifest.pictures);
    const missing = Object.keys(manifest.pictures).find((key) => files[key] === undefined);
    if (missing !== undefined) throw new Refusal(`The picture ${missing} is missing from the backup.`);
    for (const own of ['auth-secret', 'brand'])
      if (existsSync(join(from, own))) await cp(join(from, own), join(partial, own), { recursive: true });
    const restored = await readdir(partial);
    for (const part of parts)
      if (restored.includes(part)) await rename(join(partial, part), join(dataDir, part));
  } finally {
    await remove();
    lock.release();
  }
  return { name: chosen, manifest };
}

async function restoreRows(config: Config, from: string, manifest: Manifest): Promise<void> {
  const unknown = manifest.migrations.filter((one) => !knownMigrations.includes(one));
  if (unknown.length > 0)
    throw new Refusal(`The backup is of a newer version: this one does not know ${unknown.join(', ')}.`);
  const file = join(from, rowsFile);
  if (!existsSync(file) || (await checksumOf(file)) !== manifest.sha256)
    throw new Refusal(`${file} is missing or damaged. Use an older backup.`);
  const database = await openDatabase(config);
  try {
    const isNew = (await appliedMigrations(database)).length === 0;
    if (!isNew && (await database.read.selectFrom('users').select('id').limit(1).execute()).length > 0)
      throw new Refusal('The database of DATABASE_URL is not empty. Restore into an empty one.');
    await migrate(database, manifest.migrations.at(-1));
    const counts = await takeLines(database, linesIn(file));
    for (const [table, rows] of Object.entries(manifest.rows))
      if (counts[table] !== rows)
        throw new Refusal(`The table ${table} has ${String(counts[table])} rows, and had ${String(rows)}.`);
  } finally {
    await database.close();
  }
}

/** Opened when it is read: an interface drops the lines that nobody waits for. */
async function* linesIn(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file).pipe(createZstdDecompress()) });
}
