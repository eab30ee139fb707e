// A list in data.json, which is read in chunks.
import type { Picture } from '../../shared/page/pictures.ts';
import type { OwnDataContext } from './context.ts';

/** Position in a list: the sort key and id of the last row. */
export interface Place {
  at: number;
  id: string;
}

export interface Collecting {
  context: OwnDataContext;
  userId: string;
  pack(name: string, picture: Picture | null): string | null;
}

export interface Rows {
  /** In list order; fewer than the limit at the end. */
  places: Place[];
  items: unknown[];
}

export interface Section {
  name: string;
  read(collecting: Collecting, after: Place | null, limit: number): Promise<Rows>;
}
