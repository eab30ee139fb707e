// A table cut into parts of so many rows, in the order of its ids, as sitemaps list it.
import { setImmediate } from 'node:timers/promises';

/** A sitemap may hold 50,000 addresses; smaller parts are fetched anew less often in vain. */
export const partSize = 10_000;

/** Comes before every id. */
export const beforeFirstId = '0';

export interface IdPart {
  /** The id before the part's first one, or `beforeFirstId`. */
  after: string;
  /** When one of its rows was last changed; milliseconds since 1970. */
  changedAt: number;
}

/** What is asked of a table: of the `partSize` rows behind `after`, the last id and the latest change; nulls when there are none. */
export type ReadPart = (after: string) => Promise<{ last: string | null; changedAt: number | null }>;

/** The parts of a table, each found from the one before it. SQLite answers at once, so others get their turn between them. */
export async function walkParts(readPart: ReadPart): Promise<IdPart[]> {
  const parts: IdPart[] = [];
  for (let after = beforeFirstId; ;) {
    const { last, changedAt } = await readPart(after);
    if (last === null || changedAt === null) return parts;
    parts.push({ after, changedAt });
    after = last;
    await setImmediate();
  }
}
