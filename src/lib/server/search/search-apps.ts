import type { AppListing } from '../../shared/apps.ts';
import { limits } from '../../shared/limits.ts';
import { emptyPage, type Page } from '../../shared/paging.ts';
import { findListings } from '../apps/index.ts';
import type { Database } from '../platform/db/database.ts';
import { decodeCursor, encodeCursor } from '../platform/db/keyset.ts';
import { any, type Expression } from './expression.ts';
import type { AppFilter } from './facets.ts';
import { appIdsAt, countMatches, findPositions } from './search-index.ts';
import { tiersOf } from './tiers.ts';

export interface SearchQuery extends AppFilter {
  /** Any text; compared without case, accents and spaces. */
  text: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Matches are counted up to here: nobody pages through more, and counting half a million takes longer than finding them. */
export const mostCounted = 10_000;

interface Hit {
  tier: number;
  position: number;
}

/** The best matches first, newer ones first among equals. A text without a letter or digit finds nothing. */
export async function searchApps(db: Database, query: SearchQuery): Promise<Page<AppListing>> {
  const tiers = await tiersOf(db, query.text.slice(0, limits.searchText), query);
  return await pageOfTiers(db, tiers, query);
}

/** Apps that match, tier after tier, newest first within one. `count` stops at `mostCounted`. */
export async function pageOfTiers(
  db: Database,
  tiers: Expression[],
  { cursor: text, limit = limits.pageSize }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<AppListing>> {
  const cursor = text === undefined ? undefined : decodeCursor(text, 'number');
  if (tiers.length === 0) return emptyPage();
  const backwards = cursor?.side === 'before';
  const start = cursor && { tier: Number(cursor.id), position: Number(cursor.key) };
  const hits = await walk(db, tiers, { start, backwards, limit: limit + 1 });
  const more = hits.length > limit;
  const shown = hits.slice(0, limit);
  if (backwards) shown.reverse();

  const ids = await appIdsAt(
    db.read,
    shown.map(({ position }) => position),
  );
  const listings = new Map((await findListings(db.read, ids)).map((app) => [app.id, app]));
  const cursorAt = (side: 'after' | 'before', hit: Hit | undefined) =>
    hit === undefined ? null : encodeCursor({ side, key: hit.position, id: String(hit.tier) });
  return {
    items: ids.flatMap((id) => listings.get(id) ?? []),
    next: backwards || more ? cursorAt('after', shown.at(-1)) : null,
    previous: (backwards ? more : cursor !== undefined) ? cursorAt('before', shown[0]) : null,
    count: !cursor && !more ? shown.length : await countMatches(db, any(...tiers), mostCounted),
  };
}

/** Goes through the tiers from where the last page ended until there are enough. */
async function walk(
  db: Database,
  tiers: Expression[],
  { start, backwards, limit }: { start: Hit | undefined; backwards: boolean; limit: number },
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const step = backwards ? -1 : 1;
  for (let tier = start?.tier ?? 0; tier >= 0 && tier < tiers.length; tier += step) {
    const expression = tiers[tier];
    if (!expression || hits.length >= limit) break;
    const positions = await findPositions(db, {
      expression,
      beyond: tier === start?.tier ? start.position : undefined,
      direction: backwards ? 'asc' : 'desc',
      limit: limit - hits.length,
    });
    hits.push(...positions.map((position) => ({ tier, position })));
  }
  return hits;
}
