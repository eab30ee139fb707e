import { existsSync } from 'node:fs';
import { openDatabase } from '../../src/compose.ts';
import { endAllSessions, endSessionsOf } from '../../src/lib/server/accounts/index.ts';
import { createAudit } from '../../src/lib/server/platform/audit.ts';
import { systemClock } from '../../src/lib/server/platform/clock.ts';
import { ConfigError, type Config } from '../../src/lib/server/platform/config.ts';
import { prepareDirectory } from '../../src/lib/server/platform/data-directory.ts';
import { useDirectory } from '../../src/lib/server/platform/db/directory-lock.ts';
import { appliedMigrations, knownMigrations } from '../../src/lib/server/platform/db/migrate.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';

/**
 * Ends sessions in the configured database, while the site is in use.
 * @param email whose; everybody's where left out
 * @returns how many; null where no account has the address
 * @throws ConfigError where there is no database, or none of this version; nothing has been written then
 */
export async function endSessions(config: Config, email?: string): Promise<number | null> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    throw new ConfigError(
      `DATA_DIR=${dataDir}: there is no database. Set DATA_DIR to the directory of the site, or DATABASE_URL.`,
    );
  if (databaseUrl === undefined) prepareDirectory(config);
  // So that the directory is not moved meanwhile.
  const use = databaseUrl === undefined ? useDirectory(dataDir) : null;
  const db = await openDatabase(config);
  try {
    const applied = await appliedMigrations(db);
    if (knownMigrations.some((name) => !applied.includes(name)))
      throw new ConfigError(
        'The database is not one that this version has used. Look at DATABASE_URL and DATA_DIR; after an update, start the server first.',
      );
    // Without the secret, which nobody but the server needs.
    const context = { clock: systemClock, audit: createAudit({ db, clock: systemClock }) };
    return email === undefined ? await endAllSessions(context) : await endSessionsOf(context, email);
  } finally {
    await db.close();
    use?.release();
  }
}
