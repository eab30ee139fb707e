// What all changes of factors have in common: the account is locked, the change is recorded and mailed, and the first
// factor comes with recovery codes.
import type { FactorsChange } from '../mails.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import { lockAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { clearFactorAtOf, findLiveSession, storeFactorAt } from '../sessions/session-queries.ts';
import { removePasskeyAdditions } from './challenge-writes.ts';
import { isFreshlyProved } from './confirm-change.ts';
import { accountHasFactor } from './factor-queries.ts';
import { newRecoveryCodes } from './factor-secrets.ts';
import { removeRecoveryCodesOf, storeRecoveryCodes } from './recovery-code-writes.ts';
import { removeNewTotp } from './totp-writes.ts';

interface Change {
  change: FactorsChange;
  /** @throws AppError where the change is not possible: nothing is stored then */
  work(trx: WriteDb, now: number, note: NoteEvent): Promise<void>;
}

async function changing<Result>(
  context: AccountsContext,
  caller: Caller,
  client: Client,
  {
    change,
    work,
  }: { change: FactorsChange; work(trx: WriteDb, now: number, note: NoteEvent): Promise<Result> },
): Promise<Result> {
  const { audit, clock, db, mails } = context;
  const result = await audit.write(client, async (trx, note) => {
    const now = clock();
    const user = await lockAccount(trx, db.engine, caller.userId);
    // The session may have ended since it was authenticated.
    if (!user || !(await findLiveSession(trx, caller.sessionId, now)))
      throw new AppError(401, messages.errors.login);
    const done = await work(trx, now, note);
    await enqueueMail(trx, mails.factorsChanged(user, change), now);
    return done;
  });
  context.wakeMail();
  return result;
}

/** Adds a factor. @returns recovery codes with the first factor, otherwise null */
export async function addFactor(
  context: AccountsContext,
  caller: Caller,
  client: Client,
  { change, work }: Change,
): Promise<string[] | null> {
  return await changing(context, caller, client, {
    change,
    async work(trx, now, note) {
      const { userId, sessionId } = caller;
      const isFirst = !(await accountHasFactor(trx, userId));
      await work(trx, now, note);
      if (isFirst || isFreshlyProved(context, caller)) await storeFactorAt(trx, sessionId, now);
      if (!isFirst) return null;
      // Begun with the password alone, which is not enough beside a factor: somebody else may have begun them.
      await removeNewTotp(trx, userId);
      await removePasskeyAdditions(trx, userId);
      const codes = newRecoveryCodes();
      await storeRecoveryCodes(trx, { userId, codes, now });
      await note('factor.recovery-codes-made', userId);
      return codes;
    },
  });
}

/** Removes a factor. @throws AppError 409 for the last one of staff */
export async function removeFactor(
  context: AccountsContext,
  caller: Caller,
  client: Client,
  { change, work }: Change,
): Promise<void> {
  await changing(context, caller, client, {
    change,
    async work(trx, now, note) {
      await work(trx, now, note);
      if (await accountHasFactor(trx, caller.userId)) return;
      // Read in this transaction, because the role may have just been given.
      const session = await findLiveSession(trx, caller.sessionId, now);
      if (session?.role !== 'member') throw new AppError(409, messages.factors.lastOfStaff);
      await removeRecoveryCodesOf(trx, caller.userId);
      await clearFactorAtOf(trx, caller.userId);
    },
  });
}

/** Replaces the recovery codes. @throws AppError 409 for an account without a factor */
export async function replaceRecoveryCodes(
  context: AccountsContext,
  caller: Caller,
  client: Client,
): Promise<string[]> {
  return await changing(context, caller, client, {
    change: { kind: 'recovery-codes-made' },
    async work(trx, now, note) {
      if (!(await accountHasFactor(trx, caller.userId))) throw new AppError(409, messages.factors.none);
      const codes = newRecoveryCodes();
      await storeRecoveryCodes(trx, { userId: caller.userId, codes, now });
      await note('factor.recovery-codes-made', caller.userId);
      return codes;
    },
  });
}
