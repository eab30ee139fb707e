// Search by text and filters. How the index works, and why: docs/decisions/007-search.md.
import type { AppListing } from '../../shared/schemas/apps.ts';
import { appIdsAfter, asCards, asListings } from '../apps/index.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { Database } from '../platform/db/database.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import { browseApps, browseWithCounts, type BrowseQuery } from './browse-apps.ts';
import { fillFacets } from './counts/fill-facets.ts';
import { searchApps, type SearchQuery } from './search-apps.ts';
import { forgetWords } from './forget-words.ts';
import { listSimilar } from './similar/similar.ts';
import { suggest } from './suggest.ts';
import { countFacets } from './counts/facet-queries.ts';
import { createKeptCounts } from './counts/kept-counts.ts';
import { createMatchMemory, type SearchReader } from './counts/match-memory.ts';
import {
  forgetChanges,
  isIndexCurrent,
  noteIndexCurrent,
  reindexApps,
  unindexedApps,
} from './search-writes.ts';

export { categoryFacets } from './counts/facet-number.ts';
export { countListedByCategory } from './counts/facet-queries.ts';
export { createReindexOwner, createReindexOwnerJob } from './reindex-owner.ts';

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
  const matches = createMatchMemory();
  const counts = createKeptCounts();
  const withMemory =
    <Query, Result>(search: (reader: SearchReader, query: Query) => Promise<Result>) =>
    (reader: Reader, query: Query) =>
      search({ ...reader, counts, matches, categories: categories() }, query);
  return {
    reads: {
      searchApps: withMemory((reader, query: SearchQuery) => searchApps(asListings, reader, query)),
      searchCards: withMemory((reader, query: SearchQuery) => searchApps(asCards, reader, query)),
      browseApps: withMemory((reader, query: BrowseQuery) => browseApps(asListings, reader, query)),
      browseCards: withMemory((reader, query: BrowseQuery) => browseApps(asCards, reader, query)),
      browseWithCounts: withMemory(browseWithCounts),
      suggest: withMemory(suggest),
      listSimilar: (reader: Reader, app: AppListing, options: Parameters<typeof listSimilar>[2]) =>
        listSimilar({ ...reader, categories: categories() }, app, options),
      /** How many listed apps there are, and how many each category has, by its key. */
      async countByCategory(reader: Reader): Promise<{ total: number; apps: Record<string, number> }> {
        const { total, category } = await countFacets({ ...reader, counts }, {});
        return { total, apps: category };
      },
    },
    actions: {
      async sweep(): Promise<void> {
        await fillFacets(db);
        await forgetWords(db);
        await db.write(forgetChanges);
      },
      fillFacets: (isStopping: () => boolean) => fillFacets(db, { isStopping }),
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
