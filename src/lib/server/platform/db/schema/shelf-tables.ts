// The shelves of the front page that editors keep.

/** No two rows of one slot overlap in time: the database refuses it (migration 030). */
export interface ShelfTable {
  id: string;
  /** Number of the slot (`slotNumbers` in lib/shared/schemas/moderation/shelves.ts). */
  slot: number;
  title: string;
  starts_at: number;
  /** The first instant at which it is over. */
  ends_at: number;
  /** Grows with each change, so that of two people who change it at once the second is told. */
  version: number;
  /** null once the account is deleted. */
  created_by: string | null;
  created_at: number;
  changed_at: number;
}

export interface ShelfAppTable {
  shelf_id: string;
  app_id: string;
  /** Its place on the shelf, from 0. */
  position: number;
}

export interface ShelfTables {
  shelves: ShelfTable;
  shelf_apps: ShelfAppTable;
}
