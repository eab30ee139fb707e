// Search by text and filters. How the index works, and why: docs/decisions/007-search.md.
import type { AppListing } from '../../shared/schemas/apps.ts';
import { appIdsAfter, asCards, asListings } from '../apps/index.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { Database } from '../platform/db/database.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import { browseApps, browseWithCounts, type BrowseQuery } from './browse-apps.ts';
import { countByCategory, countListed } from './facets.ts';
import { searchApps, type SearchQuery, type SearchReader } from './search-apps.ts';
import { forgetWords } from './forget-words.ts';
import { createSimilar } from './similar/similar.ts';
import { suggest } from './suggest.ts';
import { isIndexCurrent, noteIndexCurrent, reindexApps, unindexedApps } from './search-writes.ts';

export { createReindexOwner } from './reindex-owner.ts';

/** Apps in one transaction of `indexMissing`. */
const batch = 500;

/** Passed to the slices that change apps. */
export function createReindex({ engine }: Pick<Database, 'engine'>): ReindexApps {
  return async (trx, appIds) => {
    if (appIds.length > 0) await reindexApps(engine, trx, appIds);
  };
}

interface SearchOptions {
  db: Database;
  /** Those that are known now. */
  categories: () => CategoryList;
}

export function createSearch({ db, categories }: SearchOptions) {
  const similar = createSimilar();
  const withCategories =
    <Query, Result>(search: (reader: SearchReader, query: Query) => Promise<Result>) =>
    (reader: Reader, query: Query) =>
      search({ ...reader, categories: categories() }, query);
  return {
    reads: {
      searchApps: withCategories((reader, query: SearchQuery) => searchApps(asListings, reader, query)),
      searchCards: withCategories((reader, query: SearchQuery) => searchApps(asCards, reader, query)),
      browseApps: withCategories((reader, query: BrowseQuery) => browseApps(asListings, reader, query)),
      browseCards: withCategories((reader, query: BrowseQuery) => browseApps(asCards, reader, query)),
      browseWithCounts: withCategories(browseWithCounts),
      suggest: withCategories(suggest),
      listSimilar: (reader: Reader, app: AppListing, options: Parameters<typeof similar>[2]) =>
        similar({ ...reader, categories: categories() }, app, options),
      countByCategory,
      countListed,
    },
    actions: {
      sweep: () => forgetWords(db),
      /**
       * Indexes all apps if the format of the index has changed, else the missing ones; each of them once, so that it
       * ends also where one cannot be indexed. @returns how many
       */
      async indexMissing(progress: (done: number) => void = () => undefined): Promise<number> {
        const isCurrent = await isIndexCurrent(db.read);
        const find = isCurrent ? unindexedApps : appIdsAfter;
        for (let [done, after] = [0, '']; ;) {
          // The transaction may run again, and then has to find the same apps.
          const ids = await db.write(async (trx) => {
            const found = await find(trx, after, batch);
            if (found.length > 0) await reindexApps(db.engine, trx, found);
            else if (!isCurrent) await noteIndexCurrent(trx);
            return found;
          });
          done += ids.length;
          progress(done);
          const last = ids.at(-1);
          if (last === undefined) return done;
          after = last;
        }
      },
    },
  };
}
