import { compose, type Product } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { withDatabaseInUse } from './database-in-use.ts';

/**
 * Runs a command of the operator with all services, while the site is in use or not. Its transactions tell the nodes on
 * PostgreSQL; a server on SQLite checks every second whether another process has written.
 * @throws ConfigError if there is no database, or none of this version; nothing has been written then
 */
export async function withProductInUse<Result>(
  config: Config,
  work: (product: Product) => Promise<Result>,
): Promise<Result> {
  const log = createLogger('error');
  // Refuses a database that `compose` would create, or migrate under a running server.
  await withDatabaseInUse(config, () => Promise.resolve());
  const product = await compose({ ...config, sampleData: false }, { log, isCommand: true });
  try {
    return await work(product);
  } finally {
    await product.close();
  }
}
