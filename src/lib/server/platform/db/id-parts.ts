// Splits a table into parts of equal size, in the order of its ids, for sitemaps.
import { setImmediate } from 'node:timers/promises';
import type { AliasedExpression } from 'kysely';
import type { ReadDb } from './database.ts';

/** Rows of a part. A sitemap may hold 50,000 addresses; smaller parts change less often. */
export const partSize = 10_000;

/** Sorts before every id. */
export const beforeFirstId = '0';

export interface IdPart {
  /** The id before the part's first one, or `beforeFirstId`. */
  after: string;
  /** When one of its rows was last changed; milliseconds since 1970. */
  changedAt: number;
}

/**
 * Finds the parts of a table, each from the one before it. Yields in between, because SQLite is synchronous.
 * @param rowsAfter query for the `partSize` rows that follow an id
 */
export async function walkParts(
  db: ReadDb,
  rowsAfter: (after: string) => AliasedExpression<{ id: string; updated_at: number }, 'part'>,
): Promise<IdPart[]> {
  const parts: IdPart[] = [];
  for (let after = beforeFirstId; ;) {
    const { last, changedAt } = await db
      .selectFrom(rowsAfter(after))
      .select((eb) => [
        eb.fn.max<string | null>('id').as('last'),
        eb.fn.max<number | null>('updated_at').as('changedAt'),
      ])
      .executeTakeFirstOrThrow();
    if (last === null || changedAt === null) return parts;
    parts.push({ after, changedAt });
    after = last;
    await setImmediate();
  }
}
