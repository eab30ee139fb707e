// Rotation with reuse detection (RFC 9700, 4.14.2): each refresh token works once. Within the grace period a used token
// returns its successor again, because two tabs may refresh at once; after that it counts as stolen, and the session is
// revoked.
import type { TokenPair } from '../../../shared/schemas/accounts.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { findAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { describeDevice } from './describe-device.ts';
import { prolongPending } from '../sign-up/pending-queries.ts';
import { hashRefreshToken, newRefreshToken, openSuccessor, sealSuccessor } from '../secrets.ts';
import {
  addRefreshToken,
  claimRefreshToken,
  extendSession,
  findRefreshToken,
  removeOldTokens,
  revokeSession,
} from './session-queries.ts';
import { accessTokenFor, sessionEnd } from './start-session.ts';

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
