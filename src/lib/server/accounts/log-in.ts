import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenPair } from '../../shared/accounts.ts';
import { messages } from '../../shared/messages.ts';
import { AppError } from '../platform/errors.ts';
import { emailKey, findAccountsOfAddress, lockAccount } from './account-queries.ts';
import { answerInSteps } from './answer-in-steps.ts';
import type { AccountsContext, Client } from './context.ts';
import { isHashingCrowded, refuseWhenBusy } from './hash-thread.ts';
import { rateRules } from './limits.ts';
import { findByPassword } from './passwords.ts';
import { prolongPending } from './pending-queries.ts';
import { saltOfAddress } from './secrets.ts';
import { pairFor, startSession } from './start-session.ts';

/** Above what the look-up and the hashing take on a machine that is not overloaded. */
const stepMs = 100;

/** Within so many milliseconds refusals share a commit: those of one person, and those of a flood. */
const refusalMs = { calm: 50, crowded: 500 };

/** @throws AppError 401 with one message, whatever was wrong, after the same work */
export async function logIn(
  context: AccountsContext,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<TokenPair> {
  const { audit, db, clock, limiter, secret } = context;
  // Before the answer is held back to its step: this says nothing of anybody's account.
  refuseWhenBusy();
  const account = emailKey(email);
  await limiter.hit(rateRules.loginClient, client.address);
  await limiter.hit(rateRules.loginAccount, account);
  // Answers that leave together bring the next questions together, and those who read wait for all of them. It says nothing of
  // anybody's account: nobody has looked at one yet.
  if (isHashingCrowded()) await sleep(randomInt(stepMs));
  const user = await answerInSteps(stepMs, async () => {
    // The verified account goes first, then the newest of those that wait for the address.
    const candidates = await findAccountsOfAddress(db.read, email);
    const found = await findByPassword(candidates, password, saltOfAddress(account, secret));
    if (found) return found;
    const withinMs = isHashingCrowded() ? refusalMs.crowded : refusalMs.calm;
    await audit.noteTogether(client, 'login.refused', candidates[0]?.id ?? null, withinMs);
    throw new AppError(401, messages.login.refused);
  });
  const session = await audit.write(client, async (trx, note) => {
    // Changed while this one was compared: a change ends every session, and no new one may begin with the old password.
    const current = await lockAccount(trx, db.engine, user.id);
    if (current?.password_hash !== user.password_hash) {
      await note('login.refused', current?.id ?? null);
      return null;
    }
    await note('login.succeeded', user.id);
    const now = clock();
    await prolongPending(trx, user.id, now);
    return await startSession(trx, user.id, now);
  });
  if (!session) throw new AppError(401, messages.login.refused);
  // Not for a pending account: whoever guesses at the verified one of the address would sign up one to be forgiven with.
  if (user.is_verified === 1) await limiter.forgive(rateRules.loginAccount, account);
  return await pairFor(context, user, session);
}
