// The schema of a database, and the version of the program that uses it. An update can be rolled back: migrations are
// additive, so the version before runs on the database of its successor, and SQLite is copied before it is changed.
import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ConfigError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { version } from '../version.ts';
import type { OpenDatabase } from './database.ts';
import { findSetting, storeSetting } from './setting-queries.ts';
import { databaseFile } from './sqlite.ts';

/** Names of the applied migrations in order, also those of a newer version; none where the database is empty. */
export async function appliedMigrations({ kysely }: OpenDatabase): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
}

/** Names of all migrations of this version, in order. One that was released is never edited: write the next one. */
export const knownMigrations = readdirSync(new URL('migrations/', import.meta.url))
  .map((file) => basename(file, '.ts'))
  .sort();

async function getMigrations(): Promise<Record<string, Migration>> {
  const loading = knownMigrations.map(async (name) => {
    return [name, (await import(`./migrations/${name}.ts`)) as Migration] as const;
  });
  return Object.fromEntries(await Promise.all(loading));
}

/**
 * Brings the schema up to date, or leaves it as it was.
 * @param upTo the last migration to apply; all where left out
 * @returns the names of the migrations that were applied
 */
export async function migrate(database: OpenDatabase, upTo?: string): Promise<string[]> {
  const migrator = new Migrator({ db: database.kysely, provider: { getMigrations } });
  const { error, results = [] } =
    upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migrating failed.', { cause: error });
  return results.map((result) => result.migrationName);
}

/**
 * The last migration that a program has to know to use the database. It changes only with a migration that removes
 * something the version before still uses, and never to one that the last released version does not know.
 */
const mustKnow = '001-initial';

/** The version that used the database last, and the migration that one has to know. */
const setting = 'used-by';

/** Copies of a SQLite database before an update, in `backups`: matches no files of an operator. */
const copyName = /^before-\d+\.\d+\.\d+.*\.db$/;
const copiesKept = 2;

/**
 * @returns whether the database has migrations that this program does not know, and may be used all the same
 * @throws ConfigError for a database that only a newer version can use
 */
export async function acceptsNewer(database: OpenDatabase): Promise<boolean> {
  const applied = await appliedMigrations(database);
  if (applied.every((name) => knownMigrations.includes(name))) return false;
  const [usedBy, last = ''] = (await findSetting(database.read, setting))?.split(' ') ?? [];
  if (knownMigrations.includes(last)) return true;
  const newer = usedBy === undefined ? 'a newer version' : `version ${usedBy}`;
  throw new ConfigError(
    `The database is of ${newer}, and this is ${version}, which cannot use it. Start ${newer}, or put back a backup from before the update (docs/operations.md, 'Going back').`,
  );
}

/**
 * Brings the schema up to date, and logs that. The database of a newer version that this one can use is not changed.
 * @throws ConfigError for a database that only a newer version can use, and where a copy has no room
 */
export async function bringUpToDate(
  database: OpenDatabase,
  dataDir: string,
  log: Logger | undefined,
): Promise<void> {
  if (await acceptsNewer(database)) {
    log?.warn('The database is of a newer version, which this one can use', { version });
    return;
  }
  const applied = await appliedMigrations(database);
  const isBehind = applied.length > 0 && applied.length < knownMigrations.length;
  if (isBehind && database.engine.name === 'sqlite') await copyFile(database, dataDir, log);
  const noteUse = async (): Promise<void> => {
    const usedBy = `${version} ${mustKnow}`;
    if ((await findSetting(database.read, setting)) !== usedBy)
      await database.write((trx) => storeSetting(trx, setting, usedBy));
  };
  // Stored before the migrations: after a kill in between, an older version must know that they may be too new for it.
  if (applied.length > 0) await noteUse();
  const migrations = await migrate(database);
  if (applied.length === 0) log?.info('Created the database', { version });
  else if (migrations.length > 0) log?.info('Migrated the database', { migrations, version });
  await noteUse();
}

/** Copies the file into `backups` there, for going back to the version before. */
async function copyFile(database: OpenDatabase, dataDir: string, log: Logger | undefined): Promise<void> {
  const folder = join(dataDir, 'backups');
  const copy = join(folder, `before-${version}.db`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, 'update.partial');
  // An earlier start may have been killed, of whatever version.
  for (const left of [partial, `${partial}-journal`]) rmSync(left, { force: true });
  const { bavail, bsize } = statfsSync(folder);
  const needed = statSync(databaseFile(dataDir)).size;
  if (bavail * bsize < needed)
    throw new ConfigError(
      `DATA_DIR=${dataDir}: before an update the database is copied, which takes ${String(Math.ceil(needed / 1e6))} MB, and there is no room. Remove old backups there, and start again.`,
    );
  await sql`vacuum into ${partial}`.execute(database.kysely);
  renameSync(partial, copy);
  log?.info('Copied the database before its migrations', { file: join('backups', basename(copy)), version });
  const modified = (name: string): number => statSync(join(folder, name)).mtimeMs;
  const copies = readdirSync(folder).filter((file) => copyName.test(file));
  for (const old of copies.sort((one, other) => modified(other) - modified(one)).slice(copiesKept))
    rmSync(join(folder, old));
}
