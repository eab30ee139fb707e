import type { TokenPair } from '../../../shared/schemas/accounts.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { emailKey, findAccount, lockAccount, storePasswordHash } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { comparePassword } from './compare-password.ts';
import { hashPassword, saltOf } from './passwords.ts';
import { refuseGuessablePassword } from './refuse-password.ts';
import { saltOfAddress } from '../secrets.ts';
import { findLiveSession, revokeSessionsOf } from '../sessions/session-queries.ts';
import { pairFor, startSession } from '../sessions/start-session.ts';

/**
 * Changes the password, ends every session and starts a new one for the caller.
 * @throws AppError 400 for a wrong current password or a guessable new one; 401 if the session ends meanwhile
 */
export async function changePassword(
  context: AccountsContext,
  {
    userId,
    sessionId,
    currentPassword,
    newPassword,
  }: { userId: string; sessionId: string | null; currentPassword: string; newPassword: string },
  client: Client,
): Promise<TokenPair> {
  const { audit, db, clock, limiter, mails } = context;
  await limiter.spend(quotas.passwordChecks, { account: userId, client });
  const user = await findAccount(db.read, userId);
  if (user) refuseGuessablePassword('new_password', newPassword, user);
  const sentence = 'This is not your current password.';
  const refusal = new AppError(400, sentence, { current_password: sentence });
  if (!user || !(await comparePassword(context, user, currentPassword, client))) {
    await audit.note(client, 'password.change-refused', userId);
    throw refusal;
  }
  const salt = saltOf(user.password_hash) ?? saltOfAddress(emailKey(user.email), context.secret);
  const hash = await hashPassword(newPassword, salt, context.hashCost, limiter.turnOf(client));
  const now = clock();
  const session = await audit.write(client, async (trx, note) => {
    // Another change or reset while the password was compared wins.
    const current = await lockAccount(trx, db.engine, userId);
    if (current?.password_hash !== user.password_hash) {
      await note('password.change-refused', userId);
      return null;
    }
    const before = sessionId === null ? null : await findLiveSession(trx, sessionId, now);
    // Suspended or logged out meanwhile: a new session would outlive that.
    if (!before) {
      await note('password.change-refused', userId);
      return 'ended';
    }
    await storePasswordHash(trx, userId, hash, now);
    await revokeSessionsOf(trx, userId, now);
    // The address of a pending account is unproven, so it gets no mail that was not requested.
    if (current.is_verified === 1) await enqueueMail(trx, mails.passwordChanged(user), now);
    await note('password.changed', userId);
    // The new session of the same person keeps the proof of the old one.
    return await startSession(trx, userId, now, client, before.factorAt);
  });
  if (!session) throw refusal;
  if (session === 'ended') throw new AppError(401, messages.errors.login);
  context.wakeMail();
  return await pairFor(context, user, session);
}
