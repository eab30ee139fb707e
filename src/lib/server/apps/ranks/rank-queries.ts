import type { ReadDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { listedApps } from '../public-app-queries.ts';

export type RankedApp = Pick<AppTable, 'id' | 'popular' | 'trending'>;

/** Up to `limit` apps with ids greater than `after`, in order. */
export async function findRanksAfter(db: ReadDb, after: string, limit: number): Promise<RankedApp[]> {
  return await db
    .selectFrom('apps')
    .select(['id', 'popular', 'trending'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Ids of the listed apps with the strongest trends, from `least` on. */
export async function findTrendingIds(db: ReadDb, least: number, limit: number): Promise<string[]> {
  const rows = await listedApps(db)
    .select('apps.id')
    .where('apps.trending', '>=', least)
    .orderBy('apps.trending', 'desc')
    .orderBy('apps.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
