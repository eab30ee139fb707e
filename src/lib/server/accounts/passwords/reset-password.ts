import { messages } from '../../../shared/text/messages.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import {
  emailKey,
  findAccount,
  findAccountByEmail,
  lockAccount,
  storePasswordHash,
} from '../account-queries.ts';
import { addressMark, allowCodeTry, countWrongCode, trierOf } from '../codes/code-limits.ts';
import { removeResetCodes, useResetCode } from '../codes/code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { rateRules } from '../limits.ts';
import { passwordMark } from './password-mark.ts';
import { hashPassword, saltOf } from './passwords.ts';
import { refuseGuessablePassword } from './refuse-password.ts';
import { openRequestToken, saltOfAddress } from '../secrets.ts';
import { revokeSessionsOf } from '../sessions/session-queries.ts';
import { clearMailRefused } from '../users/mailable-queries.ts';

export interface AllowedReset {
  userId: string;
  /** Lets its holder set a password, once. */
  resetToken: string;
}

/**
 * Exchanges a reset code for a reset token. It comes with its request token, or from another device with the email of
 * the account. Without either it is tried against the requests from the same address.
 * @throws AppError 400 for a wrong code; 429 after too many tries
 */
export async function verifyResetCode(
  context: AccountsContext,
  {
    code,
    email,
    requestTokens,
  }: { code: string; email: string | undefined; requestTokens: (string | undefined)[] },
  client: Client,
): Promise<AllowedReset> {
  const { audit, db, clock, secret } = context;
  const now = clock();
  const requestHashes = requestTokens.flatMap((token) => openRequestToken(token, now, secret) ?? []);
  // A token of one's own reset must not spare guesses at the codes of others.
  const named = email === undefined ? requestHashes : [];
  await allowCodeTry(context, client, named);
  const address = addressMark(secret, client);
  const userId = await audit.write(client, async (trx, note) => {
    const account = email === undefined ? undefined : await findAccountByEmail(trx, email);
    const found = await useResetCode(trx, {
      requestHashes,
      userId: email === undefined ? undefined : (account?.id ?? null),
      address,
      by: trierOf(context, client, false),
      code,
      now,
      secret,
    });
    if (found !== null) await clearMailRefused(trx, found);
    await note(found === null ? 'code.refused' : 'password.reset-begun', found);
    return found;
  });
  const user = userId === null ? undefined : await findAccount(db.read, userId);
  if (user) return { userId: user.id, resetToken: await resetTokenFor(context, user) };
  if (named.length === 0) await countWrongCode(context);
  throw new AppError(400, messages.resetCode.refused, { code: messages.resetCode.refused });
}

/** Signs a token that lets its holder set the account's password once. */
export async function resetTokenFor(
  { tokens }: AccountsContext,
  { id, password_hash: hash }: Pick<UserTable, 'id' | 'password_hash'>,
): Promise<string> {
  return await tokens.signReset(id, passwordMark(hash));
}

/**
 * Sets a new password and ends every session of the account.
 * @throws AppError 400 without an unused reset token for this account, or for a guessable password; 429
 */
export async function setPassword(
  context: AccountsContext,
  { email, password, resetToken }: { email: string; password: string; resetToken: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock, db, limiter, mails, secret, tokens } = context;
  const refusal = new AppError(400, messages.setPassword.refused);
  const claim = resetToken === undefined ? null : await tokens.openReset(resetToken);
  // A signed token has a limit of its own, so that guesses from the same address do not block its holder.
  if (claim) await limiter.hit(rateRules.resetToken, resetToken ?? '');
  else {
    await limiter.hit(rateRules.resetTokenClient, client.address);
    await audit.note(client, 'password.reset-refused', null);
    throw refusal;
  }
  // After the token was checked, because this refusal reveals the owner's names.
  const owner = await findAccount(db.read, claim.userId);
  if (owner) refuseGuessablePassword('password', password, owner);
  const salt = saltOf(owner?.password_hash ?? null) ?? saltOfAddress(emailKey(email), secret);
  const hash = await hashPassword(password, salt, context.hashCost, limiter.turnOf(client));
  const now = clock();
  const done = await audit.write(client, async (trx, note) => {
    // The lock makes the second of two requests with one token see the first one's change.
    const user = await lockAccount(trx, db.engine, claim.userId);
    const isOwn =
      user?.email_key === emailKey(email) && passwordMark(user.password_hash) === claim.passwordMark;
    if (!isOwn || user.banned_at !== null) {
      await note('password.reset-refused', user?.id ?? null);
      return false;
    }
    await storePasswordHash(trx, user.id, hash, now);
    await removeResetCodes(trx, user.id);
    await revokeSessionsOf(trx, user.id, now);
    await enqueueMail(trx, mails.passwordChanged(user), now);
    await note('password.reset', user.id);
    return true;
  });
  if (!done) throw refusal;
  context.wakeMail();
}
