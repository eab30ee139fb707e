// Sessions: a refresh token that rotates, and access tokens that are checked against their session at every request.
// Rotation detects reuse (RFC 9700, 4.14.2): each refresh token works once. Within the grace period a used token
// returns its successor again, because two tabs may refresh at once; after that it counts as stolen, and the session is
// ended: every token names its session, so that older ones are recognized although only the newest is stored.
import Bowser from 'bowser';
import { pictureUrl } from '../../shared/page/pictures.ts';
import type { OwnSessionJson, TokenPair } from '../../shared/schemas/accounts.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { Role } from '../../shared/schemas/factors.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { findPictures } from '../media/index.ts';
import { countDeleted, countUpdated } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import type { Client } from '../platform/security/client.ts';
import type { Context } from '../context.ts';
import { confirmPassword } from './guesses.ts';
import { familyOf, hashToken, newToken, openAccess, signAccess, successorOf } from './tokens.ts';
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
  /** What a token for programs may do; left out for a session. */
  token?: { id: string; scopes: readonly string[]; appIds: readonly string[] | null };
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
  const [sessionId, refresh] = [newId(), newToken('nbr_')];
  await trx
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      created_at: now,
      expires_at: sessionEnd(now, now),
      device: describeDevice(userAgent) || null,
      factor_at: factorAt,
      family_hash: hashToken(familyOf(refresh)),
      refresh_hash: hashToken(refresh),
      refreshed_at: now,
    })
    .execute();
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

/** The session that a refresh token belongs to, whether or not the token was used. */
async function findSessionOf(db: ReadDb, token: string) {
  const ofFamily = db.selectFrom('sessions').where('family_hash', '=', hashToken(familyOf(token)));
  return await ofFamily.selectAll().executeTakeFirst();
}

/** @throws AppError 401 for a token that is unknown, expired or reused, or whose session has ended */
export async function refreshSession(context: Context, token: string, client: Client): Promise<TokenPair> {
  const { audit, db, clock, limiter, secret } = context;
  const known = await findSessionOf(db.read, token);
  await limiter.spend(quotas.refreshes, { account: known?.user_id ?? null, client });
  if (!known) throw new AppError(401, messages.errors.login);
  const { id: sessionId, user_id: userId } = known;
  const now = clock();
  const refresh = successorOf(token, secret);
  const hash = hashToken(refresh);
  const isRefreshed = await audit.write(client, async (trx, note) => {
    const renewed = { refresh_hash: hash, refreshed_at: now, expires_at: sessionEnd(known.created_at, now) };
    const live = trx.updateTable('sessions').where('id', '=', sessionId).where('expires_at', '>', now);
    // Of several uses at once one finds the token unused.
    const unused = live.where('refresh_hash', '=', hashToken(token));
    if ((await countUpdated(unused.set(renewed))) > 0) {
      await prolongPending(trx, userId, now);
      return true;
    }
    const session = await findSessionOf(trx, token);
    if (!session || session.expires_at <= now) return false;
    if (now - session.refreshed_at <= refreshGraceMs) return session.refresh_hash === hash;
    await revokeSessionsOf(trx, userId, now, { id: sessionId });
    await note('session.reuse-ended', userId);
    return false;
  });
  const user = isRefreshed && (await findAccount(db.read, userId));
  if (!user) throw new AppError(401, messages.errors.login);
  return await pairFor(context, user, { sessionId, refresh });
}

/** Logs out: ends the token's session. Does nothing for an unknown token, or where the session has ended. */
export async function endSession({ audit, clock }: Context, token: string, client: Client): Promise<void> {
  await audit.write(client, async (trx, note) => {
    const session = await findSessionOf(trx, token);
    if (!session) return;
    const { id, user_id: userId } = session;
    if ((await revokeSessionsOf(trx, userId, clock(), { id })) > 0) await note('logout', userId);
  });
}

/** The caller's live sessions, newest first. @throws AppError 400 for an invalid cursor */
export async function listOwnSessions(
  { clock, db }: Context,
  { userId, sessionId }: Caller,
  cursor: string | undefined,
): Promise<Page<OwnSessionJson>> {
  const query = liveSessionsOf(db.read, userId, clock()).select([
    'id',
    'created_at',
    'device',
    'refreshed_at',
  ]);
  const keyset = { cursor, table: 'sessions', column: 'created_at' } as const;
  const { items, ...page } = await keysetPage(db.read, query, keyset);
  return {
    ...page,
    items: items.map((row) => ({
      id: row.id,
      created_at: toIso(row.created_at),
      last_used_at: toIso(row.refreshed_at),
      device: row.device ?? '',
      current: row.id === sessionId,
    })),
  };
}

/** Locks the account of a session. @throws AppError 401 where the session has ended since it was authenticated */
export async function lockOfSession(
  { clock }: Context,
  trx: WriteDb,
  { sessionId, userId }: Pick<Caller, 'sessionId' | 'userId'>,
): Promise<UserTable> {
  const user = await lockAccount(trx, userId);
  if (user && (await findLiveSession(trx, sessionId, clock()))) return user;
  throw new AppError(401, messages.errors.login);
}

/**
 * Locks the account of a caller who has confirmed its password.
 * @param confirmed the account when the password was compared
 * @throws AppError 401 where it has changed, or the session has ended, meanwhile: of two devices that end each other,
 * the first one wins
 */
export async function lockConfirmed(
  context: Context,
  trx: WriteDb,
  caller: Pick<Caller, 'sessionId' | 'userId'>,
  confirmed: UserTable,
): Promise<UserTable> {
  const user = await lockOfSession(context, trx, caller);
  if (user.password_hash === confirmed.password_hash) return user;
  throw new AppError(401, messages.errors.login);
}

/**
 * Ends one session of the caller, or without `id` all but the current one.
 * @throws AppError 400 for a wrong password, 404 for an id that is none of the caller's live sessions
 */
export async function endOwnSessions(
  context: Context,
  caller: Caller,
  { password, id }: { password: string; id?: string | undefined },
): Promise<void> {
  const { sessionId, userId } = caller;
  const confirmed = await confirmPassword(context, caller, password);
  await context.audit.write(caller.client, async (trx, note) => {
    await lockConfirmed(context, trx, caller, confirmed);
    const which = id === undefined ? { except: sessionId } : { id };
    const ended = await revokeSessionsOf(trx, userId, context.clock(), which);
    if (ended > 0) await note('session.ended', userId);
    else if (id !== undefined) throw new AppError(404, 'This login has already ended.');
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
