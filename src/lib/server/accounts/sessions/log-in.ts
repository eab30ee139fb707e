import type { TokenPair } from '../../../shared/schemas/accounts.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppealableError, AppError } from '../../platform/errors.ts';
import { emailKey, findAccountsOfAddress, lockAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { refuseWhenBusy } from '../passwords/hash-in-turn.ts';
import { awaitFactor, secondFactorNeeded } from '../factors/begin-login.ts';
import { knownMarkOf, marksOf, rememberDevices } from './known-device-queries.ts';
import { findByPassword } from '../passwords/passwords.ts';
import { prolongPending } from '../sign-up/pending-queries.ts';
import { saltOfAddress } from '../secrets.ts';
import { slowDown } from '../slow-down.ts';
import { pairFor, startSession } from './start-session.ts';

/**
 * @param device the token of the device's cookie
 * @throws AppError 401 with one message after the same work, for every cause; 403 for a banned account; CodedError 403
 * `second_factor` for an account with one, which `completeLogin` continues; 429 with at most 30 seconds
 */
export async function logIn(
  context: AccountsContext,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
  client: Client,
): Promise<TokenPair> {
  const { audit, db, clock, limiter, secret } = context;
  refuseWhenBusy(limiter.turnOf(client));
  const account = emailKey(email);
  const marks = marksOf(context, account, { device, client });
  const known = await knownMarkOf(context, account, marks);
  const guess = await slowDown(context, { kind: 'login', account, known }, client);
  const candidates = await findAccountsOfAddress(db.read, email);
  const decoySalt = saltOfAddress(account, secret);
  const hashing = { decoySalt, cost: context.hashCost, turn: limiter.turnOf(client) };
  const user = await guess.during(() => findByPassword(candidates, password, hashing));
  if (!user) {
    await audit.note(client, 'login.refused', candidates[0]?.id ?? null);
    throw new AppError(401, messages.login.refused);
  }
  const session = await audit.write(client, async (trx, note) => {
    // The password may have changed while it was compared: no session may begin with the old one.
    const current = await lockAccount(trx, db.engine, user.id);
    if (current?.password_hash !== user.password_hash) {
      await note('login.refused', current?.id ?? null);
      return null;
    }
    if (current.banned_at !== null) {
      await note('login.refused', user.id);
      return 'closed';
    }
    const now = clock();
    const pending = await awaitFactor(trx, context, current, { client, now });
    if (pending) return { pending };
    await note('login.succeeded', user.id);
    await rememberDevices(trx, user.id, marks, now);
    await prolongPending(trx, user.id, now);
    return await startSession(trx, user.id, now, client);
  });
  if (!session) throw new AppError(401, messages.login.refused);
  // A pending account forgives no earlier guesses, or an attacker would sign one up for that.
  if (user.is_verified === 1) await guess.right();
  else await guess.takeBack();
  // Told only to a client that knows the password.
  if (session === 'closed') throw new AppealableError(403, messages.login.closed);
  if ('pending' in session) throw secondFactorNeeded(session.pending);
  return await pairFor(context, user, session);
}
