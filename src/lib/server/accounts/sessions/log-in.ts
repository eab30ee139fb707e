import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenPair } from '../../../shared/schemas/accounts.ts';
import { messages } from '../../../shared/text/messages.ts';
import { householdOf } from '../../platform/security/client.ts';
import { AppealableError, AppError } from '../../platform/errors.ts';
import { emailKey, findAccountsOfAddress, lockAccount } from '../account-queries.ts';
import { answerInSteps } from '../answer-in-steps.ts';
import type { AccountsContext, Client } from '../context.ts';
import { isHashingCrowded, refuseWhenBusy } from '../passwords/hash-in-turn.ts';
import { findKnown, markOf, rememberDevices } from './known-device-queries.ts';
import { findByPassword } from '../passwords/passwords.ts';
import { prolongPending } from '../sign-up/pending-queries.ts';
import { openDeviceToken, saltOfAddress } from '../secrets.ts';
import { slowDown } from '../slow-down.ts';
import { pairFor, startSession } from './start-session.ts';

/** Above what the look-up and the hashing take on a machine that is not overloaded. */
const stepMs = 100;

/** Within so many milliseconds refusals share a commit: those of one person, and those of a flood. */
const refusalMs = { calm: 50, crowded: 500 };

/**
 * @param device the secret of the device's cookie, where it has one
 * @throws AppError 401 with one message, whatever was wrong, after the same work; 403 for an account that the operator
 * has closed; 429 with at most 30 seconds
 */
export async function logIn(
  context: AccountsContext,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
  client: Client,
): Promise<TokenPair> {
  const { audit, db, clock, limiter, secret } = context;
  // Before the answer is held back to its step: this says nothing of anybody's account.
  refuseWhenBusy(limiter.turnOf(client));
  const account = emailKey(email);
  const line = markOf(secret, account, 'line', householdOf(client));
  const own = openDeviceToken(device) === null ? null : markOf(secret, account, 'device', device ?? '');
  const marks = own === null ? [line] : [own, line];
  const known = await findKnown(db.read, account, marks, clock());
  // A device is one person's, a line may be that of many.
  const knownMark = marks.find((mark) => known.includes(mark)) ?? null;
  const guess = await slowDown(context, { kind: 'login', account, known: knownMark }, client);
  // Answers that leave together bring the next questions together, and those who read wait for all of them. It says
  // nothing of anybody's account: nobody has compared anything yet.
  if (isHashingCrowded()) await sleep(randomInt(stepMs));
  const user = await answerInSteps(stepMs, async () => {
    // The verified account goes first, then the newest of those that wait for the address.
    const candidates = await findAccountsOfAddress(db.read, email);
    const decoySalt = saltOfAddress(account, secret);
    const turn = limiter.turnOf(client);
    const found = await findByPassword(candidates, password, {
      decoySalt,
      cost: context.hashCost,
      turn,
    }).catch(async (error: unknown) => {
      await guess.takeBack();
      throw error;
    });
    if (found) return found;
    const withinMs = isHashingCrowded() ? refusalMs.crowded : refusalMs.calm;
    await audit.recordBatched(client, 'login.refused', candidates[0]?.id ?? null, withinMs);
    throw new AppError(401, messages.login.refused);
  });
  const session = await audit.write(client, async (trx, note) => {
    // Changed while this one was compared: a change ends every session, and no new one may begin with the old password.
    const current = await lockAccount(trx, db.engine, user.id);
    if (current?.password_hash !== user.password_hash) {
      await note('login.refused', current?.id ?? null);
      return null;
    }
    if (current.banned_at !== null) {
      await note('login.refused', user.id);
      return 'closed';
    }
    await note('login.succeeded', user.id);
    const now = clock();
    await rememberDevices(trx, user.id, marks, now);
    await prolongPending(trx, user.id, now);
    return await startSession(trx, user.id, now, client);
  });
  if (!session) throw new AppError(401, messages.login.refused);
  // A pending account forgives no earlier guess: whoever guesses at the verified one of the address would sign up one
  // for that.
  if (user.is_verified === 1) await guess.right();
  else await guess.takeBack();
  // Only whoever knows the password is told.
  if (session === 'closed') throw new AppealableError(403, messages.login.closed);
  return await pairFor(context, user, session);
}
