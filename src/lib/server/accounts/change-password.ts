import type { z } from 'zod';
import type { changePasswordSchema, TokenPair } from '../../shared/schemas/accounts.ts';
import { messages } from '../../shared/text/messages.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { Client } from '../platform/security/client.ts';
import { openLink, sealLink } from '../platform/security/mailed-links.ts';
import type { Context } from '../context.ts';
import { allowCodeTry, countAsking, issueCode, useCode } from './codes.ts';
import { confirmPassword, rateRules } from './guesses.ts';
import * as mails from './mails.ts';
import { hashPassword, passwordMark, saltOf } from './passwords.ts';
import { refuseGuessablePassword } from './refused-passwords.ts';
import { type Caller, lockConfirmed, pairFor, revokeSessionsOf, startSession } from './sessions.ts';
import { openReset, signReset } from './tokens.ts';
import { changeUser, emailKey, findAccount, findAccountByEmail, lockAccount } from './users.ts';

/**
 * Changes the password, ends every session and starts a new one for the caller.
 * @throws AppError 400 for a wrong current password or a guessable new one; 401 if the session ends meanwhile, as by
 * another change or a reset
 */
export async function changePassword(
  context: Context,
  caller: Caller,
  { current_password: currentPassword, new_password: newPassword }: z.output<typeof changePasswordSchema>,
): Promise<TokenPair> {
  const { audit, clock, secret } = context;
  const { client, factorAt, userId } = caller;
  const user = await confirmPassword(context, caller, currentPassword, {
    event: 'password.change-refused',
    field: 'current_password',
    sentence: 'This is not your current password.',
  });
  refuseGuessablePassword('new_password', newPassword, user);
  const salt = saltOf([user], emailKey(user.email), secret);
  const hash = await hashPassword(newPassword, { salt });
  const now = clock();
  const session = await audit.write(client, async (trx, note) => {
    const current = await lockConfirmed(context, trx, caller, user);
    await changeUser(trx, userId, { password_hash: hash, updated_at: now });
    await revokeSessionsOf(trx, userId, now);
    // The address of a pending account is unproven, so it gets no mail that was not requested.
    if (current.is_verified === 1) await enqueueMail(trx, mails.passwordChanged(context, user), now);
    await note('password.changed', userId);
    // The new session of the same person keeps the proof of the old one.
    return await startSession(trx, userId, now, client, factorAt);
  });
  return await pairFor(context, user, session);
}

// A reset needs two secrets: the code, which goes to the mailbox, and a request token, which stays with the client that
// requested the reset. Threats: guessing the codes of others, and requesting a reset in order to void another's code.
// So a code works with the token of its own request, or with the email, where the tries of each network are counted,
// and the requests of several clients coexist.

/**
 * Mails a reset code, if the address has an account. The answer and its time are the same when it has none.
 * @param earlier request token of the same client, which this request replaces
 * @returns userId is null where the address has no account, or none that may be mailed. The client must not learn it
 * @throws AppError 429 when this client requested one less than a minute ago, whether the address has an account or not
 */
export async function askReset(
  context: Context,
  { email, earlier = '' }: { email: string; earlier?: string | undefined },
  client: Client,
): Promise<{ requestToken: string; userId: string | null }> {
  const { audit, clock, secret } = context;
  const isMailed = await countAsking(context, 'reset', email, client);
  const now = clock();
  const id = newId();
  const requestToken = sealLink(secret, 'reset-code', id);
  const replaces = { id: openLink(secret, 'reset-code', earlier) ?? '' };
  return await audit.write(client, async (trx, note) => {
    const found = await findAccountByEmail(trx, email);
    if (!found?.password_hash || found.banned_at !== null || !isMailed) return { requestToken, userId: null };
    const { id: userId } = found;
    const code = await issueCode(context, trx, { userId, purpose: 'reset', client, id, replaces });
    await enqueueMail(trx, mails.resetCode(context, found, code), now);
    await note('code.sent', userId);
    return { requestToken, userId };
  });
}

/**
 * Exchanges a reset code for a reset token. It comes with its request token, or from another device with the email of
 * the account. Without either it is tried against the requests from the same address.
 * @throws AppError 400 for a wrong code; 429 after too many tries
 */
export async function verifyResetCode(
  context: Context,
  {
    code,
    email,
    requestTokens,
  }: { code: string; email: string | undefined; requestTokens: (string | undefined)[] },
  client: Client,
): Promise<{ userId: string; resetToken: string }> {
  const { audit, secret } = context;
  const requestIds = requestTokens.flatMap((token = '') => openLink(secret, 'reset-code', token) ?? []);
  // A token of one's own reset must not spare guesses at the codes of others.
  await allowCodeTry(context, client, email === undefined ? requestIds : []);
  const user = await audit.write(client, async (trx, note) => {
    const account = email === undefined ? undefined : await findAccountByEmail(trx, email);
    const userIds = email === undefined ? undefined : account ? [account.id] : [];
    const userId = await useCode(context, trx, { purpose: 'reset', requestIds, userIds, code, client });
    await note(userId === null ? 'code.refused' : 'password.reset-begun', userId);
    if (userId === null) return null;
    // The code was mailed to the address, which therefore takes mails.
    await changeUser(trx, userId, { mail_refused_at: null });
    return await findAccount(trx, userId);
  });
  if (user) return { userId: user.id, resetToken: await signReset(context, user) };
  throw fieldError('code', messages.wrongResetCode);
}

/**
 * Sets a new password and ends every session of the account.
 * @throws AppError 400 without an unused reset token for this account, or for a guessable password; 429
 */
export async function setPassword(
  context: Context,
  { email, password, resetToken }: { email: string; password: string; resetToken: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock, db, limiter, secret } = context;
  const refusal = new AppError(400, 'This password reset is no longer valid. Request a new code.');
  const claim = resetToken === undefined ? null : await openReset(context, resetToken);
  if (!claim) {
    await limiter.hit(rateRules.resetTokenClient, client.address);
    await audit.note(client, 'password.reset-refused', null);
    throw refusal;
  }
  // A signed token has a limit of its own, so that guesses from the same address do not block its holder.
  await limiter.hit(rateRules.resetToken, resetToken ?? '');
  // After the token was checked, because this refusal reveals the owner's names.
  const owner = await findAccount(db.read, claim.userId);
  if (!owner) throw refusal;
  refuseGuessablePassword('password', password, owner);
  const salt = saltOf([owner], emailKey(email), secret);
  const hash = await hashPassword(password, { salt });
  const now = clock();
  const done = await audit.write(client, async (trx, note) => {
    // The lock makes the second of two requests with one token see the first one's change.
    const user = await lockAccount(trx, claim.userId);
    const isOwn =
      user?.email_key === emailKey(email) && passwordMark(user.password_hash) === claim.passwordMark;
    if (!isOwn || user.banned_at !== null) {
      await note('password.reset-refused', user?.id ?? null);
      return false;
    }
    await changeUser(trx, user.id, { password_hash: hash, updated_at: now });
    await trx.deleteFrom('codes').where('user_id', '=', user.id).where('purpose', '=', 'reset').execute();
    await revokeSessionsOf(trx, user.id, now);
    await enqueueMail(trx, mails.passwordChanged(context, user), now);
    await note('password.reset', user.id);
    return true;
  });
  if (!done) throw refusal;
}
