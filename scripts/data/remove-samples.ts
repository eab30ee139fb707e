import { compose } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { removeSampleData } from '../../src/sample-data/remove-sample-data.ts';
import { withDatabaseInUse } from './database-in-use.ts';

/**
 * Removes the sample listings of the configured database, while the site is in use or not.
 * @returns how many there were
 * @throws ConfigError where there is no database, or none of this version; nothing has been written then
 */
export async function removeSamples(config: Config): Promise<number> {
  const log = createLogger('error');
  // Refuses a database that composing would make, or bring up to date under a running server.
  await withDatabaseInUse(config, () => Promise.resolve());
  const product = await compose({ ...config, sampleData: false }, { log, isCommand: true });
  const { openNodeTeller } = await import('../../src/lib/server/platform/nodes/tell-nodes.ts');
  const { databaseUrl } = config;
  // SQLite: the server looks every second whether somebody else has written.
  const teller = databaseUrl === undefined ? null : await openNodeTeller({ url: databaseUrl, log });
  try {
    product.onChange(async (keys) => void (await teller?.tell(keys)));
    const removed = await removeSampleData(product.db.read, product.services);
    // A server that runs takes its share, and what is cut off here.
    await product.jobs.flush();
    return removed;
  } finally {
    await teller?.close();
    await product.close();
  }
}
