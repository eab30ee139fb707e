import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { findAccount } from '../account-queries.ts';
import { comparePassword } from './compare-password.ts';
import type { AccountsContext, Client } from '../context.ts';

/**
 * Confirms actions for which a session is not enough, because the device may be in somebody else's hands.
 * @returns the stored hash, by which a transaction can detect that the password changed meanwhile
 * @throws AppError 400 for a wrong password
 */
export async function confirmPassword(
  context: AccountsContext,
  userId: string,
  password: string,
  client: Client,
): Promise<string | null> {
  await context.limiter.spend(quotas.passwordChecks, { account: userId, client });
  const user = await findAccount(context.db.read, userId);
  if (user && (await comparePassword(context, user, password, client))) return user.password_hash;
  await context.audit.note(client, 'account.confirm-refused', userId);
  const sentence = messages.ownData.wrongPassword;
  throw new AppError(400, sentence, { password: sentence });
}
