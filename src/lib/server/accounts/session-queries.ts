import { hashRefreshToken } from './tokens.ts';
import { countUpdated, hasRow } from '../platform/db/count-rows.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import type { SessionTable } from '../platform/db/schema.ts';
import type { Role } from '../../shared/schemas/roles.ts';

export async function insertSession(trx: WriteDb, row: SessionTable): Promise<void> {
  await trx.insertInto('sessions').values(row).execute();
}

/** @param device stored only where the session has none, because a previous version began it */
export async function extendSession(
  trx: WriteDb,
  sessionId: string,
  { expiresAt, device }: { expiresAt: number; device: string | null },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set((eb) => ({ expires_at: expiresAt, device: eb.fn.coalesce('device', eb.val(device)) }))
    .where('id', '=', sessionId)
    .execute();
}

/** Ends a session with its access tokens and refresh tokens. */
export async function revokeSession(trx: WriteDb, sessionId: string, now: number): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Ends the live sessions of a user: all, the one with this id, or all except one.
 * @returns how many
 */
export async function revokeSessionsOf(
  trx: WriteDb,
  userId: string,
  now: number,
  which: { id?: string; except?: string | undefined } = {},
): Promise<number> {
  const { id, except } = which;
  return await countUpdated(
    revokeLive(trx, now)
      .where('user_id', '=', userId)
      .$if(id !== undefined, (sessions) => sessions.where('id', '=', id ?? ''))
      .$if(except !== undefined, (sessions) => sessions.where('id', '!=', except ?? '')),
  );
}

/** Ends every live session. @returns how many */
export async function revokeAllSessions(trx: WriteDb, now: number): Promise<number> {
  return await countUpdated(revokeLive(trx, now));
}

function revokeLive(trx: WriteDb, now: number) {
  return trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
}

/** The user of a session that is neither revoked nor expired. */
export async function findLiveSession(
  db: ReadDb | WriteDb,
  sessionId: string,
  now: number,
): Promise<{ userId: string; isVerified: boolean; role: Role; factorAt: number | null } | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.is_verified', 'users.role', 'sessions.factor_at'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    // A ban revokes the sessions, but one may begin at the same moment.
    .where('users.banned_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    userId: row.id,
    isVerified: row.is_verified === 1,
    role: row.role,
    factorAt: row.factor_at,
  };
}

/** Records that a session has proved a second factor. */
export async function storeFactorAt(trx: WriteDb, sessionId: string, now: number): Promise<void> {
  await trx.updateTable('sessions').set({ factor_at: now }).where('id', '=', sessionId).execute();
}

/** Forgets the proofs of all sessions of a user, who has no factor any more. */
export async function clearFactorAtOf(trx: WriteDb, userId: string): Promise<void> {
  await trx.updateTable('sessions').set({ factor_at: null }).where('user_id', '=', userId).execute();
}

/** Stores the hash of a refresh token. */
export async function addRefreshToken(
  trx: WriteDb,
  sessionId: string,
  token: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<void> {
  const row = {
    token_hash: hashRefreshToken(token) ?? '',
    session_id: sessionId,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
    successor_sealed: null,
  };
  await trx.insertInto('refresh_tokens').values(row).execute();
}

/** Marks a token as used. @returns whether it was unused; true for one of several uses at once */
export async function claimRefreshToken(
  trx: WriteDb,
  tokenHash: string,
  successorSealed: string,
  now: number,
): Promise<boolean> {
  return await hasRow(
    trx
      .updateTable('refresh_tokens')
      .set({ used_at: now, successor_sealed: successorSealed })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .returning('token_hash'),
  );
}

export async function findRefreshToken(db: ReadDb | WriteDb, tokenHash: string) {
  return await db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select([
      'refresh_tokens.session_id',
      'refresh_tokens.used_at',
      'refresh_tokens.expires_at',
      'refresh_tokens.successor_sealed',
      'sessions.user_id',
      'sessions.revoked_at',
      'sessions.created_at as began_at',
    ])
    .where('refresh_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Removes expired tokens of a session, which pile up by rotation. Reusing one is refused as an unknown token. */
export async function removeOldTokens(trx: WriteDb, sessionId: string, now: number): Promise<void> {
  await trx
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('expires_at', '<=', now)
    .execute();
}

/** Removes expired sessions; their tokens first, because one session may have thousands. */
export async function sweepSessions(db: Pick<Database, 'write'>, now: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('sessions')
      .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
      .select('refresh_tokens.token_hash')
      .where('sessions.expires_at', '<=', now)
      .limit(limit);
    return await trx.deleteFrom('refresh_tokens').where('token_hash', 'in', some).executeTakeFirstOrThrow();
  });
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('sessions').select('id').where('expires_at', '<=', now).limit(limit);
    return await trx.deleteFrom('sessions').where('id', 'in', some).executeTakeFirstOrThrow();
  });
}

/** A user's sessions, ended ones included, oldest first (ids are ordered by time). */
export async function findSessionsOf(
  db: ReadDb,
  userId: string,
  afterId: string,
  limit: number,
): Promise<(Pick<SessionTable, 'id' | 'expires_at' | 'revoked_at' | 'device'> & { at: number })[]> {
  return await db
    .selectFrom('sessions')
    .select(['id', 'created_at as at', 'expires_at', 'revoked_at', 'device'])
    .where('user_id', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
