import { countingRules, viewsKeptMs } from '../../../shared/schemas/views.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { inOrder, type ListedAs } from '../lists/listed-as.ts';
import { findTrendingIds } from './rank-queries.ts';

/** The apps whose visits grow most, the strongest trend first; fewer than `limit` when few apps grow. */
export async function listTrending<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: Reader,
  limit: number,
): Promise<Item[]> {
  reader.reads.note(dataKey.apps);
  // Ranks are not published. Listings limit how long they are kept, but there may be none yet.
  reader.reads.keepFor(viewsKeptMs);
  const ids = await findTrendingIds(reader.read, countingRules.smallestTrend, limit);
  return await inOrder(as, reader, ids);
}
