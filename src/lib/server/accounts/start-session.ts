import type { TokenPair } from '../../shared/accounts.ts';
import { pictureUrl } from '../../shared/pictures.ts';
import { findPictures } from '../media/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import type { AccountsContext } from './context.ts';
import { hashRefreshToken, newRefreshToken } from './secrets.ts';
import { insertRefreshToken, insertSession } from './session-queries.ts';

export const refreshTokenMs = 30 * 86_400_000;

/** An access token for the session, with what the navigation bar shows of its user. */
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

/** Records a refresh token of a session: its hash, not the token. */
export async function addRefreshToken(
  trx: WriteDb,
  sessionId: string,
  token: string,
  now: number,
): Promise<void> {
  await insertRefreshToken(trx, {
    token_hash: hashRefreshToken(token) ?? '',
    session_id: sessionId,
    created_at: now,
    expires_at: now + refreshTokenMs,
    used_at: null,
    successor_sealed: null,
  });
}

/** Logs a user in, as part of the transaction that decided so. Sign the access token after the commit. */
export async function startSession(
  trx: WriteDb,
  userId: string,
  now: number,
): Promise<{ sessionId: string; refresh: string }> {
  const sessionId = newId();
  const refresh = newRefreshToken();
  await insertSession(trx, {
    id: sessionId,
    user_id: userId,
    created_at: now,
    expires_at: now + refreshTokenMs,
    revoked_at: null,
  });
  await addRefreshToken(trx, sessionId, refresh, now);
  return { sessionId, refresh };
}

export async function pairFor(
  context: AccountsContext,
  user: UserTable,
  { sessionId, refresh }: { sessionId: string; refresh: string },
): Promise<TokenPair> {
  return { access: await accessTokenFor(context, user, sessionId), refresh };
}
