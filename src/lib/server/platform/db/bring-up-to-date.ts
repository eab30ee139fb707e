// A database and the version of the program that uses it. An update can be rolled back: migrations are additive, so the
// version before runs on the database of its successor, and SQLite is copied before it is changed.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from '../../../shared/zod.ts';
import { ConfigError } from '../config/config.ts';
import type { Logger } from '../log.ts';
import type { OpenDatabase } from './database.ts';
import { appliedMigrations, knownMigrations, migrate } from './migrate.ts';
import { findSetting, storeSetting } from './setting-queries.ts';
import { databaseFile } from './sqlite.ts';

interface Options {
  /** Version of the program. */
  version: string;
  /** Copies of a SQLite database are in `backups` there. */
  dataDir: string;
  log?: Logger | undefined;
}

/**
 * The last migration that a program has to know to use the database. It changes only with a migration that removes
 * something the version before still uses, and never to one that the last released version does not know.
 */
const mustKnow = '001-initial';

const setting = 'used-by';
const usedBySchema = z.object({ version: z.string(), mustKnow: z.string() });

/** Matches the product's own copies only, not an operator's files. */
const copyName = /^before-.+-\d{8}T\d{9}Z\.db$/;
/** The file of an interrupted copy. */
const partialName = /^before-.+\.db\.partial(?:-journal)?$/;
const copiesKept = 2;

/**
 * @returns whether the database has migrations that this program does not know, and may be used all the same
 * @throws ConfigError for a database that only a newer version can use
 */
export async function acceptsNewer(database: OpenDatabase, own: string): Promise<boolean> {
  const applied = await appliedMigrations(database);
  if (applied.every((name) => knownMigrations.includes(name))) return false;
  const usedBy = readJson(usedBySchema, await findSetting(database.read, setting));
  if (usedBy && knownMigrations.includes(usedBy.mustKnow)) return true;
  const newer = usedBy ? `version ${usedBy.version}` : 'a newer version';
  throw new ConfigError(
    `The database is of ${newer}, and this is ${own}, which cannot use it. Start ${newer}, or put back a backup from before the update (docs/operations.md, 'Going back').`,
  );
}

/** @returns null if the text cannot be read */
function readJson<Shape extends z.ZodType>(schema: Shape, text = ''): z.infer<Shape> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Brings the schema up to date, and logs that. The database of a newer version that this one can use is not changed.
 * @throws ConfigError for a database that only a newer version can use, and where a copy has no room
 */
export async function bringUpToDate(database: OpenDatabase, options: Options): Promise<void> {
  const { version, log } = options;
  if (await acceptsNewer(database, version)) {
    log?.warn('The database is of a newer version, which this one can use', { version });
    return;
  }
  const applied = await appliedMigrations(database);
  const isBehind = applied.length > 0 && applied.length < knownMigrations.length;
  if (isBehind && database.engine.name === 'sqlite') await copyOnce(database, options);
  const noteUse = async (): Promise<void> => {
    const usedBy = JSON.stringify({ version, mustKnow });
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

/**
 * Copies the database, unless an earlier start of this version with failed migrations did and no other version has run
 * since. Otherwise repeated starts would copy each time, and evict the copies of earlier updates.
 */
async function copyOnce(database: OpenDatabase, options: Options): Promise<void> {
  const { version, dataDir, log } = options;
  const usedBy = readJson(usedBySchema, await findSetting(database.read, setting));
  const folder = join(dataDir, 'backups');
  const isCopied =
    usedBy?.version === version &&
    existsSync(folder) &&
    readdirSync(folder).some((file) => copyName.test(file) && file.startsWith(`before-${version}-`));
  if (isCopied) log?.info('The database was copied by an earlier start of this update', { version });
  else await copyBefore(database, options);
}

/** Copies the file, for going back to the version before. */
async function copyBefore(database: OpenDatabase, { version, dataDir, log }: Options): Promise<void> {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Each copy has its own name, so a start that is killed repeatedly would fill the disk.
  for (const left of readdirSync(folder).filter((file) => partialName.test(file))) rmSync(join(folder, left));
  const { bavail, bsize } = statfsSync(folder);
  const needed = statSync(databaseFile(dataDir)).size;
  if (bavail * bsize < needed)
    throw new ConfigError(
      `DATA_DIR=${dataDir}: before an update the database is copied, which takes ${String(Math.ceil(needed / 1e6))} MB, and there is no room. Remove old backups there, and start again.`,
    );
  const name = `before-${version}-${new Date().toISOString().replace(/[-:.]/g, '')}.db`;
  const partial = join(folder, `${name}.partial`);
  try {
    await sql`vacuum into ${partial}`.execute(database.kysely);
    renameSync(partial, join(folder, name));
  } finally {
    rmSync(partial, { force: true });
  }
  log?.info('Copied the database before its migrations', { file: join('backups', name), version });
  const copies = readdirSync(folder).filter((file) => copyName.test(file));
  const byAge = copies.sort((one, other) => modified(folder, other) - modified(folder, one));
  for (const old of byAge.slice(copiesKept)) rmSync(join(folder, old));
}

const modified = (folder: string, name: string): number => statSync(join(folder, name)).mtimeMs;
