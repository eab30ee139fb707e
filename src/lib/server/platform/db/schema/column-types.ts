import type { Generated } from 'kysely';

/** Both engines store flags as integers. */
export type Flag = 0 | 1;

/** A row of which some columns have a default, so that an insert may leave them out. */
export type WithDefaults<Row, Names extends keyof Row> = Omit<Row, Names> & {
  [Name in Names]: Generated<Row[Name]>;
};
