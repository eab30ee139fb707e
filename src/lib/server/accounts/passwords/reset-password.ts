import { createHash } from 'node:crypto';
import { messages } from '../../../shared/text/messages.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { emailKey, findAccount, lockAccount, storePasswordHash } from '../account-queries.ts';
import { answerInSteps } from '../answer-in-steps.ts';
import { addressMark, allowCodeTry, countWrongCode } from '../codes/code-limits.ts';
import { removeResetCodes, useResetCode } from '../codes/code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { rateRules } from '../limits.ts';
import { hashPassword, saltOf } from './passwords.ts';
import { refuseGuessablePassword } from './refuse-password.ts';
import { openRequestToken, saltOfAddress } from '../secrets.ts';
import { revokeSessionsOf } from '../sessions/session-queries.ts';

/** Changes with the password, and reveals nothing of it. */
function passwordMark(hash: string | null): string {
  return createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')
    .slice(0, 16);
}

export interface AllowedReset {
  userId: string;
  /** Lets its holder set a password, once. */
  resetToken: string;
}

/**
 * Above what counting the try takes on a slow machine: a request for an address without an account has nothing to
 * count.
 */
const stepMs = 100;

/**
 * Takes a reset code together with the half that stayed with whoever asked for it; without one that holds, the code is
 * tried against the requests that were made from the same address.
 * @throws AppError 400; 429 for whoever guesses without having asked for a code
 */
export async function verifyResetCode(
  context: AccountsContext,
  { code, requestTokens }: { code: string; requestTokens: (string | undefined)[] },
  client: Client,
): Promise<AllowedReset> {
  const { audit, db, clock, secret } = context;
  const now = clock();
  const requestHashes = requestTokens.flatMap((token) => openRequestToken(token, now, secret) ?? []);
  await allowCodeTry(context, client, requestHashes);
  return await answerInSteps(stepMs, async () => {
    const address = addressMark(secret, client);
    const userId = await audit.write(client, async (trx, note) => {
      const found = await useResetCode(trx, { requestHashes, address, code, now, secret });
      await note(found === null ? 'code.refused' : 'password.reset-begun', found);
      return found;
    });
    const user = userId === null ? undefined : await findAccount(db.read, userId);
    if (user) return { userId: user.id, resetToken: await resetTokenFor(context, user) };
    if (requestHashes.length === 0) await countWrongCode(context);
    throw new AppError(400, messages.resetCode.refused, { code: messages.resetCode.refused });
  });
}

/** @returns the token that lets its holder set a password of this account, once */
export async function resetTokenFor(
  { tokens }: AccountsContext,
  { id, password_hash: hash }: Pick<UserTable, 'id' | 'password_hash'>,
): Promise<string> {
  return await tokens.signReset(id, passwordMark(hash));
}

/**
 * Sets a new password; every session of the account ends.
 * @returns the id of the account
 * @throws AppError 400 without a reset token for this very account, with one that was used, or for a password that
 * would soon be guessed; 429
 */
export async function setPassword(
  context: AccountsContext,
  { email, password, resetToken }: { email: string; password: string; resetToken: string | undefined },
  client: Client,
): Promise<string> {
  const { audit, clock, db, limiter, mails, secret, tokens } = context;
  const refusal = new AppError(400, messages.setPassword.refused);
  const claim = resetToken === undefined ? null : await tokens.openReset(resetToken);
  // Whoever has one of ours is not held up by those who guess from the same address.
  if (claim) await limiter.hit(rateRules.resetToken, resetToken ?? '');
  else {
    await limiter.hit(rateRules.resetTokenClient, client.address);
    await audit.note(client, 'password.reset-refused', null);
    throw refusal;
  }
  // Only now: the answer tells of the names of the account.
  const owner = await findAccount(db.read, claim.userId);
  if (owner) refuseGuessablePassword('password', password, owner);
  const salt = saltOf(owner?.password_hash ?? null) ?? saltOfAddress(emailKey(email), secret);
  const hash = await hashPassword(password, salt, context.hashCost, limiter.turnOf(client));
  const now = clock();
  const done = await audit.write(client, async (trx, note) => {
    // Of two that come with one token at once, the second one reads what the first one wrote.
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
  return claim.userId;
}
