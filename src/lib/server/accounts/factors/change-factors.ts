// Who may change second factors, and what all changes have in common: the account is locked, the change is recorded and
// mailed, and the first factor comes with recovery codes. Threat: a session in somebody else's hands. So a change needs
// the password, or a factor that was proved a few minutes ago. Staff with a factor need the latter: otherwise a stolen
// password would open the desk by adding a passkey. The same holds for adding one beside another.
import { factorLimits, freshMinutes } from '../../../shared/schemas/limits.ts';
import { enrolMinutes } from '../../../shared/schemas/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import { countDeleted, countUpdated } from '../../platform/db/statements.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError, CodedError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import type { Context } from '../../context.ts';
import { confirmPassword } from '../guesses.ts';
import { type FactorsChange, factorsChanged } from '../mails.ts';
import { type Caller, findLiveSession, lockOfSession, storeFactorAt } from '../sessions.ts';
import { readNewPasskey, registrationOptions } from './passkeys.ts';
import { openTotpSecret, sealTotpSecret, stepOfCode } from './totp.ts';
import { Secret, TOTP } from 'otpauth';
import { brand } from '../../../shared/page/brand.ts';
import { newId } from '../../platform/ids.ts';
import {
  accountHasFactor,
  findPasskeysOf,
  findTotpOf,
  renewRecoveryCodes,
  askPasskey,
  takeChallenge,
  type FactorAnswer,
  wrongAnswer,
} from './factors.ts';

interface Password {
  password?: string | undefined;
}

const isFreshlyProved = ({ clock }: Context, { factorAt }: Caller): boolean =>
  factorAt !== null && clock() - factorAt < freshMinutes * 60_000;

/**
 * @param isAddition whether the change adds a factor, or a token for programs
 * @throws AppError 400 for a wrong password, 403 for an unverified account; CodedError 403 `confirm`; 429
 */
export async function confirmChange(
  context: Context,
  caller: Caller,
  { password }: Password,
  isAddition = false,
) {
  const { client, isVerified, role, userId } = caller;
  if (!isVerified) throw new AppError(403, 'Verify your account to add a second factor.');
  await context.limiter.spend(quotas.factorChanges, { account: userId, client });
  if (isFreshlyProved(context, caller)) return;
  if ((isAddition || role !== 'member') && (await accountHasFactor(context.db.read, userId)))
    throw new CodedError(403, 'confirm', messages.factors.confirmByFactor);
  if (password === undefined) throw new CodedError(403, 'confirm', 'Enter your password.');
  await confirmPassword(context, caller, password);
}

/**
 * Begins to add a factor, once it is confirmed. That is checked again with the account locked: the first factor may
 * have come since the password confirmed the change.
 */
async function beginning<Result>(
  context: Context,
  caller: Caller,
  password: Password,
  work: (trx: WriteDb, owner: UserTable) => Promise<Result>,
): Promise<Result> {
  await confirmChange(context, caller, password, true);
  return await context.db.write(async (trx) => {
    const owner = await lockOfSession(context, trx, caller);
    if (!isFreshlyProved(context, caller) && (await accountHasFactor(trx, caller.userId)))
      throw new CodedError(403, 'confirm', messages.factors.confirmByFactor);
    return await work(trx, owner);
  });
}

interface Changing {
  trx: WriteDb;
  now: number;
  note: NoteEvent;
  /** Records and mails the change. */
  tell: (change: FactorsChange) => Promise<void>;
}

/** @param work throws an AppError where the change is not possible: nothing is stored then */
async function changing<Result>(
  context: Context,
  caller: Caller,
  work: (changing: Changing) => Promise<Result>,
): Promise<Result> {
  return await context.audit.write(caller.client, async (trx, note) => {
    const now = context.clock();
    const user = await lockOfSession(context, trx, caller);
    async function tell(change: FactorsChange): Promise<void> {
      await note(`factor.${change.kind}`, user.id);
      await enqueueMail(trx, factorsChanged(context, user, change), now);
    }
    return await work({ trx, now, note, tell });
  });
}

/**
 * @param store tells whether the answer was right
 * @returns recovery codes with the first factor, otherwise null
 * @throws AppError 400 for a wrong answer, 429
 */
async function addFactor(
  context: Context,
  caller: Caller,
  answer: FactorAnswer,
  change: FactorsChange,
  store: (trx: WriteDb, now: number) => Promise<boolean>,
): Promise<string[] | null> {
  const { client, sessionId, userId } = caller;
  await context.limiter.spend(quotas.factorChanges, { account: userId, client });
  const added = await changing(context, caller, async ({ trx, now, note, tell }) => {
    const isFirst = !(await accountHasFactor(trx, userId));
    if (!(await store(trx, now))) return 'wrong';
    await tell(change);
    if (isFirst || isFreshlyProved(context, caller)) await storeFactorAt(trx, sessionId, now);
    if (!isFirst) return null;
    // Begun with the password alone, which is not enough beside a factor: somebody else may have begun them.
    const totp = trx.deleteFrom('totp_secrets').where('user_id', '=', userId);
    await totp.where('confirmed_at', 'is', null).execute();
    const begun = trx.deleteFrom('factor_challenges').where('user_id', '=', userId);
    await begun.where('kind', '=', 'add-passkey').execute();
    await note('factor.recovery-codes-made', userId);
    return await renewRecoveryCodes(trx, userId, now);
  });
  if (added === 'wrong') throw wrongAnswer(answer);
  return added;
}

/**
 * @param remove names it; null where there is none
 * @throws AppError 400 for a wrong password, 403, 404, 409 for the last factor of staff, 429
 */
async function removeFactor(
  context: Context,
  caller: Caller,
  password: Password,
  missing: string,
  remove: (trx: WriteDb) => Promise<FactorsChange | null>,
): Promise<void> {
  const { sessionId, userId } = caller;
  await confirmChange(context, caller, password);
  await changing(context, caller, async ({ trx, now, tell }) => {
    const removed = await remove(trx);
    if (!removed) throw new AppError(404, missing);
    await tell(removed);
    if (await accountHasFactor(trx, userId)) return;
    // Read in this transaction, because the role may have just been given.
    if ((await findLiveSession(trx, sessionId, now))?.role !== 'member')
      throw new AppError(409, 'Staff need a second factor. Add another one before you remove the last.');
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await trx.updateTable('sessions').set({ factor_at: null }).where('user_id', '=', userId).execute();
  });
}

/** The passkeys beside which there is place for one more. */
async function findOthers(trx: WriteDb, userId: string) {
  const passkeys = await findPasskeysOf(trx, userId);
  if (passkeys.length >= factorLimits.passkeys) throw new AppError(409, messages.factors.tooManyPasskeys);
  return passkeys;
}

/** @throws AppError 400, 403, 409 for too many passkeys, 429 */
export async function beginPasskey(context: Context, caller: Caller, password: Password) {
  const { client, sessionId, userId } = caller;
  return await beginning(context, caller, password, async (trx, owner) => {
    const options = await registrationOptions(context.siteUrl, owner, await findOthers(trx, userId));
    const asked = { kind: 'add-passkey', user_id: userId, session_id: sessionId } as const;
    return await askPasskey(context, trx, options, asked, client);
  });
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
): Promise<string[] | null> {
  const { db, siteUrl } = context;
  const change = { kind: 'passkey-added', name } as const;
  try {
    return await addFactor(context, caller, { passkey }, change, async (trx, now) => {
      // A wrong answer uses it up as well.
      const challenge = await takeChallenge(context, trx, caller, 'add-passkey', token);
      const created = challenge === null ? null : await readNewPasskey(siteUrl, passkey, challenge);
      if (!created) return false;
      await findOthers(trx, caller.userId);
      const values = { ...created, id: newId(), user_id: caller.userId, name, created_at: now };
      await trx.insertInto('passkeys').values(values).execute();
      return true;
    });
  } catch (error) {
    if (db.engine.uniqueViolation(error)?.includes('credential_id'))
      throw new AppError(409, 'This passkey is already in use. Choose another one.');
    throw error;
  }
}

/** @throws AppError 404, 429 */
export async function renamePasskey({ db, limiter }: Context, caller: Caller, id: string, name: string) {
  const { client, userId } = caller;
  await limiter.spend(quotas.factorChanges, { account: userId, client });
  const renamed = await db.write((trx) => {
    const passkey = trx.updateTable('passkeys').set({ name }).where('id', '=', id);
    return countUpdated(passkey.where('user_id', '=', userId));
  });
  if (renamed === 0) throw new AppError(404, messages.factors.passkeyMissing);
}

/** @throws AppError as `removeFactor` */
export async function removePasskey(
  context: Context,
  caller: Caller,
  { id, ...password }: Password & { id: string },
) {
  await removeFactor(context, caller, password, messages.factors.passkeyMissing, async (trx) => {
    const passkey = trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', caller.userId);
    const removed = await passkey.returning('name').executeTakeFirst();
    return removed ? { kind: 'passkey-removed', name: removed.name } : null;
  });
}

/**
 * Makes a secret for an authenticator app, which counts once a code of it was sent.
 * @throws AppError 400, 403, 409 where there is one already, 429
 */
export async function beginAuthenticator(context: Context, caller: Caller, password: Password) {
  const { userId } = caller;
  // 160 bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 });
  return await beginning(context, caller, password, async (trx, owner) => {
    // The one of now stays while it is in use.
    if ((await findTotpOf(trx, userId))?.confirmed_at)
      throw new AppError(409, 'You already have an authenticator app. Remove it first.');
    // In place of another one that waits for its first code.
    const sealed = sealTotpSecret(context.secret, userId, secret);
    const fresh = { sealed, created_at: context.clock(), last_step: 0 };
    await trx
      .insertInto('totp_secrets')
      .values({ user_id: userId, ...fresh })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute();
    const app = new TOTP({ secret, issuer: brand.name, label: owner.email });
    return { secret: secret.base32, uri: app.toString() };
  });
}

/**
 * @returns recovery codes with the first factor
 * @throws AppError 400 for a wrong code, 409 where nothing waits for a code, 429
 */
export async function confirmAuthenticator(context: Context, caller: Caller, { code }: { code: string }) {
  const { userId } = caller;
  return await addFactor(context, caller, { code }, { kind: 'authenticator-added' }, async (trx, now) => {
    const row = await findTotpOf(trx, userId);
    const totp = row && openTotpSecret(context.secret, userId, row.sealed);
    if (!totp || row.confirmed_at !== null || now - row.created_at >= enrolMinutes * 60_000)
      throw new AppError(409, 'This QR code has expired. Start again.');
    const step = stepOfCode(totp, code, now, 0);
    if (step === null) return false;
    const confirmed = { confirmed_at: now, last_step: step, last_used_at: now };
    await trx.updateTable('totp_secrets').set(confirmed).where('user_id', '=', userId).execute();
    return true;
  });
}

/** @throws AppError as `removeFactor` */
export async function removeAuthenticator(context: Context, caller: Caller, password: Password) {
  await removeFactor(context, caller, password, messages.factors.authenticatorMissing, async (trx) => {
    const totp = trx.deleteFrom('totp_secrets').where('user_id', '=', caller.userId);
    const removed = await countDeleted(totp.where('confirmed_at', 'is not', null));
    return removed > 0 ? { kind: 'authenticator-removed' } : null;
  });
}

/** Makes ten new recovery codes; the old ones are void. @throws AppError 400, 403, 409 without a factor, 429 */
export async function makeRecoveryCodes(context: Context, caller: Caller, password: Password) {
  await confirmChange(context, caller, password);
  return await changing(context, caller, async ({ trx, now, tell }) => {
    if (!(await accountHasFactor(trx, caller.userId))) throw new AppError(409, messages.factors.none);
    await tell({ kind: 'recovery-codes-made' });
    return await renewRecoveryCodes(trx, caller.userId, now);
  });
}
