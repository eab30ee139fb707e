import type { SortOrder } from '../../../shared/schemas/apps.ts';
import type { FactFilter } from '../../../shared/schemas/filters.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { ShelfSlot, Shelf } from '../../../shared/schemas/shelves.ts';
import type { ListedCard } from '../../apps/index.ts';
import type { Category } from '../../platform/category-list.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import type { EditorsShelf } from '../find-current.ts';

interface Listing extends FactFilter {
  category?: string;
  sort?: SortOrder;
  limit: number;
  /** Length of the whole list, which no shelf shows. */
  count?: number;
}

/** Reads of other slices that the shelves are made of. */
export interface ShelfReads {
  browseCards(reader: Reader, query: Listing): Promise<Page<ListedCard>>;
  trendingCards(reader: Reader, limit: number): Promise<ListedCard[]>;
  countListed(reader: Reader): Promise<number>;
  categories(reader: Reader): readonly Category[];
}

/** What a source is given. */
export interface Making {
  reader: Reader;
  reads: ShelfReads;
  now: number;
  /** The editors' shelves of now. */
  editors: ReadonlyMap<ShelfSlot, EditorsShelf>;
  /** The apps in the list that are on no shelf above, at most as many as a shelf holds. */
  unshown(apps: readonly ListedCard[]): ListedCard[];
  /** How many apps to read, so that enough are left without those that are shown above. */
  limit: number;
}

/**
 * Finds the apps of a shelf and its words; null for none. A shelf with too few apps is left out by the caller.
 * A source that depends on the time calls `keepFor` of its reader.
 */
export type ShelfSource = (making: Making) => Promise<Omit<Shelf, 'kind'> | null>;
