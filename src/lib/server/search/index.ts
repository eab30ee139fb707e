import type { Database } from '../platform/db/database.ts';
import { searchApps, type SearchQuery } from './search-apps.ts';

export type { SearchQuery };
export type Search = ReturnType<typeof createSearch>;

export function createSearch({ db }: { db: Database }) {
  return {
    /** @throws AppError 400 for a cursor that is not one of this list */
    searchApps: (query: SearchQuery) => searchApps(db.read, query),
  };
}
