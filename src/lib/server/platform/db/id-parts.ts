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
 * Finds the parts of a table, each from the one before it. Yields between them, because SQLite answers synchronously.
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
