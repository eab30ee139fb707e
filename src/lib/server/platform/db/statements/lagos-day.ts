import { sql, type RawBuilder } from 'kysely';
import { dayMs, lagosAheadMs } from '../../../../shared/text/days.ts';

/** Days since 1970 in Lagos, of a column. Both operands are integers, so both engines round down. */
export const lagosDayOf = (column: string): RawBuilder<number> =>
  sql<number>`cast((${sql.ref(column)} + ${sql.lit(lagosAheadMs)}) / ${sql.lit(dayMs)} as integer)`;

/** How many rows a day of Lagos has. */
export interface CountedDay {
  day: number;
  count: number;
}
