// Who may change second factors, and what all changes have in common: the account is locked, the change is recorded and
// mailed, and the first factor comes with recovery codes. Threat: a session in somebody else's hands. So a change needs
// the password, or a factor that was proved a few minutes ago. Staff with a factor need the latter: otherwise a stolen
// password would open the desk by adding a passkey. The same holds for adding one beside another.
import { brand } from '../../../shared/page/brand.ts';
import { enrolMinutes, factorLimits, freshMinutes } from '../../../shared/schemas/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import { countDeleted, countUpdated } from '../../platform/db/statements.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError, CodedError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import type { Client } from '../../platform/security/client.ts';
import type { Context } from '../../context.ts';
import { confirmPassword } from '../guesses.ts';
import { factorsChanged, type FactorsChange } from '../mails.ts';
import { clearFactorAtOf, findLiveSession, storeFactorAt } from '../session-queries.ts';
import type { Caller } from '../sessions.ts';
import { findAccount, lockAccount } from '../users.ts';
import {
  accountHasFactor,
  findPasskeysOf,
  findSessionChallenge,
  findTotpOf,
  insertChallenge,
  openTotpSecret,
  removeChallenge,
  renewRecoveryCodes,
  sealTotpSecret,
  useChallenge,
} from './factors.ts';
import { readNewPasskey, registrationOptions } from './passkeys.ts';
import { wrongAnswer } from './prove-factor.ts';
import { base32, newTotpSecret, stepOfCode, totpUri } from './totp.ts';

interface Password {
  password?: string | undefined;
}

function isFreshlyProved({ clock }: Context, { factorAt }: Caller): boolean {
  return factorAt !== null && clock() - factorAt < freshMinutes * 60_000;
}

/**
 * @param isAddition whether the change adds a factor
 * @throws AppError 400 for a wrong password, 403 for an unverified account; CodedError 403 `confirm`; 429
 */
async function confirmChange(
  context: Context,
  caller: Caller,
  { password, isAddition = false }: Password & { isAddition?: boolean },
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

/** As `confirmChange`, for what begins to add a factor. @returns its owner */
async function confirmAddition(
  context: Context,
  caller: Caller,
  { password }: Password,
  client: Client,
): Promise<UserTable> {
  await confirmChange(context, caller, { password, isAddition: true }, client);
  const owner = await findAccount(context.db.read, caller.userId);
  if (!owner) throw new AppError(401, messages.errors.login);
  return owner;
}

/**
 * Locks the account in the transaction that begins to add a factor, and checks again: the first factor may have come
 * since the password confirmed the change. @throws CodedError 403 `confirm`
 */
async function confirmAdditionIn(context: Context, trx: WriteDb, caller: Caller): Promise<void> {
  await lockAccount(trx, context.db.engine, caller.userId);
  if (isFreshlyProved(context, caller) || !(await accountHasFactor(trx, caller.userId))) return;
  throw new CodedError(403, 'confirm', messages.factors.confirmByFactor);
}

/** @param work throws an AppError where the change is not possible: nothing is stored then */
async function changing<Result>(
  context: Context,
  caller: Caller,
  client: Client,
  change: FactorsChange,
  work: (trx: WriteDb, now: number, note: NoteEvent) => Promise<Result>,
): Promise<Result> {
  const { audit, clock, db } = context;
  return await audit.write(client, async (trx, note) => {
    const now = clock();
    const user = await lockAccount(trx, db.engine, caller.userId);
    // The session may have ended since it was authenticated.
    if (!user || !(await findLiveSession(trx, caller.sessionId, now)))
      throw new AppError(401, messages.errors.login);
    const done = await work(trx, now, note);
    await note(`factor.${change.kind}`, user.id);
    await enqueueMail(trx, factorsChanged(context, user, change), now);
    return done;
  });
}

/** Adds a factor. @returns recovery codes with the first factor, otherwise null */
async function addFactor(
  context: Context,
  caller: Caller,
  client: Client,
  change: FactorsChange,
  store: (trx: WriteDb, now: number) => Promise<void>,
): Promise<string[] | null> {
  const { userId, sessionId } = caller;
  return await changing(context, caller, client, change, async (trx, now, note) => {
    const isFirst = !(await accountHasFactor(trx, userId));
    await store(trx, now);
    if (isFirst || isFreshlyProved(context, caller)) await storeFactorAt(trx, sessionId, now);
    if (!isFirst) return null;
    // Begun with the password alone, which is not enough beside a factor: somebody else may have begun them.
    await trx
      .deleteFrom('totp_secrets')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .execute();
    await trx
      .deleteFrom('factor_challenges')
      .where('user_id', '=', userId)
      .where('kind', '=', 'add-passkey')
      .execute();
    await note('factor.recovery-codes-made', userId);
    return await renewRecoveryCodes(trx, userId, now);
  });
}

/** Removes a factor. @throws AppError 409 for the last one of staff */
async function removeFactor(
  context: Context,
  caller: Caller,
  client: Client,
  change: FactorsChange,
  remove: (trx: WriteDb) => Promise<void>,
): Promise<void> {
  const { userId } = caller;
  await changing(context, caller, client, change, async (trx, now) => {
    await remove(trx);
    if (await accountHasFactor(trx, userId)) return;
    // Read in this transaction, because the role may have just been given.
    const session = await findLiveSession(trx, caller.sessionId, now);
    if (session?.role !== 'member') throw new AppError(409, messages.factors.lastOfStaff);
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await clearFactorAtOf(trx, userId);
  });
}

/** @throws AppError 400, 403, 409 for too many passkeys, 429 */
export async function beginPasskey(
  context: Context,
  caller: Caller,
  password: Password,
  client: Client,
): Promise<{ token: string; options: Record<string, unknown> }> {
  const { db, siteUrl } = context;
  const { userId, sessionId } = caller;
  const owner = await confirmAddition(context, caller, password, client);
  const passkeys = await findPasskeysOf(db.read, userId);
  if (passkeys.length >= factorLimits.passkeys) throw new AppError(409, messages.factors.tooManyPasskeys);
  const options = await registrationOptions(siteUrl, owner, passkeys);
  const { challenge } = options;
  const asked = { kind: 'add-passkey', user_id: userId, session_id: sessionId, challenge } as const;
  const { token } = await db.write(async (trx) => {
    await confirmAdditionIn(context, trx, caller);
    return await insertChallenge(context, trx, asked, client);
  });
  return { token, options: { ...options } };
}

/**
 * Stores the passkey that answered the challenge, which proves that its change was confirmed.
 * @returns recovery codes with the first factor
 * @throws AppError 400 for a wrong answer, 409 for a passkey that is known or one too many, 429
 */
export async function addPasskey(
  context: Context,
  caller: Caller,
  { token, name, passkey }: { token: string; name: string; passkey: string },
  client: Client,
): Promise<string[] | null> {
  const { db, limiter, siteUrl } = context;
  const { userId } = caller;
  await limiter.spend(quotas.factorChanges, { account: userId, client });
  const row = await findSessionChallenge(context, caller, { kind: 'add-passkey', token });
  const challenge = row ? await useChallenge(context, row) : null;
  const created = challenge === null ? null : await readNewPasskey(siteUrl, passkey, challenge);
  if (!row || !created) throw wrongAnswer({ passkey });
  try {
    return await addFactor(context, caller, client, { kind: 'passkey-added', name }, async (trx, now) => {
      // Another factor may have ended it since.
      if (!(await removeChallenge(trx, row.id))) throw wrongAnswer({ passkey });
      if ((await findPasskeysOf(trx, userId)).length >= factorLimits.passkeys)
        throw new AppError(409, messages.factors.tooManyPasskeys);
      const values = { ...created, id: newId(), user_id: userId, name, created_at: now, last_used_at: null };
      await trx.insertInto('passkeys').values(values).execute();
    });
  } catch (error) {
    if (db.engine.uniqueViolation(error)?.includes('credential_id'))
      throw new AppError(409, messages.factors.passkeyKnown);
    throw error;
  }
}

/** @throws AppError 404 */
export async function renamePasskey(
  { db, limiter }: Context,
  { userId }: Caller,
  { id, name }: { id: string; name: string },
  client: Client,
): Promise<void> {
  await limiter.spend(quotas.factorChanges, { account: userId, client });
  const renamed = await db.write((trx) =>
    countUpdated(
      trx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId),
    ),
  );
  if (renamed === 0) throw new AppError(404, messages.factors.passkeyMissing);
}

/** @throws AppError 400 for a wrong password, 403, 404, 409 for the last factor of staff, 429 */
export async function removePasskey(
  context: Context,
  caller: Caller,
  { id, password }: Password & { id: string },
  client: Client,
): Promise<void> {
  const { userId } = caller;
  await confirmChange(context, caller, { password }, client);
  const known = (await findPasskeysOf(context.db.read, userId)).find((one) => one.id === id);
  const change = { kind: 'passkey-removed', name: known?.name ?? '' } as const;
  await removeFactor(context, caller, client, change, async (trx) => {
    const passkey = trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId);
    if ((await countDeleted(passkey)) === 0) throw new AppError(404, messages.factors.passkeyMissing);
  });
}

/**
 * Makes a secret for an authenticator app, which counts once a code of it was sent.
 * @throws AppError 400, 403, 409 where there is one already, 429
 */
export async function beginAuthenticator(
  context: Context,
  caller: Caller,
  password: Password,
  client: Client,
): Promise<{ secret: string; uri: string }> {
  const { clock, db, secret } = context;
  const { userId } = caller;
  const owner = await confirmAddition(context, caller, password, client);
  const totp = newTotpSecret();
  const fresh = { sealed: sealTotpSecret(secret, userId, totp), created_at: clock(), last_step: 0 };
  await db.write(async (trx) => {
    await confirmAdditionIn(context, trx, caller);
    // In place of another one that waits for its first code.
    await trx
      .insertInto('totp_secrets')
      .values({ user_id: userId, ...fresh, confirmed_at: null, last_used_at: null })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(fresh).where('totp_secrets.confirmed_at', 'is', null),
      )
      .execute();
    // The one of now stays while it is in use.
    if ((await findTotpOf(trx, userId))?.sealed !== fresh.sealed)
      throw new AppError(409, messages.factors.authenticatorThere);
  });
  return { secret: base32(totp), uri: totpUri(totp, { site: brand.name, email: owner.email }) };
}

/**
 * @returns recovery codes with the first factor
 * @throws AppError 400 for a wrong code, 409 where nothing waits for a code, 429
 */
export async function confirmAuthenticator(
  context: Context,
  caller: Caller,
  { code }: { code: string },
  client: Client,
): Promise<string[] | null> {
  const { clock, db, limiter, secret } = context;
  const { userId } = caller;
  await limiter.spend(quotas.factorChanges, { account: userId, client });
  const row = await findTotpOf(db.read, userId);
  const totp = row && openTotpSecret(secret, userId, row.sealed);
  if (!row || !totp || row.confirmed_at !== null || clock() - row.created_at >= enrolMinutes * 60_000)
    throw new AppError(409, messages.factors.enrolOver);
  const step = stepOfCode(totp, code, clock(), 0);
  if (step === null) throw wrongAnswer({ code });
  return await addFactor(context, caller, client, { kind: 'authenticator-added' }, async (trx, now) => {
    const confirmed = trx
      .updateTable('totp_secrets')
      .set({ confirmed_at: now, last_step: step, last_used_at: now })
      .where('user_id', '=', userId)
      .where('sealed', '=', row.sealed)
      .where('confirmed_at', 'is', null);
    if ((await countUpdated(confirmed)) === 0) throw new AppError(409, messages.factors.enrolOver);
  });
}

/** @throws AppError 400 for a wrong password, 403, 404, 409 for the last factor of staff, 429 */
export async function removeAuthenticator(
  context: Context,
  caller: Caller,
  password: Password,
  client: Client,
): Promise<void> {
  await confirmChange(context, caller, password, client);
  await removeFactor(context, caller, client, { kind: 'authenticator-removed' }, async (trx) => {
    const confirmed = trx
      .deleteFrom('totp_secrets')
      .where('user_id', '=', caller.userId)
      .where('confirmed_at', 'is not', null);
    if ((await countDeleted(confirmed)) === 0) throw new AppError(404, messages.factors.authenticatorMissing);
  });
}

/** Makes ten new recovery codes; the old ones are void. @throws AppError 400, 403, 409 without a factor, 429 */
export async function makeRecoveryCodes(
  context: Context,
  caller: Caller,
  password: Password,
  client: Client,
): Promise<string[]> {
  const { userId } = caller;
  await confirmChange(context, caller, password, client);
  return await changing(context, caller, client, { kind: 'recovery-codes-made' }, async (trx, now) => {
    if (!(await accountHasFactor(trx, userId))) throw new AppError(409, messages.factors.none);
    return await renewRecoveryCodes(trx, userId, now);
  });
}
