import type { TokenPair } from '../../../shared/schemas/accounts.ts';
import { pictureUrl } from '../../../shared/page/pictures.ts';
import { dayMs } from '../../../shared/text/dates/days.ts';
import { findPictures } from '../../media/index.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { AccountsContext, Client } from '../context.ts';
import { describeDevice } from './describe-device.ts';
import { newRefreshToken } from '../secrets.ts';
import { addRefreshToken, insertSession } from './session-queries.ts';

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
