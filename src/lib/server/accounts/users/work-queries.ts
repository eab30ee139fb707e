// Accounts that are open to work.
import type { WriteDb } from '../../platform/db/database.ts';

/** Open accounts whose time ends after one instant and before another, and who were not asked yet. */
export async function findWorkEnding(
  trx: WriteDb,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<{ id: string; email: string; firstname: string }[]> {
  return await trx
    .selectFrom('users')
    .select(['id', 'email', 'firstname'])
    .where('work_until', '>', after)
    .where('work_until', '<=', before)
    .where('work_asked_at', 'is', null)
    .where('is_verified', '=', 1)
    .where('banned_at', 'is', null)
    .orderBy('work_until')
    .limit(limit)
    .execute();
}

/** Ends what is over. @returns ids of the accounts */
export async function endWorkBefore(trx: WriteDb, now: number): Promise<string[]> {
  const rows = await trx
    .updateTable('users')
    .set({ work_until: null, work_asked_at: null })
    .where('work_until', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
