// Sessions: a refresh token that rotates, and access tokens that are checked against their session at every request.
// Rotation detects reuse (RFC 9700, 4.14.2): each refresh token works once. Within the grace period a used token
// returns its successor again, because two tabs may refresh at once; after that it counts as stolen, and the session is
// revoked.
import Bowser from 'bowser';
import { pictureUrl } from '../../shared/page/pictures.ts';
import type { TokenPair, OwnSessionJson } from '../../shared/schemas/accounts.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { Role } from '../../shared/schemas/factors.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { findPictures } from '../media/index.ts';
import { countUpdated } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import type { Client } from '../platform/security/client.ts';
import type { Context } from '../context.ts';
import { confirmPassword } from './guesses.ts';
import { findLiveSession, liveSessionsOf, revokeSessionsOf } from './session-queries.ts';
import { hashToken, newToken, openAccess, signAccess, successorOf } from './tokens.ts';
import { findAccount, lockAccount, prolongPending } from './users.ts';

/** Idle time after which a session ends. */
const refreshTokenMs = 30 * dayMs;

/** Age at which a session ends even if used, so that a stolen one does not last for good. */
const sessionMs = 90 * dayMs;

const refreshGraceMs = 10_000;

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
export async function authenticate(context: Context, token: string, client: Client): Promise<Caller | null> {
  const { clock, db } = context;
  const claims = await openAccess(context, token);
  if (!claims) return null;
  const session = await findLiveSession(db.read, claims.sid, clock());
  return session?.userId === claims.user_id ? { ...session, sessionId: claims.sid, client } : null;
}

/** Expiry of a session that began at `began` and is used now. */
function sessionEnd(began: number, now: number): number {
  return Math.min(now + refreshTokenMs, began + sessionMs);
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
  const expiresAt = sessionEnd(now, now);
  await trx
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      created_at: now,
      expires_at: expiresAt,
      device: describeDevice(userAgent) || null,
      factor_at: factorAt,
    })
    .execute();
  const refresh = newToken('nbr_');
  await addRefreshToken(trx, refresh, { session_id: sessionId, created_at: now, expires_at: expiresAt });
  return { sessionId, refresh };
}

/** An access token has the claims that the navigation bar shows. */
export async function pairFor(
  context: Context,
  user: UserTable,
  { sessionId, refresh }: { sessionId: string; refresh: string },
): Promise<TokenPair> {
  const { db, siteUrl } = context;
  const picture = (await findPictures(db.read, [user.picture_id])).get(user.picture_id ?? '');
  const access = await signAccess(context, {
    user_id: user.id,
    email: user.email,
    firstname: user.firstname,
    is_verified: user.is_verified === 1,
    dp: picture ? siteUrl + pictureUrl(picture, picture.widths[0]) : null,
    sid: sessionId,
  });
  return { access, refresh };
}

async function addRefreshToken(
  trx: WriteDb,
  token: string,
  row: { session_id: string; created_at: number; expires_at: number },
): Promise<void> {
  await trx
    .insertInto('refresh_tokens')
    .values({ ...row, token_hash: hashToken(token) })
    .execute();
}

async function findRefreshToken(db: ReadDb, tokenHash: string) {
  return await db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['session_id', 'used_at', 'refresh_tokens.expires_at'])
    .select(['sessions.user_id', 'sessions.revoked_at', 'sessions.created_at as began_at'])
    .where('refresh_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** @throws AppError 401 for a token that is unknown, expired, revoked or reused */
export async function refreshSession(context: Context, token: string, client: Client): Promise<TokenPair> {
  const { audit, db, clock, limiter, secret } = context;
  const hash = hashToken(token);
  const known = await findRefreshToken(db.read, hash);
  await limiter.spend(quotas.refreshes, { account: known?.user_id ?? null, client });
  const now = clock();
  const refresh = successorOf(token, secret);
  const outcome = await audit.write(client, async (trx, note) => {
    // Of several uses at once one finds the token unused.
    const used = trx.updateTable('refresh_tokens').set({ used_at: now }).where('token_hash', '=', hash);
    const claimed = await countUpdated(used.where('used_at', 'is', null));
    const row = await findRefreshToken(trx, hash);
    if (!row || row.revoked_at !== null || row.expires_at <= now) return null;
    const { session_id: sessionId, user_id: userId } = row;
    // A token may have been issued for longer than its session may last.
    const expiresAt = sessionEnd(row.began_at, now);
    if (expiresAt <= now) return null;
    if (claimed > 0) {
      await addRefreshToken(trx, refresh, { session_id: sessionId, created_at: now, expires_at: expiresAt });
      await trx.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', sessionId).execute();
      await prolongPending(trx, userId, now);
      // They pile up by rotation. Reusing one is refused as an unknown token.
      const old = trx.deleteFrom('refresh_tokens').where('session_id', '=', sessionId);
      await old.where('expires_at', '<=', now).execute();
    } else if (row.used_at === null || now - row.used_at > refreshGraceMs) {
      await revokeSessionsOf(trx, userId, now, { id: sessionId });
      await note('session.reuse-ended', userId);
      return null;
    }
    return { sessionId, userId, refresh };
  });
  const user = outcome && (await findAccount(db.read, outcome.userId));
  if (!user) throw new AppError(401, messages.errors.login);
  return await pairFor(context, user, outcome);
}

/**
 * Logs out: ends the token's session, also by a token that has expired. Does nothing for an unknown token, or where the
 * session has ended.
 */
export async function endSession({ audit, clock }: Context, token: string, client: Client): Promise<void> {
  await audit.write(client, async (trx, note) => {
    const row = await findRefreshToken(trx, hashToken(token));
    if (row?.revoked_at !== null) return;
    await revokeSessionsOf(trx, row.user_id, clock(), { id: row.session_id });
    await note('logout', row.user_id);
  });
}

/** The caller's live sessions, newest first. @throws AppError 400 for an invalid cursor */
export async function listOwnSessions(
  { clock, db }: Context,
  { userId, sessionId }: Caller,
  cursor: string | undefined,
): Promise<Page<OwnSessionJson>> {
  const query = liveSessionsOf(db.read, userId, clock())
    .select(['sessions.id', 'sessions.created_at', 'sessions.device'])
    .select((eb) =>
      eb
        .selectFrom('refresh_tokens')
        .select((tokens) => tokens.fn.max('refresh_tokens.created_at').as('at'))
        .whereRef('refresh_tokens.session_id', '=', 'sessions.id')
        .as('last_used_at'),
    );
  const keyset = { cursor, table: 'sessions', column: 'created_at' } as const;
  const { items, ...page } = await keysetPage(db.read, query, keyset);
  return {
    ...page,
    items: items.map((row) => ({
      id: row.id,
      created_at: toIso(row.created_at),
      last_used_at: toIso(row.last_used_at ?? row.created_at),
      device: row.device ?? '',
      current: row.id === sessionId,
    })),
  };
}

/**
 * Locks the account of a caller who has confirmed its password.
 * @param passwordHash as it was when it was compared
 * @throws AppError 401 where it has changed, or the session has ended, meanwhile: of two devices that end each other,
 * the first one wins
 */
export async function lockConfirmed(
  { clock }: Context,
  trx: WriteDb,
  { sessionId, userId }: Pick<Caller, 'sessionId' | 'userId'>,
  passwordHash: string | null,
): Promise<UserTable> {
  const user = await lockAccount(trx, userId);
  if (user?.password_hash === passwordHash && (await findLiveSession(trx, sessionId, clock()))) return user;
  throw new AppError(401, messages.errors.login);
}

/**
 * Ends one session of the caller, or without `id` all but the current one.
 * @throws AppError 400 for a wrong password, 404 for an id that is none of the caller's live sessions
 */
export async function endOwnSessions(
  context: Context,
  { client, sessionId, userId }: Caller,
  { password, id }: { password: string; id?: string | undefined },
): Promise<void> {
  const confirmed = await confirmPassword(context, userId, password, client);
  await context.audit.write(client, async (trx, note) => {
    await lockConfirmed(context, trx, { sessionId, userId }, confirmed);
    const which = id === undefined ? { except: sessionId } : { id };
    const ended = await revokeSessionsOf(trx, userId, context.clock(), which);
    if (ended > 0) await note('session.ended', userId);
    else if (id !== undefined) throw new AppError(404, messages.sessions.missing);
  });
}

/** Real User-Agent headers have about 250 characters. */
const maxParsed = 512;

const browserNames = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systemNames = new Set<string>(Object.values(Bowser.OS_MAP));

/**
 * Browser and system of a User-Agent header, such as 'Chrome on Android'; '' for an unknown one. Returns names of the
 * parser only, never text of the header, which the client chooses.
 */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return '';
  const parser = Bowser.getParser(userAgent.slice(0, maxParsed));
  const known = (name: string, names: ReadonlySet<string>) => (names.has(name) ? name : '');
  const browser = known(parser.getBrowserName(), browserNames);
  const system = known(parser.getOSName(), systemNames).replace('Chrome OS', 'ChromeOS');
  return system === '' ? browser : `${browser || 'A browser'} on ${system}`;
}
