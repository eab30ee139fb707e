// Puts a backup back, into an empty place.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { openDatabase, openStorage } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config.ts';
import { appliedMigrations, knownMigrations, migrate } from '../../src/lib/server/platform/db/migrate.ts';
import { openDiskStorage } from '../../src/lib/server/platform/storage/disk.ts';
import { backupsIn, describeFile, manifestSchema, readPictureList, type Manifest } from './backup.ts';
import { checksumOfFile, copyMissing, type Progress } from './copy-files.ts';
import { connect, copyIn } from './postgres-copy.ts';
import { countRows, tablesOf } from './tables.ts';

/** What is wrong, in one sentence for whoever runs it. */
export class RestoreError extends Error {}

export interface RestoreOptions {
  config: Config;
  folder: string;
  /** Which backup; the newest where left out. */
  name?: string | undefined;
  progress?: ((step: string) => Progress) | undefined;
}

export interface RestoreResult {
  name: string;
  manifest: Manifest;
}

/**
 * Restores into the configured DATA_DIR, DATABASE_URL and MEDIA_URL, and compares what came in with what the backup says.
 * @throws RestoreError where the place is not empty, or the backup is not whole
 */
export async function restore({ config, folder, name, progress }: RestoreOptions): Promise<RestoreResult> {
  const found = existsSync(folder) ? await backupsIn(folder) : [];
  const chosen = name ?? found.at(-1);
  if (chosen === undefined || !found.includes(chosen))
    throw new RestoreError(`There is no backup${name === undefined ? '' : ` ${name}`} in ${folder}.`);
  const from = join(folder, chosen);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8')));
  await checkBackup(from, manifest, config);

  await mkdir(config.dataDir, { recursive: true });
  const secret = join(config.dataDir, 'auth-secret');
  if (existsSync(join(from, 'auth-secret')) && !existsSync(secret))
    await writeFile(secret, await readFile(join(from, 'auth-secret')), { mode: 0o600 });
  await restorePictures(config, folder, from, progress?.('pictures'));
  if (manifest.engine === 'sqlite') await restoreSqlite(config, from, manifest);
  else await restorePostgres(config, from, manifest, progress?.('tables'));
  return { name: chosen, manifest };
}

async function checkBackup(from: string, manifest: Manifest, { databaseUrl }: Config): Promise<void> {
  const unknown = manifest.migrations.filter((one) => !knownMigrations.includes(one));
  if (unknown.length > 0)
    throw new RestoreError(`The backup is of a newer version: this one does not know ${unknown.join(', ')}.`);
  if (manifest.engine === 'postgres' && databaseUrl === undefined)
    throw new RestoreError('The backup is of PostgreSQL: set DATABASE_URL to an empty database.');
  if (manifest.engine === 'sqlite' && databaseUrl !== undefined)
    throw new RestoreError(
      'The backup is of SQLite: unset DATABASE_URL, restore, and then run npm run migrate-to-postgres.',
    );
  for (const file of manifest.files) {
    const there = await describeFile(from, file.name).catch(() => null);
    if (there?.sha256 !== file.sha256)
      throw new RestoreError(`${join(from, file.name)} is missing or damaged. Use an older backup.`);
  }
}

async function restorePictures(
  config: Config,
  folder: string,
  from: string,
  progress: Progress | undefined,
): Promise<void> {
  const wanted = await readPictureList(from);
  const [kept, storage] = [await openDiskStorage(join(folder, 'media')), await openStorage(config)];
  // Only those of this backup: the folder holds those of others as well.
  const some = {
    ...kept,
    async *list() {
      for (const line of wanted.values()) {
        const [key = '', size = '0'] = line.split('\t');
        yield { key, modified: 0, size: Number(size) };
      }
    },
  };
  await copyMissing(some, storage, progress);
  for (const [key, line] of wanted) {
    const there = await checksumOfFile(storage, key);
    if (`${key}\t${there?.size}\t${there?.sha256}` !== line)
      throw new RestoreError(`The picture ${key} is missing from the backup, or damaged there.`);
  }
}

async function restoreSqlite(config: Config, from: string, manifest: Manifest): Promise<void> {
  const file = join(config.dataDir, 'naijabuilt.db');
  if (existsSync(file)) throw new RestoreError(`${file} is there already. Restore into an empty DATA_DIR.`);
  await pipeline(
    createReadStream(join(from, 'naijabuilt.db.zst')),
    createZstdDecompress(),
    createWriteStream(file, { flags: 'wx', flush: true }),
  );
  await compareRows(config, manifest);
}

async function restorePostgres(
  config: Config,
  from: string,
  manifest: Manifest,
  progress: Progress | undefined,
): Promise<void> {
  const database = await openDatabase(config);
  try {
    if ((await appliedMigrations(database)).length > 0)
      throw new RestoreError('The database of DATABASE_URL is not empty. Restore into an empty one.');
    await migrate(database, manifest.migrations.at(-1));
    const tables = await tablesOf(database.engine, database.kysely);
    const client = await connect(config.databaseUrl ?? '');
    try {
      await client.query('begin');
      // Made over whole tables at the end, as PostgreSQL's own tools do it: row by row takes ten times as long.
      const indexes = await dropIndexes(client);
      for (const [index, { name }] of tables.entries()) {
        const columns = manifest.columns[name];
        if (!columns) throw new RestoreError(`The backup has no table ${name}.`);
        const quoted = pg.escapeIdentifier(name);
        // What triggers would write comes from the backup, too.
        await client.query(`alter table ${quoted} disable trigger user`);
        // A migration may have put rows of its own there.
        await client.query(`delete from ${quoted}`);
        const source = createReadStream(join(from, `${name}.copy.zst`)).pipe(createZstdDecompress());
        await copyIn(client, { name, columns }, source);
        await client.query(`alter table ${quoted} enable trigger user`);
        progress?.(index + 1, tables.length);
      }
      await client.query(`set local maintenance_work_mem = '256MB'`);
      for (const definition of indexes) await client.query(definition);
      await client.query('commit');
      await client.query('analyze');
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
  await compareRows(config, manifest);
}

/** All that no constraint stands on. @returns what makes them again */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = current_schema()::regnamespace
         and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function compareRows(config: Config, manifest: Manifest): Promise<void> {
  const database = await openDatabase(config);
  try {
    for (const [name, rows] of Object.entries(manifest.rows)) {
      const there = await countRows(database.kysely, { name });
      if (there !== rows)
        throw new RestoreError(`The table ${name} has ${there} rows where the backup says ${rows}.`);
    }
  } finally {
    await database.close();
  }
}
