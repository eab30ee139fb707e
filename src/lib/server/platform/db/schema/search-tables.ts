// The search index, and the counts beside a search.

/**
 * The search entry of an app. SQLite keeps the tokens in the table search_index, PostgreSQL in a column of this table.
 */
interface SearchEntryTable {
  app_id: string;
  /** Its place in the lists: newer apps have greater ones. */
  position: number;
  /** Its filters and facts as tokens (search/entries.ts). */
  facets: string;
}

/** Known words, each under itself and under itself without one of its letters. */
interface SearchWordTable {
  /** A deletion key of the word (platform/names/typos.ts); in one of the rows the word itself. */
  slip: string;
  word: string;
}

export interface SearchTables {
  search_entries: SearchEntryTable;
  search_words: SearchWordTable;
}
