// Search by text and filters. How the index works, and why: docs/decisions/007-search.md.
import { asCards, asListings } from '../apps/listings.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { indexOf } from './engines.ts';
import { forgetWords, indexMissing } from './entries.ts';
import {
  browseApps,
  type BrowseQuery,
  browseWithCounts,
  countByCategory,
  listSimilar,
  suggest,
} from './search-apps.ts';

export const search = {
  reads: {
    browseCards: (reader: Reader, query: BrowseQuery) => browseApps(asCards, reader, query),
    browseApps: (reader: Reader, query: BrowseQuery) => browseApps(asListings, reader, query),
    ...{ browseWithCounts, countByCategory, listSimilar, suggest },
  },
  actions: {
    async sweep({ db }: Context): Promise<void> {
      await forgetWords(db);
      await indexOf(db.engine).tidy(db);
    },
    indexMissing: ({ db }: Context) => indexMissing(db),
  },
};
