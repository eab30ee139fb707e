// Compares the answer to a request for a second factor, and proves one again in a session: for the desk, and before
// what cannot be taken back. Threats: guessing a code of six digits, replaying an answer, using one code in two logins
// at once, and locking the owner out by wrong answers. So each answer is used up in the transaction that it authorizes;
// tries are paced as those of passwords; and an account has few tries of codes a day from places that it does not know.
// Passkeys and recovery codes are not counted there, because they cannot be guessed.
import type { FactorMethod } from '../../../shared/schemas/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import { countUpdated } from '../../platform/db/statements.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { Row, UserTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { tooMany } from '../../platform/quotas/rate-limit.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import type { Client } from '../../platform/security/client.ts';
import type { Context } from '../../context.ts';
import { knownMarkOf, slowDown, type Place, type Try } from '../guesses.ts';
import { rateRules } from '../limits.ts';
import { recoveryCodeUsed } from '../mails.ts';
import { findLiveSession, storeFactorAt } from '../session-queries.ts';
import type { Caller } from '../sessions.ts';
import { emailKey, findAccount, lockAccount } from '../users.ts';
import {
  accountHasFactor,
  countRecoveryCodes,
  findPasskeysOf,
  findSessionChallenge,
  findTotpOf,
  hashRecoveryCode,
  insertChallenge,
  openTotpSecret,
  removeChallenge,
  useChallenge,
} from './factors.ts';
import { credentialOf, loginOptions, verifyPasskey } from './passkeys.ts';
import { stepOfCode } from './totp.ts';

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

/** The same for every cause: a wrong, a used, and another account's answer. */
export function wrongAnswer(answer: FactorAnswer): AppError {
  const { wrongCode, wrongPasskey, wrongRecoveryCode } = messages.factors;
  if (answer.passkey !== undefined) return new AppError(400, wrongPasskey, { passkey: wrongPasskey });
  if (answer.recovery_code !== undefined)
    return new AppError(400, wrongRecoveryCode, { recovery_code: wrongRecoveryCode });
  return new AppError(400, wrongCode, { code: wrongCode });
}

/** Counts a try of a code. @throws AppError 429 */
export async function paceFactor(
  context: Context,
  user: UserTable,
  code: string | undefined,
  place: Place,
): Promise<Try> {
  const known = await knownMarkOf(context, emailKey(user.email), place);
  const guess = await slowDown(context, { kind: 'factor', account: user.id, known }, place.client);
  if (code === undefined) return guess;
  const rule = known === null ? rateRules.factorStrangers : rateRules.factorKnown;
  const subject = known === null ? user.id : `${user.id} ${known}`;
  const seconds = await context.limiter.take([rule, subject]);
  if (seconds !== null) {
    await guess.takeBack();
    throw tooMany(seconds, messages.factors.tooManyCodes);
  }
  return guess;
}

/**
 * @param userId null for a login by passkey alone, which names the account
 * @param challenge row of a passkey's challenge; it is used up, also by a wrong answer
 * @returns null for a wrong answer
 */
export async function checkFactor(
  context: Context,
  userId: string | null,
  answer: FactorAnswer,
  challenge?: Row<'factor_challenges'>,
): Promise<CheckedFactor | null> {
  const { code, recovery_code: recoveryCode, passkey } = answer;
  if (passkey !== undefined)
    return challenge ? await checkPasskey(context, userId, passkey, challenge) : null;
  if (userId === null) return null;
  if (recoveryCode !== undefined) return { userId, method: 'recovery_code', use: useRecoveryCode };
  return code === undefined ? null : await checkCode(context, userId, code);

  async function useRecoveryCode(trx: WriteDb, now: number): Promise<boolean> {
    const used = trx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId ?? '')
      .where('code_hash', '=', hashRecoveryCode(userId ?? '', recoveryCode ?? ''))
      .where('used_at', 'is', null);
    return (await countUpdated(used)) > 0;
  }
}

async function checkCode(
  { clock, db, secret }: Context,
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
  return {
    userId,
    method: 'code',
    async use(trx, now) {
      const used = trx
        .updateTable('totp_secrets')
        .set({ last_step: step, last_used_at: now })
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .where('last_step', '<', step);
      return (await countUpdated(used)) > 0;
    },
  };
}

async function checkPasskey(
  context: Context,
  userId: string | null,
  answer: string,
  row: Row<'factor_challenges'>,
): Promise<CheckedFactor | null> {
  const challenge = await useChallenge(context, row);
  const credentialId = credentialOf(answer);
  if (challenge === null || credentialId === null) return null;
  const passkey = await context.db.read
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (!passkey || (userId !== null && passkey.user_id !== userId)) return null;
  const isAlone = userId === null;
  const counter = await verifyPasskey(context.siteUrl, answer, { passkey, challenge, isAlone });
  if (counter === null) return null;
  return {
    userId: passkey.user_id,
    method: 'passkey',
    async use(trx, now) {
      const used = trx
        .updateTable('passkeys')
        .set({ counter, last_used_at: now })
        .where('id', '=', passkey.id)
        // A counter that did not grow is that of a copied authenticator, unless it counts nothing.
        .where('counter', counter === 0 ? '=' : '<', counter);
      return (await countUpdated(used)) > 0;
    },
  };
}

/** Records and mails the use of a recovery code, in the transaction that it authorized. */
export async function noteRecoveryCode(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  user: UserTable,
): Promise<void> {
  await note('factor.recovery-code-used', user.id);
  const { left } = await countRecoveryCodes(trx, user.id);
  await enqueueMail(trx, recoveryCodeUsed(context, user, left), context.clock());
}

/** @throws AppError 409 for an account without a passkey; 429 */
export async function beginProof(
  context: Context,
  { userId, sessionId }: Caller,
  client: Client,
): Promise<{ token: string; options: Record<string, unknown> }> {
  const { db, limiter, siteUrl } = context;
  await limiter.spend(quotas.passkeyLogins, { account: userId, client });
  const passkeys = await findPasskeysOf(db.read, userId);
  if (passkeys.length === 0) throw new AppError(409, messages.factors.noPasskey);
  const options = await loginOptions(siteUrl, passkeys);
  const { challenge } = options;
  const asked = { kind: 'prove', user_id: userId, session_id: sessionId, challenge } as const;
  const { token } = await db.write((trx) => insertChallenge(context, trx, asked, client));
  return { token, options: { ...options } };
}

/**
 * @returns when it was proved
 * @throws AppError 400 for a wrong answer; 401 where the session has ended; 409 for an account without a factor; 429
 */
export async function proveFactor(
  context: Context,
  caller: Caller,
  { token, ...answer }: { token?: string | undefined } & FactorAnswer,
  client: Client,
): Promise<number> {
  const { audit, clock, db, limiter } = context;
  const { userId, sessionId } = caller;
  // By session, so that a stolen one cannot use up the owner's.
  await limiter.spend(quotas.factorChecks, { account: sessionId, client });
  if (!(await accountHasFactor(db.read, userId))) throw new AppError(409, messages.factors.none);
  const owner = await findAccount(db.read, userId);
  if (!owner) throw new AppError(401, messages.errors.login);
  const challenge =
    token === undefined ? undefined : await findSessionChallenge(context, caller, { kind: 'prove', token });
  const guess = await paceFactor(context, owner, answer.code, { client });
  const checked = await guess.during(() => checkFactor(context, userId, answer, challenge));
  const outcome = await audit.write(client, async (trx, note) => {
    const now = clock();
    await lockAccount(trx, db.engine, userId);
    if (challenge) await removeChallenge(trx, challenge.id);
    // Before the answer is used up: the owner has few recovery codes.
    if (!(await findLiveSession(trx, sessionId, now))) return 'ended';
    if (!checked || !(await checked.use(trx, now))) {
      await note('factor.refused', userId);
      return 'wrong';
    }
    await storeFactorAt(trx, sessionId, now);
    await note('factor.proved', userId);
    if (checked.method === 'recovery_code') await noteRecoveryCode(context, trx, note, owner);
    return now;
  });
  if (outcome === 'ended') {
    // Neither right nor wrong: the refusal says nothing about the answer.
    await guess.takeBack();
    throw new AppError(401, messages.errors.login);
  }
  if (outcome === 'wrong') throw wrongAnswer(answer);
  await guess.right();
  return outcome;
}
