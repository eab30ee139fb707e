import type { AppListing } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { findListings } from '../apps/index.ts';
import { cursorRefusal, decodeCursor, encodeCursor } from '../platform/db/keyset.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { AppFilter } from '../../shared/schemas/app-filters.ts';
import type { Hit } from './hit.ts';
import { appIdsAt, countMatches, findHits } from './search-queries.ts';
import { filterRanking, rankingOf, type Ranking } from './tiers.ts';

interface SearchQuery extends AppFilter {
  /** Compared without case, accents and spaces. */
  text: string;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** The count stops here. Default: `limits.counted`. */
  countUpTo?: number;
}

/**
 * The best matches first, newer ones first among equals. A text without letters or digits finds nothing.
 * @throws AppError 400 for an invalid cursor
 */
export async function searchApps(reader: Reader, query: SearchQuery): Promise<Page<AppListing>> {
  const ranking = await rankingOf(reader, query.text.slice(0, limits.searchText));
  return await pageOfRanking(reader, ranking && filterRanking(ranking, query), query);
}

interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Number of matches, if it is known. A function is called only after the cursor was checked. */
  count?: number | (() => Promise<number>);
  /** Where it is not: the count stops here. Default: `limits.counted`. */
  countUpTo?: number;
}

/** @throws AppError 400 for a cursor of another list */
function tierOf(id: string, { tiers }: Ranking): number {
  const tier = /^\d{1,3}$/.test(id) ? Number(id) : Infinity;
  if (tier >= tiers.length) throw cursorRefusal();
  return tier;
}

/** Matching apps by tier, newest first within one. */
export async function pageOfRanking(
  reader: Reader,
  ranking: Ranking | null,
  { cursor: text, limit = limits.pageSize, count, countUpTo = limits.counted }: PageQuery,
): Promise<Page<AppListing>> {
  // Noted also where nothing is found, because a new app may match.
  reader.reads.note(dataKey.apps);
  const cursor = text === undefined ? undefined : decodeCursor(text, 'number');
  if (!ranking) return emptyPage();
  const backwards = cursor?.side === 'before';
  const start = cursor && { tier: tierOf(cursor.id, ranking), position: Number(cursor.key) };
  const [hits, total] = await Promise.all([
    findHits(reader, { tiers: ranking.tiers, start, backwards, limit: limit + 1 }),
    typeof count === 'function' ? count() : (count ?? countMatches(reader, ranking.anyTier, countUpTo)),
  ]);
  const more = hits.length > limit;
  const shown = hits.slice(0, limit);
  if (backwards) shown.reverse();

  const positions = shown.map(({ position }) => position);
  const ids = await appIdsAt(reader.read, positions);
  const listings = new Map((await findListings(reader, ids)).map((app) => [app.id, app]));
  const cursorAt = (side: 'after' | 'before', hit: Hit | undefined) =>
    hit === undefined ? null : encodeCursor({ side, key: hit.position, id: String(hit.tier) });
  return {
    items: ids.flatMap((id) => listings.get(id) ?? []),
    next: backwards || more ? cursorAt('after', shown.at(-1)) : null,
    previous: (backwards ? more : cursor !== undefined) ? cursorAt('before', shown[0]) : null,
    count: total,
  };
}
