import { countDeleted } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

/**
 * Ends the live sessions of a user: all, the one with this id, or all except one. Threat: somebody who had a session has
 * made a token for programs. So whatever ends more than one session ends the tokens of the account as well.
 * @returns how many sessions
 */
export async function revokeSessionsOf(
  trx: WriteDb,
  userId: string,
  now: number,
  which: { id?: string; except?: string | undefined } = {},
): Promise<number> {
  const { id, except } = which;
  if (id === undefined) await trx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
  return await countDeleted(
    trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .$if(id !== undefined, (sessions) => sessions.where('id', '=', id ?? ''))
      .$if(except !== undefined, (sessions) => sessions.where('id', '!=', except ?? '')),
  );
}

/** Places where the account is logged in. */
export const liveSessionsOf = (db: ReadDb, userId: string, now: number) =>
  db.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now);

/** The user of a session that has not ended. */
export async function findLiveSession(db: ReadDb, sessionId: string, now: number) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.is_verified', 'users.role', 'sessions.factor_at'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    // A ban ends the sessions, but one may begin at the same moment.
    .where('users.banned_at', 'is', null)
    .executeTakeFirst();
  return (
    row && { userId: row.id, isVerified: row.is_verified === 1, role: row.role, factorAt: row.factor_at }
  );
}

/** Records that a session has proved a second factor. */
export async function storeFactorAt(trx: WriteDb, sessionId: string, now: number): Promise<void> {
  await trx.updateTable('sessions').set({ factor_at: now }).where('id', '=', sessionId).execute();
}
