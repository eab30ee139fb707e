// Search by text and filters. How the index works, and why: docs/decisions/007-search.md.
import { appIdsAfter } from '../apps/index.ts';
import type { Database } from '../platform/db/database.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import { browseApps, browseWithCounts } from './browse-apps.ts';
import { fillFacets } from './fill-facets.ts';
import { searchApps } from './search-apps.ts';
import { forgetWords } from './forget-words.ts';
import { suggest } from './suggest.ts';
import { isIndexCurrent, noteIndexCurrent, reindexApps, unindexedApps } from './search-writes.ts';

export { createReindexOwner, createReindexOwnerJob } from './reindex-owner.ts';

/** Apps in one transaction of `indexMissing`. */
const batch = 500;

/** Passed to the slices that change apps. */
export function createReindex({ engine }: Pick<Database, 'engine'>): ReindexApps {
  return async (trx, appIds) => {
    if (appIds.length > 0) await reindexApps(engine, trx, appIds);
  };
}

export function createSearch({ db }: { db: Database }) {
  return {
    reads: {
      searchApps,
      browseApps,
      browseWithCounts,
      suggest,
    },
    actions: {
      async sweep(): Promise<void> {
        await fillFacets(db);
        await forgetWords(db);
      },
      fillFacets: (isStopping: () => boolean) => fillFacets(db, { isStopping }),
      /** Indexes all apps if the format of the index has changed, else the missing ones. @returns how many */
      async indexMissing(progress: (done: number) => void = () => undefined): Promise<number> {
        const isCurrent = await isIndexCurrent(db.read);
        let after = '';
        for (let done = 0; ;) {
          const count = await db.write(async (trx) => {
            const ids = isCurrent ? await unindexedApps(trx, batch) : await appIdsAfter(trx, after, batch);
            if (ids.length > 0) await reindexApps(db.engine, trx, ids);
            else if (!isCurrent) await noteIndexCurrent(trx);
            after = ids.at(-1) ?? after;
            return ids.length;
          });
          done += count;
          progress(done);
          if (count === 0) return done;
        }
      },
    },
  };
}
