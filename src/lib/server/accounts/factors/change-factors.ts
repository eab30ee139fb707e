import type { AccountsContext, Client } from '../context.ts';
import {
  accountHasFactor,
  confirmTotp,
  findPasskeysOf,
  findTotpOf,
  insertPasskey,
  newRecoveryCodes,
  openTotpSecret,
  removeChallenge,
  removeNewTotp,
  removePasskeyAdditions,
  removePasskeyRow,
  removeRecoveryCodesOf,
  removeTotpRow,
  renamePasskeyRow,
  sealTotpSecret,
  storeNewTotp,
  storeRecoveryCodes,
  useChallenge,
} from './factors.ts';
import { readNewPasskey, registrationOptions } from './passkeys.ts';
import { addSessionChallenge, findSessionChallenge, wrongAnswer } from './prove-factor.ts';
import { base32, newTotpSecret, stepOfCode, totpUri } from './totp.ts';
import { confirmPassword } from '../guesses.ts';
import type { FactorsChange } from '../mails.ts';
import { clearFactorAtOf, findLiveSession, storeFactorAt } from '../session-queries.ts';
import type { Caller } from '../sessions.ts';
import { findAccount, lockAccount } from '../users.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { AppError, CodedError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import { brand } from '../../../shared/page/brand.ts';
import { enrolMinutes, factorLimits } from '../../../shared/schemas/factors/factors.ts';
import { freshMinutes } from '../../../shared/schemas/roles.ts';
import { messages } from '../../../shared/text/messages.ts';

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

// Who may change second factors. Threat: a session in somebody else's hands. So a change needs the password, or a
// factor that was proved a few minutes ago. Staff with a factor need the latter: otherwise a stolen password would open
// the desk by adding a passkey. The same holds for adding one beside another.

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

// What all changes of factors have in common: the account is locked, the change is recorded and mailed, and the first
// factor comes with recovery codes.

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
