import { brand } from '../../../shared/page/brand.ts';
import { enrolMinutes } from '../../../shared/schemas/factors/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { findAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { confirmAdditionIn, confirmChange } from './confirm-change.ts';
import { openTotpSecret, sealTotpSecret } from './factor-secrets.ts';
import { addFactor, removeFactor, replaceRecoveryCodes } from './store-factor.ts';
import { base32, newTotpSecret, stepOfCode, totpUri } from './totp.ts';
import { confirmTotp, findTotpOf, removeTotpRow, storeNewTotp } from './totp-writes.ts';
import { wrongAnswer } from './wrong-answer.ts';

const enrolMs = enrolMinutes * 60_000;

/**
 * Makes a secret for an authenticator app, which counts once a code of it was sent.
 * @throws AppError 400, 403, 409 where there is one already, 429
 */
export async function beginAuthenticator(
  context: AccountsContext,
  caller: Caller,
  { password }: { password?: string | undefined },
  client: Client,
): Promise<{ secret: string; uri: string }> {
  const { clock, db, secret } = context;
  const { userId } = caller;
  await confirmChange(context, caller, { password, isAddition: true }, client);
  const owner = await findAccount(db.read, userId);
  if (!owner) throw new AppError(401, messages.errors.login);
  const totp = newTotpSecret();
  const sealed = sealTotpSecret(secret, userId, totp);
  await db.write(async (trx) => {
    await confirmAdditionIn(context, trx, caller);
    await storeNewTotp(trx, { userId, sealed, now: clock() });
    // The one of now stays while it is in use.
    if ((await findTotpOf(trx, userId))?.sealed !== sealed)
      throw new AppError(409, messages.factors.authenticatorThere);
  });
  return { secret: base32(totp), uri: totpUri(totp, { site: brand.name, email: owner.email }) };
}

/**
 * @returns recovery codes with the first factor
 * @throws AppError 400 for a wrong code, 409 where nothing waits for a code, 429
 */
export async function confirmAuthenticator(
  context: AccountsContext,
  caller: Caller,
  { code }: { code: string },
  client: Client,
): Promise<string[] | null> {
  const { clock, db, limiter, secret } = context;
  const { userId } = caller;
  await limiter.spend(quotas.factorChanges, { account: userId, client });
  const row = await findTotpOf(db.read, userId);
  const totp = row && openTotpSecret(secret, userId, row.sealed);
  if (!row || !totp || row.confirmed_at !== null || clock() - row.created_at >= enrolMs)
    throw new AppError(409, messages.factors.enrolOver);
  const step = stepOfCode(totp, code, clock(), 0);
  if (step === null) throw wrongAnswer({ code });
  return await addFactor(context, caller, client, {
    change: { kind: 'authenticator-added' },
    async work(trx, now, note) {
      if (!(await confirmTotp(trx, { userId, sealed: row.sealed, step, now })))
        throw new AppError(409, messages.factors.enrolOver);
      await note('factor.authenticator-added', userId);
    },
  });
}

/** @throws AppError 400 for a wrong password, 403, 404, 409 for the last factor of staff, 429 */
export async function removeAuthenticator(
  context: AccountsContext,
  caller: Caller,
  { password }: { password?: string | undefined },
  client: Client,
): Promise<void> {
  await confirmChange(context, caller, { password }, client);
  await removeFactor(context, caller, client, {
    change: { kind: 'authenticator-removed' },
    async work(trx, _now, note) {
      if (!(await removeTotpRow(trx, caller.userId)))
        throw new AppError(404, messages.factors.authenticatorMissing);
      await note('factor.authenticator-removed', caller.userId);
    },
  });
}

/** Makes ten new recovery codes; the old ones are void. @throws AppError 400, 403, 409 without a factor, 429 */
export async function makeRecoveryCodes(
  context: AccountsContext,
  caller: Caller,
  { password }: { password?: string | undefined },
  client: Client,
): Promise<string[]> {
  await confirmChange(context, caller, { password }, client);
  return await replaceRecoveryCodes(context, caller, client);
}
