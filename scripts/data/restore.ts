// Restores a backup into an empty place.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase, openStorage } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { appliedMigrations, knownMigrations, migrate } from '../../src/lib/server/platform/db/migrate.ts';
import { openDiskStorage } from '../../src/lib/server/platform/storage/disk.ts';
import { backupsIn, readPictureList } from './backup.ts';
import { brandFilesOf, restoreBrand } from './brand-files.ts';
import { describeFile } from './copy-database.ts';
import { manifestSchema, type Manifest } from './manifest.ts';
import { checksumOfFile, copyMissing, type Progress } from './copy-files.ts';
import { connect, copyIn } from './postgres-copy.ts';
import { openPlace, RestoreError } from './restore-place.ts';
import { copiedTables, countRows } from './tables.ts';

/**
 * Exists during a restore, and after an interrupted one: shows that the empty tables are its own.
 */
const markerTable = 'naijabuilt_restore';

export interface RestoreOptions {
  config: Config;
  folder: string;
  /** The backup; the newest where left out. */
  name?: string | undefined;
  progress?: ((step: string) => Progress) | undefined;
}

export interface RestoreResult {
  name: string;
  manifest: Manifest;
}

/**
 * Restores into the configured DATA_DIR, DATABASE_URL and MEDIA_URL, and compares the result with the
 * manifest.
 * @throws RestoreError if the place is not empty, or the backup is incomplete
 */
export async function restore({ config, folder, name, progress }: RestoreOptions): Promise<RestoreResult> {
  const found = existsSync(folder) ? await backupsIn(folder) : [];
  const chosen = name ?? found.at(-1);
  if (chosen === undefined || !found.includes(chosen))
    throw new RestoreError(`There is no backup${name === undefined ? '' : ` ${name}`} in ${folder}.`);
  const from = join(folder, chosen);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8')));
  checkFit(manifest, config);
  if (manifest.engine === 'postgres') await checkDatabaseIsEmpty(config, manifest);
  const secret = join(from, 'auth-secret');
  const place = await openPlace(config, {
    database: manifest.engine === 'sqlite',
    secret: existsSync(secret),
    brand: brandFilesOf(manifest).length > 0,
  });
  try {
    await checkFiles(from, manifest);
    if (existsSync(secret))
      await writeFile(join(place.partial.dataDir, 'auth-secret'), await readFile(secret), { mode: 0o600 });
    await restoreBrand(manifest, from, place.partial.dataDir);
    await restorePictures(place.partial, folder, from, progress?.('pictures'));
    if (manifest.engine === 'sqlite') {
      await restoreSqlite(place.partial, from, manifest);
      await place.settle();
    } else {
      await restorePostgres(config, from, manifest, () => place.settle(), progress?.('tables'));
    }
  } finally {
    await place.leave();
  }
  return { name: chosen, manifest };
}

function checkFit(manifest: Manifest, { databaseUrl }: Config): void {
  const unknown = manifest.migrations.filter((one) => !knownMigrations.includes(one));
  if (unknown.length > 0)
    throw new RestoreError(`The backup is of a newer version: this one does not know ${unknown.join(', ')}.`);
  if (manifest.engine === 'postgres' && databaseUrl === undefined)
    throw new RestoreError('The backup is of PostgreSQL: set DATABASE_URL to an empty database.');
  if (manifest.engine === 'sqlite' && databaseUrl !== undefined)
    throw new RestoreError(
      'The backup is of SQLite: unset DATABASE_URL, restore, and then run npm run migrate-to-postgres.',
    );
}

async function checkFiles(from: string, manifest: Manifest): Promise<void> {
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
  // The folder holds the pictures of all backups.
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
  await pipeline(
    createReadStream(join(from, 'naijabuilt.db.zst')),
    createZstdDecompress(),
    createWriteStream(join(config.dataDir, 'naijabuilt.db'), { flags: 'wx', flush: true }),
  );
  const database = await openDatabase(config);
  try {
    await compareRows(manifest, (name) => countRows(database.kysely, { name }));
  } finally {
    await database.close();
  }
}

/** Accepts an empty database, or one with the empty tables of an interrupted restore. */
async function checkDatabaseIsEmpty(config: Config, manifest: Manifest): Promise<void> {
  const database = await openDatabase(config);
  try {
    const applied = await appliedMigrations(database);
    if (applied.length === 0) return;
    const found = await database.kysely.introspection.getTables();
    const begun = found.some(({ name }) => name === markerTable);
    const known = applied.every((name) => manifest.migrations.includes(name));
    if (!begun || !known || (await countRows(database.kysely, { name: 'users' })) > 0)
      throw new RestoreError('The database of DATABASE_URL is not empty. Restore into an empty one.');
  } finally {
    await database.close();
  }
}

/** @param settle moves the files into their place after the check of the rows and before the commit */
async function restorePostgres(
  config: Config,
  from: string,
  manifest: Manifest,
  settle: () => Promise<void>,
  progress: Progress | undefined,
): Promise<void> {
  const database = await openDatabase(config);
  try {
    await sql`create table if not exists ${sql.table(markerTable)} (begun boolean)`.execute(database.kysely);
    await migrate(database, manifest.migrations.at(-1));
    const found = await copiedTables(database.engine, database.kysely);
    const tables = found.filter(({ name }) => name !== markerTable);
    const client = await connect(config.databaseUrl ?? '');
    try {
      await client.query('begin');
      // Indexes are rebuilt at the end, as PostgreSQL's own tools do it: row by row takes ten times as long.
      const indexes = await dropIndexes(client);
      for (const [index, { name }] of tables.entries()) {
        const columns = manifest.columns[name];
        if (!columns) throw new RestoreError(`The backup has no table ${name}.`);
        const quoted = pg.escapeIdentifier(name);
        // The backup holds the rows that triggers would write.
        await client.query(`alter table ${quoted} disable trigger user`);
        // A migration may have inserted rows.
        await client.query(`delete from ${quoted}`);
        const source = createReadStream(join(from, `${name}.copy.zst`)).pipe(createZstdDecompress());
        await copyIn(client, { name, columns }, source);
        await client.query(`alter table ${quoted} enable trigger user`);
        progress?.(index + 1, tables.length);
      }
      await client.query(`set local maintenance_work_mem = '256MB'`);
      for (const definition of indexes) await client.query(definition);
      await compareRows(manifest, async (name) => {
        const { rows } = await client.query<{ rows: number }>(
          `select count(*) as rows from ${pg.escapeIdentifier(name)}`,
        );
        return rows[0]?.rows ?? 0;
      });
      await client.query(`drop table ${markerTable}`);
      await settle();
      await client.query('commit');
      await client.query('analyze');
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

/** Drops indexes that no constraint needs. @returns their definitions */
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

async function compareRows(manifest: Manifest, count: (table: string) => Promise<number>): Promise<void> {
  for (const [name, rows] of Object.entries(manifest.rows)) {
    const there = await count(name);
    if (there !== rows)
      throw new RestoreError(`The table ${name} has ${there} rows where the backup says ${rows}.`);
  }
}
