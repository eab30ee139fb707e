import type { Config } from './lib/server/platform/config/config.ts';
import { watchDatabase } from './lib/server/platform/db/change-watch.ts';
import type { Database } from './lib/server/platform/db/database.ts';
import type { Logger } from './lib/server/platform/log.ts';
import type { NodeChannel } from './lib/server/platform/nodes/node-channel.ts';

/**
 * The change channel to whatever else writes to the database: the other machines that share it, and on SQLite, which has none,
 * commands and SQL of the operator. With several processes that serve from SQLite the commits of each count as well: then answers
 * are kept for a second at most while somebody writes, and are never out of date for longer.
 */
export async function openUplink(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  db: Database,
  log: Logger,
): Promise<NodeChannel> {
  if (databaseUrl === undefined) {
    const watch = watchDatabase(db, log);
    return {
      publish: () => Promise.resolve(),
      onChange: (drop) => watch.onChange(drop),
      others: () => 0,
      close() {
        watch.close();
        return Promise.resolve();
      },
    };
  }
  const { openNodeChannel } = await import('./lib/server/platform/nodes/node-channel.ts');
  return await openNodeChannel({ url: databaseUrl, log });
}
