import type { Config } from '../config/config.ts';
import { watchDatabase } from '../db/change-watch.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { ChangeChannel } from './change-channel.ts';

/**
 * Opens the channel that the configured database has. Resolves when this node hears of changes.
 * @throws when PostgreSQL does not answer
 */
export async function openChanges(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  db: Database,
  log: Logger,
): Promise<ChangeChannel> {
  if (databaseUrl === undefined) return watchDatabase(db, log);
  // Loads the driver of PostgreSQL only where it is used.
  const { openNodeChannel } = await import('./node-channel.ts');
  return await openNodeChannel({ url: databaseUrl, log });
}
