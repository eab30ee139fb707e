import { compose } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { removeSampleData } from '../../src/sample-data/remove-sample-data.ts';
import { withDatabaseInUse } from './database-in-use.ts';

/**
 * Removes the sample listings of the configured database, while the site is in use or not.
 * @returns how many there were
 * @throws ConfigError if there is no database, or none of this version; nothing has been written then
 */
export async function removeSamples(config: Config): Promise<number> {
  const log = createLogger('error');
  // Refuses a database that `compose` would create, or migrate under a running server.
  await withDatabaseInUse(config, () => Promise.resolve());
  const product = await compose({ ...config, sampleData: false }, { log, isCommand: true });
  const { openNodeTeller } = await import('../../src/lib/server/platform/nodes/tell-nodes.ts');
  const { databaseUrl } = config;
  // SQLite: the server checks every second whether another process has written.
  const teller = databaseUrl === undefined ? null : await openNodeTeller({ url: databaseUrl, log });
  try {
    product.onChange(async (keys) => void (await teller?.tell(keys)));
    const removed = await removeSampleData(product.db.read, product.services);
    // A running server takes jobs as well, and finishes them if this command is interrupted.
    await product.jobs.flush();
    return removed;
  } finally {
    await teller?.close();
    await product.close();
  }
}
