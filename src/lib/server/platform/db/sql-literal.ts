import { sql } from 'kysely';

/**
 * Values as part of a query's text. Neither engine uses a partial index (`where is_current = 1`) for a bound value that
 * happens to be the same.
 */
export const sqlLiteral = { true: sql.lit<1>(1), false: sql.lit<0>(0) };
