// The shelves of the front page: rows of a few apps, the same for every visitor.
import type { AppListing, AppSummary } from '../apps.ts';

/**
 * In the order of the page, above 'Latest Apps', which is the shelf of new ones. Each has a source in
 * `src/lib/server/shelves/sources/`.
 */
export const shelfKinds = ['day', 'picks', 'trending', 'updated', 'proved', 'theme', 'category'] as const;
export type ShelfKind = (typeof shelfKinds)[number];

/** A shelf with fewer apps that are not shown above it is left out. */
export const shelfSizes = { fewest: 3, most: 6 } as const;

/** Kept by editors. The others fill themselves. */
export const editorsKinds: readonly ShelfKind[] = ['day', 'picks', 'theme'];

export interface Shelf {
  kind: ShelfKind;
  title: string;
  apps: Omit<AppSummary, 'owner'>[];
  /** Path of the whole list. */
  list: string;
  /** Path of the feed of that list. */
  feed: string;
}

/** A shelf that editors keep or have kept. */
export interface PickedShelf {
  id: string;
  title: string;
  /** Milliseconds since 1970. */
  startsAt: number;
  endsAt: number;
  isCurrent: boolean;
  apps: AppListing[];
}
