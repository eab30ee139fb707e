// Search by text and filters. How the index works, and why: docs/decisions/007-search.md.
import type { AppListing } from '../../shared/schemas/apps.ts';
import { asCards, asListings } from '../apps/listings.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { indexOf } from './engines.ts';
import { forgetWords, indexMissing } from './entries.ts';
import {
  browseApps,
  browseWithCounts,
  countByCategory,
  searchApps,
  suggest,
  type BrowseQuery,
  type SearchQuery,
} from './search-apps.ts';
import { createSimilar, type SimilarChoice } from './similar.ts';

export function createSearch({ db, categories }: Pick<Context, 'db' | 'categories'>) {
  const findSimilar = createSimilar();
  return {
    reads: {
      searchApps: (reader: Reader, query: SearchQuery) => searchApps(asListings, reader, query),
      searchCards: (reader: Reader, query: SearchQuery) => searchApps(asCards, reader, query),
      browseApps: (reader: Reader, query: BrowseQuery) => browseApps(asListings, reader, query),
      browseWithCounts: (reader: Reader, query: BrowseQuery & { text?: string }) =>
        browseWithCounts(reader, categories(), query),
      suggest: (reader: Reader, text: string) => suggest(reader, categories(), text),
      listSimilar: (reader: Reader, app: AppListing, choice: SimilarChoice) =>
        findSimilar(reader, categories(), app, choice),
      countByCategory,
    },
    actions: {
      async sweep(): Promise<void> {
        await forgetWords(db);
        await indexOf(db.engine).tidy(db);
      },
      indexMissing: () => indexMissing(db),
    },
  };
}
