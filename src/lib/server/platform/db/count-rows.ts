import type { AliasedExpression, DeleteResult, UpdateResult } from 'kysely';
import type { ReadDb } from './database.ts';

/** Counts the rows of a subquery, which may have a limit. */
export async function countRows(
  db: ReadDb,
  rows: AliasedExpression<{ id: string }, 'counted'>,
): Promise<number> {
  const counting = db.selectFrom(rows).select((eb) => eb.fn.countAll<number>().as('count'));
  return (await counting.executeTakeFirstOrThrow()).count;
}

/** Whether the query finds or changes a row. */
export async function hasRow(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** Runs the statement. @returns how many rows it has removed */
export async function countDeleted(query: {
  executeTakeFirstOrThrow(): Promise<DeleteResult>;
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Runs the statement. @returns how many rows it has changed */
export async function countUpdated(query: {
  executeTakeFirstOrThrow(): Promise<UpdateResult>;
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).numUpdatedRows);
}
