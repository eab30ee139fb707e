import type { AccountsContext, Client } from './context.ts';
import { describeDevice } from './describe-device.ts';
import { confirmPassword } from './guesses.ts';
import {
  addRefreshToken,
  claimRefreshToken,
  extendSession,
  findLiveSession,
  findRefreshToken,
  insertSession,
  removeOldTokens,
  revokeSession,
  revokeSessionsOf,
} from './session-queries.ts';
import { prolongPending } from './sign-up.ts';
import { hashRefreshToken, newRefreshToken, openSuccessor, sealSuccessor } from './tokens.ts';
import { findAccount, lockAccount } from './users.ts';
import { findPictures } from '../media/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import type { Client } from '../platform/security/client.ts';
import { pictureUrl } from '../../shared/page/pictures.ts';
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { Role } from '../../shared/schemas/roles.ts';
import type { OwnSession } from '../../shared/schemas/sessions.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import { messages } from '../../shared/text/messages.ts';

export interface Caller {
  userId: string;
  sessionId: string;
  isVerified: boolean;
  /** Read from the database, so that a change counts at once. */
  role: Role;
  /** When the session proved a second factor last; null for never. */
  factorAt: number | null;
  /** The client, for the limits on the request. */
  client: Client;
}

/**
 * The account and session of an access token. Reads the session from the database, so that revoking it ends its access
 * tokens at once, and so is `isVerified`.
 * @returns null for an invalid token or a session that has ended
 */
export async function authenticate(
  context: AccountsContext,
  token: string,
  client: Client,
): Promise<Caller | null> {
  const claims = await context.tokens.openAccess(token);
  if (!claims) return null;
  const session = await findLiveSession(context.db.read, claims.sid, context.clock());
  return session?.userId === claims.user_id ? { ...session, sessionId: claims.sid, client } : null;
}

/** Idle time after which a session ends. */
const refreshTokenMs = 30 * dayMs;

/** Age at which a session ends even if used, so that a stolen one does not last for good. */
const sessionMs = 90 * dayMs;

/** Expiry of a session that began at `began` and is used now. */
export function sessionEnd(began: number, now: number): number {
  return Math.min(now + refreshTokenMs, began + sessionMs);
}

/** An access token for the session, with the claims that the navigation bar shows. */
export async function accessTokenFor(
  context: AccountsContext,
  user: UserTable,
  sessionId: string,
): Promise<string> {
  const picture = (await findPictures(context.db.read, [user.picture_id])).get(user.picture_id ?? '');
  return await context.tokens.signAccess({
    user_id: user.id,
    email: user.email,
    firstname: user.firstname,
    is_verified: user.is_verified === 1,
    dp: picture ? context.siteUrl + pictureUrl(picture, picture.widths[0]) : null,
    sid: sessionId,
  });
}

/**
 * Begins a session in the caller's transaction. Sign the access token after the commit (`pairFor`).
 * @param factorAt when a second factor was proved for it; null where none was
 */
export async function startSession(
  trx: WriteDb,
  userId: string,
  now: number,
  { userAgent }: Client,
  factorAt: number | null = null,
): Promise<{ sessionId: string; refresh: string }> {
  const sessionId = newId();
  const refresh = newRefreshToken();
  const expiresAt = sessionEnd(now, now);
  await insertSession(trx, {
    id: sessionId,
    user_id: userId,
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    device: describeDevice(userAgent) || null,
    factor_at: factorAt,
  });
  await addRefreshToken(trx, sessionId, refresh, { now, expiresAt });
  return { sessionId, refresh };
}

export async function pairFor(
  context: AccountsContext,
  user: UserTable,
  { sessionId, refresh }: { sessionId: string; refresh: string },
): Promise<TokenPair> {
  return { access: await accessTokenFor(context, user, sessionId), refresh };
}

// Rotation with reuse detection (RFC 9700, 4.14.2): each refresh token works once. Within the grace period a used token
// returns its successor again, because two tabs may refresh at once; after that it counts as stolen, and the session is
// revoked.

export const refreshGraceMs = 10_000;

/** @throws AppError 401 for a token that is unknown, expired, revoked or reused */
export async function refreshSession(
  context: AccountsContext,
  token: string,
  client: Client,
): Promise<TokenPair> {
  const { audit, db, clock, limiter } = context;
  const refusal = new AppError(401, messages.errors.login);
  const hash = hashRefreshToken(token);
  if (hash === null) throw refusal;
  const known = await findRefreshToken(db.read, hash);
  await limiter.spend(quotas.refreshes, { account: known?.user_id ?? null, client });
  const now = clock();

  const outcome = await audit.write(client, async (trx, note) => {
    const successor = newRefreshToken();
    const claimed = await claimRefreshToken(trx, hash, sealSuccessor(token, successor), now);
    const row = await findRefreshToken(trx, hash);
    if (!row || row.revoked_at !== null || row.expires_at <= now) return null;
    // A token may have been issued for longer than its session may last.
    const expiresAt = sessionEnd(row.began_at, now);
    if (expiresAt <= now) return null;
    const session = { sessionId: row.session_id, userId: row.user_id };
    if (claimed) {
      await addRefreshToken(trx, row.session_id, successor, { now, expiresAt });
      await extendSession(trx, row.session_id, {
        expiresAt,
        device: describeDevice(client.userAgent) || null,
      });
      await prolongPending(trx, row.user_id, now);
      await removeOldTokens(trx, row.session_id, now);
      return { ...session, refresh: successor };
    }
    if (row.used_at !== null && row.successor_sealed !== null && now - row.used_at <= refreshGraceMs) {
      return { ...session, refresh: openSuccessor(token, row.successor_sealed) };
    }
    await revokeSession(trx, row.session_id, now);
    await note('session.reuse-ended', row.user_id);
    return null;
  });
  const user = outcome && (await findAccount(db.read, outcome.userId));
  if (!user) throw refusal;
  return { access: await accessTokenFor(context, user, outcome.sessionId), refresh: outcome.refresh };
}

/**
 * Logs out: ends the token's session, also by a token that has expired. Does nothing for an unknown token, or where the
 * session has ended.
 */
export async function endSession(
  { audit, clock }: AccountsContext,
  token: string,
  client: Client,
): Promise<void> {
  const hash = hashRefreshToken(token);
  if (hash === null) return;
  await audit.write(client, async (trx, note) => {
    const row = await findRefreshToken(trx, hash);
    if (row?.revoked_at !== null) return;
    await revokeSession(trx, row.session_id, clock());
    await note('logout', row.user_id);
  });
}

/** The caller's live sessions, newest first. @throws AppError 400 for an invalid cursor */
export async function listOwnSessions(
  { clock, db }: AccountsContext,
  { userId, sessionId }: Caller,
  cursor: string | undefined,
): Promise<Page<OwnSession>> {
  const live = db.read
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock());
  const { count } = await live.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const query = live.select(['sessions.id', 'sessions.created_at', 'sessions.device']).select((eb) =>
    eb.fn
      .coalesce(
        eb
          .selectFrom('refresh_tokens')
          .select((tokens) => tokens.fn.max('refresh_tokens.created_at').as('at'))
          .whereRef('refresh_tokens.session_id', '=', 'sessions.id'),
        'sessions.created_at',
      )
      .as('last_used_at'),
  );
  const { items, ...page } = await keysetPage(
    query,
    { cursor, limit: limits.pageSize, table: 'sessions', column: 'created_at' },
    count,
  );
  return {
    ...page,
    items: items.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      device: row.device ?? '',
      isCurrent: row.id === sessionId,
    })),
  };
}

/**
 * Ends one session of the caller, or without `id` all but the current one.
 * @throws AppError 400 for a wrong password, 404 for an id that is none of the caller's live sessions
 */
export async function endOwnSessions(
  context: AccountsContext,
  { userId, sessionId }: Caller,
  { password, id }: { password: string; id?: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock, db } = context;
  const confirmed = await confirmPassword(context, userId, password, client);
  await audit.write(client, async (trx, note) => {
    const now = clock();
    // The password may have changed, or the session ended, while the password was compared: of two devices that end
    // each other, the first one wins.
    const current = await lockAccount(trx, db.engine, userId);
    if (current?.password_hash !== confirmed || !(await findLiveSession(trx, sessionId, now)))
      throw new AppError(401, messages.errors.login);
    const which = id === undefined ? { except: sessionId } : { id };
    const ended = await revokeSessionsOf(trx, userId, now, which);
    if (ended > 0) await note('session.ended', userId);
    else if (id !== undefined) throw new AppError(404, messages.sessions.missing);
  });
}
