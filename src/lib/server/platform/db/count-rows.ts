import type { DeleteResult, UpdateResult } from 'kysely';

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
