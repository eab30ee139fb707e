import type { ReadDb } from '../../platform/db/database.ts';
import type { TransparencyCountTable } from '../../platform/db/schema.ts';

/** Reads counters that triggers keep: some hundred rows a month for any number of cases. */
export async function findTransparencyCounts(db: ReadDb): Promise<TransparencyCountTable[]> {
  return await db
    .selectFrom('transparency_counts')
    .select(['month', 'counted', 'name', 'count'])
    .where('count', '>', 0)
    .execute();
}
