// Splits a table into parts of equal size, in the order of its ids, for sitemaps.
import { sql, type AliasedExpression } from 'kysely';
import type { ReadDb } from './database.ts';

/** Rows of a part. A sitemap may hold 50,000 addresses; smaller parts change less often. */
export const partSize = 10_000;

/** Sorts before every id. */
const beforeFirstId = '0';

export interface IdPart {
  /** The id before the part's first one. */
  after: string;
  /** When one of its rows was last changed; milliseconds since 1970. */
  changedAt: number;
}

/** The number of the part to which a row belongs. */
export const partNumber = sql<number>`(row_number() over (order by id) - 1) / ${sql.lit(partSize)}`.as(
  'part',
);

/** @param rows all of them, each with its `partNumber` */
export async function partsOf(
  db: ReadDb,
  rows: AliasedExpression<{ id: string; updated_at: number; part: number }, 'numbered'>,
): Promise<IdPart[]> {
  const parts = await db
    .selectFrom(rows)
    .select((eb) => [eb.fn.max('id').as('last'), eb.fn.max('updated_at').as('changedAt')])
    .groupBy('part')
    .orderBy('part')
    .execute();
  return parts.map(({ changedAt }, at) => ({ after: parts[at - 1]?.last ?? beforeFirstId, changedAt }));
}
