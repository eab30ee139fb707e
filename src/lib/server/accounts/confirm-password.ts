import { messages } from '../../shared/messages.ts';
import { AppError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas.ts';
import { findAccount } from './account-queries.ts';
import type { AccountsContext, Client } from './context.ts';
import { rateRules } from './limits.ts';
import { passwordMatches } from './passwords.ts';

/**
 * For what a session alone is not enough: whoever finds a phone unlocked must not take, or take away, everything.
 * @returns what is kept of it, by which a transaction can tell whether it was changed meanwhile
 * @throws AppError 400 when it is not this account's password
 */
export async function confirmPassword(
  { audit, db, limiter }: AccountsContext,
  userId: string,
  password: string,
  client: Client,
): Promise<string | null> {
  await limiter.spend(quotas.passwordChecks, { account: userId, client });
  await limiter.hit(rateRules.passwordAccount, userId);
  const user = await findAccount(db.read, userId);
  if (user && (await passwordMatches(user.password_hash, password))) {
    // Whoever knows it is not guessing, and may have a lot to do: many logins to end, and then a new password to set.
    await limiter.forgive(rateRules.passwordAccount, userId);
    return user.password_hash;
  }
  await audit.note(client, 'account.confirm-refused', userId);
  const sentence = messages.ownData.wrongPassword;
  throw new AppError(400, sentence, { password: sentence });
}
