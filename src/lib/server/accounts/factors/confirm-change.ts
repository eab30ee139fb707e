// Who may change second factors. Threat: a session in somebody else's hands. So a change needs the password, or a
// factor that was proved a few minutes ago. Staff with a factor need the latter: otherwise a stolen password would open
// the desk by adding a passkey. The same holds for adding one beside another.
import { freshMinutes } from '../../../shared/schemas/roles.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { AppError, CodedError } from '../../platform/errors.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { lockAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { accountHasFactor } from './factor-queries.ts';

export function isFreshlyProved({ clock }: Pick<AccountsContext, 'clock'>, { factorAt }: Caller): boolean {
  return factorAt !== null && clock() - factorAt < freshMinutes * 60_000;
}

interface Change {
  password: string | undefined;
  /** Whether it adds a factor. */
  isAddition?: boolean;
}

/** @throws AppError 400 for a wrong password, 403 for an unverified account; CodedError 403 `confirm`; 429 */
export async function confirmChange(
  context: AccountsContext,
  caller: Caller,
  { password, isAddition = false }: Change,
  client: Client,
): Promise<void> {
  if (!caller.isVerified) throw new AppError(403, messages.factors.verifyFirst);
  await context.limiter.spend(quotas.factorChanges, { account: caller.userId, client });
  if (isFreshlyProved(context, caller)) return;
  const needsFactor =
    (isAddition || caller.role !== 'member') && (await accountHasFactor(context.db.read, caller.userId));
  if (needsFactor) throw new CodedError(403, 'confirm', messages.factors.confirmByFactor);
  if (password === undefined) throw new CodedError(403, 'confirm', messages.factors.confirm);
  await confirmPassword(context, caller.userId, password, client);
}

/**
 * Locks the account in the transaction that begins to add a factor, and checks again: the first factor may have come
 * since the password confirmed the change. @throws CodedError 403 `confirm`
 */
export async function confirmAdditionIn(
  context: AccountsContext,
  trx: WriteDb,
  caller: Caller,
): Promise<void> {
  await lockAccount(trx, context.db.engine, caller.userId);
  if (isFreshlyProved(context, caller) || !(await accountHasFactor(trx, caller.userId))) return;
  throw new CodedError(403, 'confirm', messages.factors.confirmByFactor);
}
