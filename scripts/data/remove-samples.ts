import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { removeSampleData } from '../../src/sample-data/remove-sample-data.ts';
import { withProductInUse } from './product-in-use.ts';

/**
 * Removes the sample listings of the configured database, while the site is in use or not.
 * @returns how many there were
 * @throws ConfigError if there is no database, or none of this version; nothing has been written then
 */
export async function removeSamples(config: Config): Promise<number> {
  return await withProductInUse(config, async (product) => {
    const removed = await removeSampleData(product.db.read, product.services);
    // A running server takes jobs as well, and finishes them if this command is interrupted.
    await product.jobs.flush();
    return removed;
  });
}
