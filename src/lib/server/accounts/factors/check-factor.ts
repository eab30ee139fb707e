// Compares the answer to a request for a second factor. Threats: guessing a code of six digits, replaying an answer,
// using one code in two logins at once, and locking the owner out by wrong answers. So each answer is used up in the
// transaction that it authorizes; tries are paced as those of passwords; and an account has few tries of codes a day
// from places that it does not know. Passkeys and recovery codes are not counted there, because they cannot be guessed.
import { messages } from '../../../shared/text/messages.ts';
import type { FactorMethod } from '../../../shared/schemas/factors/factors.ts';
import { AppError } from '../../platform/errors.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { FactorChallengeTable, UserTable } from '../../platform/db/schema.ts';
import { tooMany } from '../../platform/quotas/rate-limit.ts';
import { emailKey } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { rateRules } from '../limits.ts';
import { knownMarkOf, marksOf } from '../sessions/known-device-queries.ts';
import { slowDown, type Try } from '../slow-down.ts';
import { useChallenge } from './challenge-writes.ts';
import { openTotpSecret } from './factor-secrets.ts';
import { findPasskey, recordPasskeyUse } from './passkey-writes.ts';
import { credentialOf, verifyPasskey } from './passkeys.ts';
import { useRecoveryCode } from './recovery-code-writes.ts';
import { stepOfCode } from './totp.ts';
import { findTotpOf, useTotpStep } from './totp-writes.ts';

/** One of them. */
export interface FactorAnswer {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: string | undefined;
}

export interface CheckedFactor {
  userId: string;
  method: FactorMethod;
  /** Uses the answer up. @returns whether it was unused; true for one of several uses at once */
  use(trx: WriteDb, now: number): Promise<boolean>;
}

/** Counts a try of a code. @throws AppError 429 */
export async function paceFactor(
  context: AccountsContext,
  user: UserTable,
  { code, device, client }: { code: string | undefined; device?: string | undefined; client: Client },
): Promise<Try> {
  const account = emailKey(user.email);
  const marks = marksOf(context, account, { device, client });
  const known = await knownMarkOf(context, account, marks);
  const guess = await slowDown(context, { kind: 'factor', account: user.id, known }, client);
  if (code === undefined) return guess;
  const rule = known === null ? rateRules.factorStrangers : rateRules.factorKnown;
  const subject = known === null ? user.id : `${user.id} ${known}`;
  if ((await context.limiter.take([rule, subject])) !== null) {
    await guess.takeBack();
    throw tooMany(rule.windowSeconds, messages.factors.tooManyCodes);
  }
  return guess;
}

/**
 * @param userId null for a login by passkey alone, which names the account
 * @param challenge row of a passkey's challenge; it is used up, also by a wrong answer
 * @returns null for a wrong answer
 */
export async function checkFactor(
  context: AccountsContext,
  userId: string | null,
  answer: FactorAnswer,
  challenge?: FactorChallengeTable,
): Promise<CheckedFactor | null> {
  const { code, recovery_code: recoveryCode, passkey } = answer;
  if (passkey !== undefined)
    return challenge ? await checkPasskey(context, userId, passkey, challenge) : null;
  if (userId === null) return null;
  if (recoveryCode !== undefined)
    return {
      userId,
      method: 'recovery_code',
      use: (trx, now) => useRecoveryCode(trx, { userId, code: recoveryCode, now }),
    };
  return code === undefined ? null : await checkCode(context, userId, code);
}

async function checkCode(
  { clock, db, secret }: AccountsContext,
  userId: string,
  code: string,
): Promise<CheckedFactor | null> {
  const row = await findTotpOf(db.read, userId);
  if (!row || row.confirmed_at === null) return null;
  const totp = openTotpSecret(secret, userId, row.sealed);
  if (!totp) {
    const sentence = messages.factors.authenticatorVoid;
    throw new AppError(409, sentence, { code: sentence });
  }
  const step = stepOfCode(totp, code, clock(), row.last_step);
  if (step === null) return null;
  return { userId, method: 'code', use: (trx, now) => useTotpStep(trx, { userId, step, now }) };
}

async function checkPasskey(
  { clock, db, siteUrl }: AccountsContext,
  userId: string | null,
  answer: string,
  { id, challenge }: FactorChallengeTable,
): Promise<CheckedFactor | null> {
  if (challenge === null || !(await db.write((trx) => useChallenge(trx, id, challenge)))) return null;
  const credentialId = credentialOf(answer);
  const passkey = credentialId === null ? undefined : await findPasskey(db.read, credentialId);
  if (!passkey || (userId !== null && passkey.user_id !== userId)) return null;
  const isAlone = userId === null;
  const counter = await verifyPasskey(siteUrl, answer, { passkey, challenge, isAlone });
  if (counter === null) return null;
  return {
    userId: passkey.user_id,
    method: 'passkey',
    use: (trx) => recordPasskeyUse(trx, { id: passkey.id, counter, now: clock() }),
  };
}
