// Opens the configured database and storage, and loads only what the configuration uses.
import { join } from 'node:path';
import type { Config } from './lib/server/platform/config/config.ts';
import { notingChanges } from './lib/server/platform/db/after-commit.ts';
import type { OpenDatabase } from './lib/server/platform/db/database.ts';
import { openSqlite } from './lib/server/platform/db/sqlite.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { openDiskStorage } from './lib/server/platform/storage/disk.ts';
import type { Storage } from './lib/server/platform/storage/storage.ts';

interface OpenOptions {
  log?: Logger | undefined;
  syncCommits?: boolean | undefined;
  /** Whether a command of the operator opens it, which is no node. */
  isCommand?: boolean;
}

/** Opens the configured database without migrating it. Loads only the driver that is used. */
export async function openDatabase(
  { databaseUrl, databasePool, dataDir }: Config,
  { log, syncCommits, isCommand = false }: OpenOptions = {},
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return notingChanges(openSqlite(dataDir, { syncCommits }));
  const { openPostgres } = await import('./lib/server/platform/db/postgres.ts');
  return notingChanges(openPostgres(databaseUrl, { poolSize: databasePool, log, isCommand }));
}

/** Opens the configured storage. Loads the client of S3 only where it is used: it takes 0.2 s and some memory. */
export async function openStorage({ mediaUrl, dataDir }: Config, log?: Logger): Promise<Storage> {
  if (mediaUrl === undefined) return await openDiskStorage(join(dataDir, 'media'));
  const { openS3Storage } = await import('./lib/server/platform/storage/s3.ts');
  return await openS3Storage(mediaUrl, { log });
}
