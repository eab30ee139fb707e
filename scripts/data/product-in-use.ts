import { compose, type Product } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import type { DataKey } from '../../src/lib/server/platform/reads/data-keys.ts';
import { withDatabaseInUse } from './database-in-use.ts';

/** Keys that are told at once; each message waits for the answers of all nodes. */
const toldAtOnce = 1_000;

/**
 * Runs a command of the operator with all services, while the site is in use or not. The caches of all nodes drop what
 * the command changes at its end at the latest.
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
  const { openNodeTeller } = await import('../../src/lib/server/platform/nodes/tell-nodes.ts');
  const { databaseUrl } = config;
  // SQLite: the server checks every second whether another process has written.
  const teller = databaseUrl === undefined ? null : await openNodeTeller({ url: databaseUrl, log });
  const untold = new Set<DataKey>();
  const unknown = { isThere: false };
  product.db.onUnknownCommit(() => (unknown.isThere = true));
  const tell = async (): Promise<void> => {
    const keys = unknown.isThere ? null : [...untold];
    untold.clear();
    if (keys === null || keys.length > 0) await teller?.tell(keys);
  };
  try {
    product.onChange(async (keys) => {
      for (const key of keys) untold.add(key);
      if (untold.size >= toldAtOnce) await tell();
    });
    try {
      return await work(product);
    } finally {
      await tell();
    }
  } finally {
    await teller?.close();
    await product.close();
  }
}
