import type { WriteDb } from '../../platform/db/database.ts';

/** Removes up to `limit` codes of a user. @returns how many */
export async function removeCodesOf(trx: WriteDb, userId: string, limit: number): Promise<number> {
  const some = trx.selectFrom('codes').select('id').where('user_id', '=', userId).limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('codes').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
