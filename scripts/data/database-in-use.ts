import { existsSync } from 'node:fs';
import { openDatabase } from '../../src/compose.ts';
import { ConfigError, type Config } from '../../src/lib/server/platform/config/config.ts';
import { prepareDirectory } from '../../src/lib/server/platform/config/data-directory.ts';
import type { Database } from '../../src/lib/server/platform/db/database.ts';
import { useDirectory } from '../../src/lib/server/platform/db/directory-lock.ts';
import { acceptsNewer } from '../../src/lib/server/platform/db/bring-up-to-date.ts';
import { version } from '../../src/lib/server/platform/version.ts';
import { appliedMigrations, knownMigrations } from '../../src/lib/server/platform/db/migrate.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';

/**
 * Runs a command of the operator on the configured database, also while the site is in use.
 * @throws ConfigError if there is no database, or none of this version; nothing has been written then
 */
export async function withDatabaseInUse<Result>(
  config: Config,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    throw new ConfigError(
      `DATA_DIR=${dataDir}: there is no database. Set DATA_DIR to the directory of the site, or DATABASE_URL.`,
    );
  if (databaseUrl === undefined) prepareDirectory(config);
  // The lock keeps the directory from being moved meanwhile.
  const use = databaseUrl === undefined ? useDirectory(dataDir) : null;
  const db = await openDatabase(config, { isCommand: true });
  try {
    await acceptsNewer(db, version);
    const applied = await appliedMigrations(db);
    if (knownMigrations.some((name) => !applied.includes(name)))
      throw new ConfigError(
        'The database is not one that this version has used. Look at DATABASE_URL and DATA_DIR; after an update, start the server first.',
      );
    return await work(db);
  } finally {
    await db.close();
    use?.release();
  }
}
