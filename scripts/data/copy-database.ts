// A compressed copy of the whole database at one instant, while it is in use.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { openDatabase } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { appliedMigrations } from '../../src/lib/server/platform/db/migrate.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import type { BackupFile, Manifest } from './manifest.ts';
import { connect, copyOut } from './postgres-copy.ts';
import { copiedTables, countRows, tablesOf } from './tables.ts';

type DatabaseBackup = Pick<Manifest, 'engine' | 'migrations' | 'rows' | 'columns' | 'files'>;

/** SQLite's online backup: a copy of the file at one instant, beside readers and writers. */
export async function copySqlite(config: Config, folder: string): Promise<DatabaseBackup> {
  const copy = join(folder, 'naijabuilt.db');
  const source = new BetterSqlite(databaseFile(config.dataDir), {
    readonly: true,
    fileMustExist: true,
  });
  // All pages in one step, because a write between two steps would restart the backup.
  try {
    await source.backup(copy, { progress: () => 2 ** 31 - 1 });
  } finally {
    source.close();
  }
  const opened = await openDatabase({ ...config, dataDir: folder });
  const rows: Record<string, number> = {};
  let migrations: string[];
  try {
    const verdict = await sql<{ quick_check: string }>`pragma quick_check`.execute(opened.kysely);
    if (verdict.rows[0]?.quick_check !== 'ok')
      throw new Error(`The copy of the database is broken: ${JSON.stringify(verdict.rows)}.`);
    for (const table of await tablesOf(opened.engine, opened.kysely))
      rows[table.name] = await countRows(opened.kysely, table);
    migrations = await appliedMigrations(opened);
  } finally {
    await opened.close();
  }
  const stored = await compress(createReadStream(copy), folder, 'naijabuilt.db.zst');
  for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true });
  return { engine: 'sqlite', migrations, rows, columns: {}, files: [stored] };
}

/** Copies every table in the snapshot of one transaction. */
export async function copyPostgres(config: Config, url: string, folder: string): Promise<DatabaseBackup> {
  const database = await openDatabase(config);
  const client = await connect(url);
  try {
    const tables = await copiedTables(database.engine, database.kysely);
    await client.query('begin isolation level repeatable read read only');
    const migrations = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    const files: BackupFile[] = [];
    const rows: Record<string, number> = {};
    for (const table of tables) {
      const source = copyOut(client, table);
      files.push(await compress(source, folder, `${table.name}.copy.zst`));
      rows[table.name] = (source as Readable & { rowCount: number }).rowCount;
    }
    await client.query('commit');
    return {
      engine: 'postgres',
      migrations: migrations.rows.map((row) => row.name),
      rows,
      columns: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
      files,
    };
  } finally {
    await client.end();
    await database.close();
  }
}

async function compress(source: Readable, folder: string, name: string): Promise<BackupFile> {
  await pipeline(
    source,
    createZstdCompress(),
    createWriteStream(join(folder, name), { mode: 0o600, flush: true }),
  );
  return await describeFile(folder, name);
}

export async function describeFile(folder: string, name: string): Promise<BackupFile> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
