// Reads the counters that triggers keep: a few hundred rows for any number of apps.
import type { ReadDb } from '../../platform/db/database.ts';
import type { FacetCountTable, FactCountTable } from '../../platform/db/schema.ts';

export async function findFacetCounts(db: ReadDb): Promise<FacetCountTable[]> {
  return await db.selectFrom('facet_counts').selectAll().where('apps', '>', 0).execute();
}

export async function findFactCounts(db: ReadDb): Promise<FactCountTable[]> {
  return await db.selectFrom('fact_counts').selectAll().where('apps', '>', 0).execute();
}
