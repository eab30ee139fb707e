// The search index, and the counts beside a search.
import type { CategoryName } from '../../../../shared/schemas/categories.ts';
import type { FilterColumns } from '../../../../shared/schemas/app-filters.ts';
import type { ReleaseType } from '../../../../shared/schemas/versions.ts';

/**
 * The search entry of an app. SQLite keeps the tokens in the table search_index, PostgreSQL in a column of this table.
 */
interface SearchEntryTable {
  app_id: string;
  /** Its place in the lists: newer apps have greater ones. */
  position: number;
  /** See search/facet-number.ts. null where an older version wrote the entry, until a sweep. */
  facets: number | null;
}

/** The facets of an app: one row per category, and one with ''. Triggers maintain facet_counts. */
interface SearchFacetTable extends FilterColumns {
  app_id: string;
  category: CategoryName | '';
  phase: ReleaseType;
}

interface FacetCountTable extends FilterColumns {
  category: CategoryName | '';
  phase: ReleaseType;
  apps: number;
}

/** Known words, each under itself and under itself without one of its letters. */
interface SearchWordTable {
  /** The deletion key; the word itself in one of the rows. */
  slip: string;
  word: string;
}

export interface SearchTables {
  search_entries: SearchEntryTable;
  search_facets: SearchFacetTable;
  facet_counts: FacetCountTable;
  search_words: SearchWordTable;
}
