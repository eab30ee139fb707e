import { sql } from 'kysely';

/**
 * Values in the text of a query. Neither engine uses a partial index (`where is_current = 1`) for an equal bound value.
 */
export const sqlLiteral = { true: sql.lit<1>(1), false: sql.lit<0>(0) };
