// Bans of accounts by the operator, in the transaction of the caller.
import type { WriteDb } from '../../platform/db/database.ts';
import { countUpdated } from '../../platform/db/count-rows.ts';
import { revokeSessionsOf } from '../sessions/session-queries.ts';

/**
 * Bans an account: removes its sessions and codes, refuses logins, and hides everything of it from the commit on.
 * @returns whether it was open
 */
export async function banAccount(
  trx: WriteDb,
  { userId, reason, now }: { userId: string; reason: string; now: number },
): Promise<boolean> {
  const banned = await countUpdated(
    trx
      .updateTable('users')
      .set({ banned_at: now, ban_reason: reason, updated_at: now })
      .where('id', '=', userId)
      .where('banned_at', 'is', null),
  );
  if (banned === 0) return false;
  await revokeSessionsOf(trx, userId, now);
  await trx.deleteFrom('codes').where('user_id', '=', userId).execute();
  return true;
}

/** Lifts a ban; the owner has to log in again. @returns whether there was one */
export async function unbanAccount(trx: WriteDb, userId: string, now: number): Promise<boolean> {
  return (
    (await countUpdated(
      trx
        .updateTable('users')
        .set({ banned_at: null, ban_reason: '', updated_at: now })
        .where('id', '=', userId)
        .where('banned_at', 'is not', null),
    )) > 0
  );
}
