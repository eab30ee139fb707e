import { factorLimits } from '../../../shared/schemas/factors/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { findAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { removeChallenge, useChallenge } from './challenge-writes.ts';
import { confirmAdditionIn, confirmChange } from './confirm-change.ts';
import { findPasskeysOf, insertPasskey, removePasskeyRow, renamePasskeyRow } from './passkey-writes.ts';
import { readNewPasskey, registrationOptions } from './passkeys.ts';
import { addSessionChallenge, findSessionChallenge } from './prove-factor.ts';
import { addFactor, removeFactor } from './store-factor.ts';
import { wrongAnswer } from './wrong-answer.ts';

/** @throws AppError 400, 403, 409 for too many passkeys, 429 */
export async function beginPasskey(
  context: AccountsContext,
  caller: Caller,
  { password }: { password?: string | undefined },
  client: Client,
): Promise<{ token: string; options: Record<string, unknown> }> {
  await confirmChange(context, caller, { password, isAddition: true }, client);
  const owner = await findAccount(context.db.read, caller.userId);
  if (!owner) throw new AppError(401, messages.errors.login);
  const passkeys = await findPasskeysOf(context.db.read, caller.userId);
  if (passkeys.length >= factorLimits.passkeys) throw new AppError(409, messages.factors.tooManyPasskeys);
  const options = await registrationOptions(context.siteUrl, owner, passkeys);
  const { challenge } = options;
  const token = await addSessionChallenge(context, caller, { kind: 'add-passkey', challenge }, (trx) =>
    confirmAdditionIn(context, trx, caller),
  );
  return { token, options: { ...options } };
}

/**
 * Stores the passkey that answered the challenge, which proves that its change was confirmed.
 * @returns recovery codes with the first factor
 * @throws AppError 400 for a wrong answer, 409 for a passkey that is known or one too many, 429
 */
export async function addPasskey(
  context: AccountsContext,
  caller: Caller,
  { token, name, passkey }: { token: string; name: string; passkey: string },
  client: Client,
): Promise<string[] | null> {
  const { db, limiter, siteUrl } = context;
  await limiter.spend(quotas.factorChanges, { account: caller.userId, client });
  const row = await findSessionChallenge(context, caller, { kind: 'add-passkey', token });
  const challenge = row?.challenge ?? null;
  const isOpen = row && challenge !== null && (await db.write((trx) => useChallenge(trx, row.id, challenge)));
  const created = isOpen ? await readNewPasskey(siteUrl, passkey, challenge) : null;
  if (!row || !created) throw wrongAnswer({ passkey });
  try {
    return await addFactor(context, caller, client, {
      change: { kind: 'passkey-added', name },
      async work(trx, now, note) {
        // Another factor may have ended it since.
        if (!(await removeChallenge(trx, row.id))) throw wrongAnswer({ passkey });
        if ((await findPasskeysOf(trx, caller.userId)).length >= factorLimits.passkeys)
          throw new AppError(409, messages.factors.tooManyPasskeys);
        await insertPasskey(trx, {
          id: newId(),
          user_id: caller.userId,
          credential_id: created.credentialId,
          public_key: created.publicKey,
          counter: created.counter,
          transports: created.transports,
          name,
          created_at: now,
          last_used_at: null,
        });
        await note('factor.passkey-added', caller.userId);
      },
    });
  } catch (error) {
    if (db.engine.uniqueViolation(error)?.includes('credential_id'))
      throw new AppError(409, messages.factors.passkeyKnown);
    throw error;
  }
}

/** @throws AppError 404 */
export async function renamePasskey(
  { db, limiter }: AccountsContext,
  { userId }: Caller,
  { id, name }: { id: string; name: string },
  client: Client,
): Promise<void> {
  await limiter.spend(quotas.factorChanges, { account: userId, client });
  if (!(await db.write((trx) => renamePasskeyRow(trx, { userId, id, name }))))
    throw new AppError(404, messages.factors.passkeyMissing);
}

/** @throws AppError 400 for a wrong password, 403, 404, 409 for the last factor of staff, 429 */
export async function removePasskey(
  context: AccountsContext,
  caller: Caller,
  { id, password }: { id: string; password?: string | undefined },
  client: Client,
): Promise<void> {
  await confirmChange(context, caller, { password }, client);
  const known = (await findPasskeysOf(context.db.read, caller.userId)).find((one) => one.id === id);
  await removeFactor(context, caller, client, {
    change: { kind: 'passkey-removed', name: known?.name ?? '' },
    async work(trx, _now, note) {
      if (!(await removePasskeyRow(trx, caller.userId, id)))
        throw new AppError(404, messages.factors.passkeyMissing);
      await note('factor.passkey-removed', caller.userId);
    },
  });
}
