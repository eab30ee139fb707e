import type { AppListing } from '../../shared/apps.ts';
import type { CategoryName } from '../../shared/categories.ts';
import { limits } from '../../shared/limits.ts';
import { emptyPage, type Page } from '../../shared/paging.ts';
import { searchKey } from '../../shared/text.ts';
import { findAppPage } from '../apps/index.ts';
import type { ReadDb } from '../platform/db/database.ts';

export interface SearchQuery {
  /** Any text; compared without case, accents, spaces and punctuation. */
  text: string;
  category?: CategoryName | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Apps whose name or description holds the text, newest first. A text without a letter or digit finds nothing. */
export async function searchApps(db: ReadDb, query: SearchQuery): Promise<Page<AppListing>> {
  const key = searchKey(query.text.slice(0, limits.searchText));
  if (key === '') return emptyPage();
  return await findAppPage(db, {
    searchKey: key,
    category: query.category,
    sort: 'newest',
    cursor: query.cursor,
    limit: query.limit ?? limits.pageSize,
  });
}
