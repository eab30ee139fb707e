// Finding apps: by text, and by filters that combine. How the index works, and why: docs/decisions/007-search.md.
import { appIdsAfter } from '../apps/index.ts';
import type { Database } from '../platform/db/database.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import { browseApps } from './browse-apps.ts';
import { countMatchesByFacet } from './count-matches-by-facet.ts';
import type { AppFilter } from '../../shared/schemas/app-filters.ts';
import { countFacets } from './facet-queries.ts';
import { searchApps } from './search-apps.ts';
import { forgetWords } from './forget-words.ts';
import { suggest } from './suggest.ts';
import { isIndexCurrent, noteIndexCurrent, reindexApps, unindexedApps } from './search-writes.ts';

export { createReindexOwner, createReindexOwnerJob } from './reindex-owner.ts';
/** Apps a transaction of `indexMissing`. */
const batch = 500;

/** For the slices that change apps. */
export function createReindex({ engine }: Pick<Database, 'engine'>): ReindexApps {
  return async (trx, appIds) => {
    if (appIds.length > 0) await reindexApps(engine, trx, appIds);
  };
}

export function createSearch({ db }: { db: Database }) {
  return {
    reads: {
      /** @throws AppError 400 for a cursor that is not one of this list */
      searchApps,
      browseApps,
      /** What may have been meant by a text that finds nothing. */
      suggest,
      /** How many apps each choice of a filter gives, beside a text where there is one. */
      countFacets: (reader: Reader, filter: AppFilter, text = '') =>
        text === '' ? countFacets(reader, filter) : countMatchesByFacet(reader, filter, text),
    },
    actions: {
      /** Forgets what no app holds any more. */
      async sweep(): Promise<void> {
        await forgetWords(db);
      },
      /** Indexes every app where the index is of another format, else those that it lacks. @returns how many */
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
