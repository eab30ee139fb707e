// Search by text and filters. How the index works, and why: docs/decisions/007-search.md.
import { asCards, asListings } from '../apps/listings.ts';
import { forgetWords, indexMissing } from './entries.ts';
import {
  browseApps,
  type BrowseQuery,
  browseWithCounts,
  countByCategory,
  countListed,
  searchApps,
  type SearchQuery,
  type SearchReader,
  suggest,
} from './search-apps.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { Database } from '../platform/db/database.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { createSimilar } from './similar.ts';

interface SearchOptions {
  db: Database;
  /** Those that are known now. */
  categories: () => CategoryList;
}

export function createSearch({ db, categories }: SearchOptions) {
  const withCategories =
    <Rest extends unknown[], Result>(read: (reader: SearchReader, ...rest: Rest) => Promise<Result>) =>
    (reader: Reader, ...rest: Rest) =>
      read({ ...reader, categories: categories() }, ...rest);
  return {
    reads: {
      searchApps: withCategories((reader, query: SearchQuery) => searchApps(asListings, reader, query)),
      searchCards: withCategories((reader, query: SearchQuery) => searchApps(asCards, reader, query)),
      browseApps: withCategories((reader, query: BrowseQuery) => browseApps(asListings, reader, query)),
      browseCards: withCategories((reader, query: BrowseQuery) => browseApps(asCards, reader, query)),
      browseWithCounts: withCategories(browseWithCounts),
      suggest: withCategories(suggest),
      listSimilar: withCategories(createSimilar()),
      countByCategory,
      countListed,
    },
    actions: {
      sweep: () => forgetWords(db),
      indexMissing: () => indexMissing(db),
    },
  };
}
