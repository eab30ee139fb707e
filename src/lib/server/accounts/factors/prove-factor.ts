// Compares the answer to a request for a second factor, and proves one again in a session: for the desk, and before
// what cannot be taken back. Threats: guessing a code of six digits, replaying an answer, using one code in two logins
// at once, and locking the owner out by wrong answers. So each answer is used up in the transaction that it authorizes;
// tries are paced as those of passwords; and an account has few tries of codes a day from places that it does not know.
// Passkeys and recovery codes are not counted there, because they cannot be guessed.
import { messages } from '../../../shared/text/messages.ts';
import { countUpdated } from '../../platform/db/statements.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { tooMany } from '../../platform/quotas/rate-limit.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import type { Context } from '../../context.ts';
import { knownMarkOf, paced, type Place } from '../guesses.ts';
import { rateRules } from '../limits.ts';
import { recoveryCodeUsed } from '../mails.ts';
import { storeFactorAt } from '../session-queries.ts';
import { lockOfSession, type Caller } from '../sessions.ts';
import { emailKey, findAccount } from '../users.ts';
import {
  accountHasFactor,
  askPasskey,
  findFactors,
  findPasskeysOf,
  findTotpOf,
  hashRecoveryCode,
  takeChallenge,
} from './factors.ts';
import { loginOptions, parsePasskey, verifyPasskey } from './passkeys.ts';
import { openTotpSecret, stepOfCode } from './totp.ts';

/** One of them. */
export interface FactorAnswer {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: string | undefined;
}

/** The same for every cause: a wrong, a used, and another account's answer. */
export function wrongAnswer(answer: FactorAnswer): AppError {
  const { wrongCode, wrongPasskey, wrongRecoveryCode } = messages.factors;
  if (answer.passkey !== undefined) return fieldError('passkey', wrongPasskey);
  if (answer.recovery_code !== undefined) return fieldError('recovery_code', wrongRecoveryCode);
  return fieldError('code', wrongCode);
}

/** Runs the comparison of an answer, and counts tries of codes. @throws AppError 429 */
export async function pacedFactor<Result>(
  context: Context,
  user: UserTable,
  code: string | undefined,
  place: Place,
  compare: () => Promise<Result | null>,
): Promise<Result | null> {
  const known = await knownMarkOf(context, emailKey(user.email), place);
  return await paced(context, { kind: 'factor', account: user.id, known }, place.client, async () => {
    const rule = known === null ? rateRules.factorStrangers : rateRules.factorKnown;
    const subject = known === null ? user.id : `${user.id} ${known}`;
    const seconds = code === undefined ? null : await context.limiter.take([rule, subject]);
    if (seconds !== null) throw tooMany(seconds, messages.factors.tooManyCodes);
    return await compare();
  });
}

/**
 * Compares an answer and uses it up, in the transaction that it authorizes. Lock the account before, so that of several
 * uses at once one is right.
 * @param asked userId is null for a login by passkey alone, which names the account; challenge is the passkey's
 * @returns the account; null for a wrong answer
 */
export async function useFactor(
  context: Context,
  trx: WriteDb,
  { code, recovery_code: recoveryCode, passkey }: FactorAnswer,
  { userId, challenge }: { userId: string | null; challenge: string | null },
): Promise<string | null> {
  const now = context.clock();
  if (passkey !== undefined) return await usePasskey(context, trx, passkey, { userId, challenge });
  if (userId === null) return null;
  if (recoveryCode !== undefined) {
    const used = trx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashRecoveryCode(userId, recoveryCode))
      .where('used_at', 'is', null);
    return (await countUpdated(used)) > 0 ? userId : null;
  }
  const row = await findTotpOf(trx, userId);
  if (code === undefined || !row || row.confirmed_at === null) return null;
  const totp = openTotpSecret(context.secret, userId, row.sealed);
  if (!totp) throw fieldError('code', messages.factors.authenticatorVoid, 409);
  const step = stepOfCode(totp, code, now, row.last_step);
  if (step === null) return null;
  const used = trx.updateTable('totp_secrets').set({ last_step: step, last_used_at: now });
  await used.where('user_id', '=', userId).execute();
  return userId;
}

async function usePasskey(
  { clock, siteUrl }: Context,
  trx: WriteDb,
  text: string,
  { userId, challenge }: { userId: string | null; challenge: string | null },
): Promise<string | null> {
  const answer = parsePasskey(text);
  if (!answer || challenge === null) return null;
  const passkey = await trx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .executeTakeFirst();
  if (!passkey || (userId !== null && passkey.user_id !== userId)) return null;
  const counter = await verifyPasskey(siteUrl, answer, { passkey, challenge, isAlone: userId === null });
  if (counter === null) return null;
  const used = trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: clock() })
    .where('id', '=', passkey.id)
    // Another login may have counted meanwhile.
    .where('counter', '=', passkey.counter);
  return (await countUpdated(used)) > 0 ? passkey.user_id : null;
}

/** Records and mails the use of a recovery code, in the transaction that it authorized. */
export async function noteRecoveryCode(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  user: UserTable,
): Promise<void> {
  await note('factor.recovery-code-used', user.id);
  const { left } = (await findFactors(trx, user.id)).recovery_codes;
  await enqueueMail(trx, recoveryCodeUsed(context, user, left), context.clock());
}

/** @throws AppError 409 for an account without a passkey; 429 */
export async function beginProof(context: Context, { client, sessionId, userId }: Caller) {
  const { db, limiter, siteUrl } = context;
  await limiter.spend(quotas.passkeyLogins, { account: userId, client });
  const passkeys = await findPasskeysOf(db.read, userId);
  if (passkeys.length === 0) throw new AppError(409, messages.factors.noPasskey);
  const options = await loginOptions(siteUrl, passkeys);
  const asked = { kind: 'prove', user_id: userId, session_id: sessionId } as const;
  return await db.write((trx) => askPasskey(context, trx, options, asked, client));
}

/**
 * @returns when it was proved
 * @throws AppError 400 for a wrong answer; 401 where the session has ended; 409 for an account without a factor; 429
 */
export async function proveFactor(
  context: Context,
  caller: Caller,
  { token, ...answer }: { token?: string | undefined } & FactorAnswer,
): Promise<number> {
  const { audit, clock, db, limiter } = context;
  const { client, sessionId, userId } = caller;
  // By session, so that a stolen one cannot use up the owner's.
  await limiter.spend(quotas.factorChecks, { account: sessionId, client });
  if (!(await accountHasFactor(db.read, userId))) throw new AppError(409, messages.factors.none);
  const owner = await findAccount(db.read, userId);
  if (!owner) throw new AppError(401, messages.errors.login);
  const prove = () =>
    audit.write(client, async (trx, note) => {
      const now = clock();
      // Before the answer is used up: the owner has few recovery codes. The refusal says nothing about the answer.
      await lockOfSession(context, trx, caller);
      const challenge =
        token === undefined ? null : await takeChallenge(context, trx, caller, 'prove', token);
      if ((await useFactor(context, trx, answer, { userId, challenge })) === null) {
        await note('factor.refused', userId);
        return null;
      }
      await storeFactorAt(trx, sessionId, now);
      await note('factor.proved', userId);
      if (answer.recovery_code !== undefined) await noteRecoveryCode(context, trx, note, owner);
      return now;
    });
  const provedAt = await pacedFactor(context, owner, answer.code, { client }, prove);
  if (provedAt === null) throw wrongAnswer(answer);
  return provedAt;
}
