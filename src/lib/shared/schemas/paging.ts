// Runs anywhere.

/** One page of a keyset-paged list. Cursors are opaque: pass them back as they came. */
export interface Page<Item> {
  items: Item[];
  /** Cursor of the page after this one; null on the last page. */
  next: string | null;
  /** Cursor of the page before this one; null on the first page. */
  previous: string | null;
  /** How many items the whole list has. */
  count: number;
}

/** The page of a list that has nothing in it. */
export function emptyPage<Item>(): Page<Item> {
  return { items: [], next: null, previous: null, count: 0 };
}
