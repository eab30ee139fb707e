// Proves a second factor again in a session: for the desk, and before what cannot be taken back.
import { challengeMinutes } from '../../../shared/schemas/factors/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { findAccount, lockAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { findLiveSession, storeFactorAt } from '../sessions/session-queries.ts';
import { findChallenge, insertChallenge, removeChallenge } from './challenge-writes.ts';
import { checkFactor, paceFactor, type FactorAnswer } from './check-factor.ts';
import { accountHasFactor } from './factor-queries.ts';
import { browserMark, hashFactorToken, newFactorToken } from './factor-secrets.ts';
import { findPasskeysOf } from './passkey-writes.ts';
import { loginOptions } from './passkeys.ts';
import { countRecoveryCodes } from './recovery-code-writes.ts';
import { wrongAnswer } from './wrong-answer.ts';

/** Begins a challenge that only this session can answer. @param check may refuse it in the same transaction */
export async function addSessionChallenge(
  { clock, db, secret }: AccountsContext,
  { userId, sessionId, client }: Caller,
  { kind, challenge }: { kind: 'add-passkey' | 'prove'; challenge: string },
  check?: (trx: WriteDb) => Promise<void>,
): Promise<string> {
  const token = newFactorToken();
  await db.write(async (trx) => {
    await check?.(trx);
    await insertChallenge(trx, {
      id: hashFactorToken(token),
      kind,
      user_id: userId,
      session_id: sessionId,
      client: browserMark(secret, client),
      password_mark: null,
      challenge,
      tries: 0,
      expires_at: clock() + challengeMinutes * 60_000,
    });
  });
  return token;
}

/** The challenge of a token, where this session began it. */
export async function findSessionChallenge(
  { clock, db, secret }: AccountsContext,
  { userId, sessionId, client }: Caller,
  { kind, token }: { kind: 'add-passkey' | 'prove'; token: string },
) {
  const row = await findChallenge(db.read, hashFactorToken(token), clock());
  const isOwn = row?.kind === kind && row.user_id === userId && row.session_id === sessionId;
  return isOwn && row.client === browserMark(secret, client) ? row : undefined;
}

/** @throws AppError 409 for an account without a passkey; 429 */
export async function beginProof(
  context: AccountsContext,
  caller: Caller,
  client: Client,
): Promise<{ token: string; options: Record<string, unknown> }> {
  const { db, limiter, siteUrl } = context;
  await limiter.spend(quotas.passkeyLogins, { account: caller.userId, client });
  const passkeys = await findPasskeysOf(db.read, caller.userId);
  if (passkeys.length === 0) throw new AppError(409, messages.factors.noPasskey);
  const options = await loginOptions(siteUrl, passkeys);
  return {
    token: await addSessionChallenge(context, caller, { kind: 'prove', challenge: options.challenge }),
    options: { ...options },
  };
}

/**
 * @returns when it was proved
 * @throws AppError 400 for a wrong answer; 401 where the session has ended; 409 for an account without a factor; 429
 */
export async function proveFactor(
  context: AccountsContext,
  caller: Caller,
  { token, ...answer }: { token?: string | undefined } & FactorAnswer,
  client: Client,
): Promise<number> {
  const { audit, clock, db, limiter, mails } = context;
  const { userId, sessionId } = caller;
  // By session, so that a stolen one cannot use up the owner's.
  await limiter.spend(quotas.factorChecks, { account: sessionId, client });
  if (!(await accountHasFactor(db.read, userId))) throw new AppError(409, messages.factors.none);
  const owner = await findAccount(db.read, userId);
  if (!owner) throw new AppError(401, messages.errors.login);
  const challenge =
    token === undefined ? undefined : await findSessionChallenge(context, caller, { kind: 'prove', token });
  const guess = await paceFactor(context, owner, { code: answer.code, client });
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
    if (checked.method === 'recovery_code') {
      await note('factor.recovery-code-used', userId);
      const { left } = await countRecoveryCodes(trx, userId);
      await enqueueMail(trx, mails.recoveryCodeUsed(owner, left), now);
    }
    return now;
  });
  if (outcome === 'ended') {
    // Neither right nor wrong: the refusal says nothing about the answer.
    await guess.takeBack();
    throw new AppError(401, messages.errors.login);
  }
  if (outcome === 'wrong') throw wrongAnswer(answer);
  await guess.right();
  if (checked?.method === 'recovery_code') context.wakeMail();
  return outcome;
}
