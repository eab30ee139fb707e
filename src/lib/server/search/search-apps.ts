import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { inOrder, type ListedAs } from '../apps/index.ts';
import { cursorRefusal, decodeCursor, encodeCursor } from '../platform/db/keyset.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { AppFilter } from '../../shared/schemas/app-filters.ts';
import type { Hit } from './hit.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { appIdsAt, countMatches, findHits, newestMatches, rankFew } from './search-queries.ts';
import { filterRanking, rankingOf, withDeadLast, type Ranking } from './tiers.ts';

/** With the categories that are known now. */
export interface SearchReader extends Reader {
  categories: CategoryList;
}

export interface SearchQuery extends AppFilter {
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
export async function searchApps<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: SearchReader,
  query: SearchQuery,
): Promise<Page<Item>> {
  const ranking = await rankingOf(reader, query.text.slice(0, limits.searchText));
  return await pageOfRanking(reader, ranking && filterRanking(ranking, query), { ...query, as });
}

interface PageQuery<Item> {
  as: ListedAs<Item>;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Number of matches, if it is known. */
  count?: number | undefined;
  /** Otherwise the count stops here. Default: `limits.counted`. */
  countUpTo?: number;
}

/** @throws AppError 400 for a cursor of another list */
function tierOf(id: string, { tiers }: Ranking): number {
  const tier = /^\d{1,3}$/.test(id) ? Number(id) : Infinity;
  if (tier >= tiers.length) throw cursorRefusal();
  return tier;
}

/** Matching apps by tier, newest first within one; those with a dead link after all others. */
export async function pageOfRanking<Item extends { id: string }>(
  reader: SearchReader,
  given: Ranking | null,
  { as, cursor: text, limit = limits.pageSize, count, countUpTo = limits.counted }: PageQuery<Item>,
): Promise<Page<Item>> {
  // Noted also where nothing is found, because a new app may match.
  reader.reads.note(dataKey.apps);
  const cursor = text === undefined ? undefined : decodeCursor(text, 'number');
  if (!given) return emptyPage();
  const ranking = withDeadLast(given);
  const backwards = cursor?.side === 'before';
  const start = cursor && { tier: tierOf(cursor.id, ranking), position: Number(cursor.key) };
  const found =
    count === undefined ? await findMatches(reader, ranking, { countUpTo, limit }) : { count, few: null };
  // A single page needs no cursor, and so no tiers.
  if (!cursor && found.few && found.few.length <= limit) {
    const positions = await rankFew(reader, ranking.tiers, found.few);
    return { items: await itemsAt(as, reader, positions), next: null, previous: null, count: found.count };
  }
  const hits = await findHits(reader, { tiers: ranking.tiers, start, backwards, limit: limit + 1 });
  const more = hits.length > limit;
  const shown = hits.slice(0, limit);
  if (backwards) shown.reverse();
  const cursorAt = (side: 'after' | 'before', hit: Hit | undefined) =>
    hit === undefined ? null : encodeCursor({ side, key: hit.position, id: String(hit.tier) });
  return {
    items: await itemsAt(
      as,
      reader,
      shown.map(({ position }) => position),
    ),
    next: backwards || more ? cursorAt('after', shown.at(-1)) : null,
    previous: (backwards ? more : cursor !== undefined) ? cursorAt('before', shown[0]) : null,
    count: found.count,
  };
}

async function itemsAt<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: SearchReader,
  positions: number[],
): Promise<Item[]> {
  return await inOrder(as, reader, await appIdsAt(reader.read, positions));
}

/** The number of matches, and all of them, newest first, where they fill no more than a page. */
async function findMatches(
  reader: SearchReader,
  { anyTier }: Ranking,
  { countUpTo, limit }: { countUpTo: number; limit: number },
): Promise<{ count: number; few: number[] | null }> {
  const few = await newestMatches(reader, anyTier, limit + 1);
  if (few.length <= limit) return { count: few.length, few };
  return { count: await countMatches(reader, anyTier, countUpTo), few: null };
}
