import { sql, type RawBuilder } from 'kysely';

/** Lagos is an hour ahead of UTC all year. */
const lagosAheadMs = 3_600_000;
const dayMs = 86_400_000;

/** Days since 1970 in Lagos, of a column. Both operands are integers, so both engines round down. */
export const lagosDayOf = (column: string): RawBuilder<number> =>
  sql<number>`cast((${sql.ref(column)} + ${sql.lit(lagosAheadMs)}) / ${sql.lit(dayMs)} as integer)`;

/** Days since 1970 in Lagos, of an instant. */
export const lagosDay = (instant: number): number => Math.floor((instant + lagosAheadMs) / dayMs);

/** When a day of Lagos begins. */
export const beginOfLagosDay = (day: number): number => day * dayMs - lagosAheadMs;

/** How many rows a day of Lagos has. */
export interface CountedDay {
  day: number;
  count: number;
}
