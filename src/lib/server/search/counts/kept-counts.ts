// The counters of all listed apps, which a process keeps as long as the index stays as it is: hundreds of rows, which
// every list of apps shows.
import type { Database } from '../../platform/db/database.ts';
import { indexState } from '../search-queries.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findCounters, type Counters } from './counter-queries.ts';

export interface KeptCounts {
  /** As new as the database. */
  read(db: Pick<Database, 'engine' | 'read'>): Promise<Counters>;
}

/** A reader with the counters of this process. */
export interface CountReader extends Reader {
  counts: KeptCounts;
}

export function createKeptCounts(): KeptCounts {
  let kept: (Counters & { state: string }) | null = null;
  return {
    async read(db) {
      // Triggers change the counters in the transaction that changes the index. They are read after its state: what is
      // committed in between makes them newer than the state, and they are read again.
      const state = await indexState(db);
      if (kept?.state === state) return kept;
      return (kept = { state, ...(await findCounters(db.read)) });
    },
  };
}
