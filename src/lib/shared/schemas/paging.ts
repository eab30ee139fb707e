/** One page of a keyset-paged list. Cursors are opaque: callers pass them back unchanged. */
export interface Page<Item> {
  items: Item[];
  /** Cursor of the page after this one; null on the last page. */
  next: string | null;
  /** Cursor of the page before this one; null on the first page. */
  previous: string | null;
  /** Number of items in the whole list. */
  count: number;
}

/** @returns the page of an empty list */
export function emptyPage<Item>(): Page<Item> {
  return { items: [], next: null, previous: null, count: 0 };
}
