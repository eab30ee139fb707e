// The search index, and the counts beside a search.
import type { Generated } from 'kysely';
import type { CategoryKey } from '../../../../shared/schemas/categories.ts';
import type { FilterColumns } from '../../../../shared/schemas/app-filters.ts';
import type { FactFilterName } from '../../../../shared/schemas/facts/fact-filters.ts';
import type { ReleaseType } from '../../../../shared/schemas/versions.ts';

/**
 * The search entry of an app. SQLite keeps the tokens in the table search_index, PostgreSQL in a column of this table.
 */
interface SearchEntryTable {
  app_id: string;
  /** Its place in the lists: newer apps have greater ones. */
  position: number;
  /** See search/counts/facet-number.ts. null where an older version wrote the entry, until a sweep. */
  facets: number | null;
}

/** The facets of an app: one row per category, and one with ''. Triggers maintain facet_counts. */
interface SearchFacetTable extends FilterColumns {
  app_id: string;
  /** '' stands for all categories. */
  category: CategoryKey;
  phase: ReleaseType;
}

export interface FacetCountTable extends FilterColumns {
  category: CategoryKey;
  phase: ReleaseType;
  apps: number;
}

/** The facts of an app by which people filter: a row for each value, and one with '' for any. */
interface SearchFactTable {
  app_id: string;
  fact: FactFilterName;
  value: string;
}

/** How many apps have the value of a fact; triggers count the rows of search_facts. */
export interface FactCountTable {
  fact: FactFilterName;
  value: string;
  apps: number;
}

/** Known words, each under itself and under itself without one of its letters. */
interface SearchWordTable {
  /**
   * A deletion key of the word (platform/names/typos.ts); in one of the rows the word itself. The column keeps the name
   * that it had in an earlier version.
   */
  slip: string;
  word: string;
}

/** A position whose entry was added, changed or removed. See search/counts/match-memory.ts. */
interface SearchChangeTable {
  number: Generated<number>;
  position: number;
}

export interface SearchTables {
  search_entries: SearchEntryTable;
  search_facets: SearchFacetTable;
  facet_counts: FacetCountTable;
  search_facts: SearchFactTable;
  fact_counts: FactCountTable;
  search_words: SearchWordTable;
  search_changes: SearchChangeTable;
}
