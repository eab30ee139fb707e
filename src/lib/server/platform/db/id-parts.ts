// A table cut into parts of so many rows, in the order of its ids, as sitemaps list it.
import { setImmediate } from 'node:timers/promises';
import type { AliasedExpression } from 'kysely';
import type { ReadDb } from './database.ts';

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

/** The last id of a part and its latest change; nulls when it has no rows. */
export interface PartEnd {
  last: string | null;
  changedAt: number | null;
}

/** @param rows those of the part: a query with an alias */
export async function findPartEnd(
  db: ReadDb,
  rows: AliasedExpression<{ id: string; updated_at: number }, 'part'>,
): Promise<PartEnd> {
  return await db
    .selectFrom(rows)
    .select((eb) => [
      eb.fn.max<string | null>('id').as('last'),
      eb.fn.max<number | null>('updated_at').as('changedAt'),
    ])
    .executeTakeFirstOrThrow();
}

/** Query for the last of the `partSize` rows that follow `after`. */
export type ReadPart = (after: string) => Promise<PartEnd>;

/**
 * The parts of a table, each found from the one before it. SQLite answers at once, so others get their turn between
 * them.
 */
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
