// Logins by password, and the second factor that an account may need. Between the two, a challenge waits that is bound
// to the browser and to the password that was right, and is used once.
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import type { FactorMethod, SecondFactorJson } from '../../shared/schemas/factors.ts';
import { toIso } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppealableError, AppError, CodedError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import type { Client } from '../platform/security/client.ts';
import type { Context } from '../context.ts';
import {
  askPasskey,
  findChallenge,
  findFactors,
  findPasskeysOf,
  insertChallenge,
  noteRecoveryCode,
  pacedFactor,
  removeChallenge,
  useFactor,
  wrongAnswer,
  type FactorAnswer,
} from './factors/factors.ts';
import { loginOptions } from './factors/passkeys.ts';
import { knownMarkOf, paced, rememberPlace } from './guesses.ts';
import { findByPassword, passwordMark, refuseWhenBusy } from './passwords.ts';
import { pairFor, startSession } from './sessions.ts';
import { emailKey, findAccount, findAccountsOfAddress, lockAccount, prolongPending } from './users.ts';

/** Wrong answers of one login, after which the password has to be entered again. */
const triesOfLogin = 5;

/**
 * @param device the token of the device's cookie
 * @throws AppError 401 with one message after the same work, for every cause; 403 for a banned account; CodedError 403
 * `second_factor` for an account with one, which `completeLogin` continues; 429 with at most 30 seconds
 */
export async function logIn(
  context: Context,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
  client: Client,
): Promise<TokenPair> {
  const { audit, db, clock } = context;
  refuseWhenBusy();
  const account = emailKey(email);
  const place = { device, client };
  const known = await knownMarkOf(context, account, place);
  const candidates = await findAccountsOfAddress(db.read, email);
  const user = await paced(context, { kind: 'login', account, known }, client, () =>
    findByPassword(candidates, password),
  );
  if (!user) {
    await audit.note(client, 'login.refused', candidates[0]?.id ?? null);
    throw new AppError(401, messages.login.refused);
  }
  const session = await audit.write(client, async (trx, note) => {
    // The password may have changed while it was compared: no session may begin with the old one.
    const current = await lockAccount(trx, user.id);
    if (current?.password_hash !== user.password_hash) {
      await note('login.refused', current?.id ?? null);
      return null;
    }
    if (current.banned_at !== null) {
      await note('login.refused', user.id);
      return 'closed';
    }
    const now = clock();
    const pending = await awaitFactor(context, trx, current, client);
    if (pending) return { pending };
    await note('login.succeeded', user.id);
    await rememberPlace(context, trx, { userId: user.id, account, place });
    await prolongPending(trx, user.id, now);
    return await startSession(trx, user.id, now, client);
  });
  if (!session) throw new AppError(401, messages.login.refused);
  // Told only to a client that knows the password.
  if (session === 'closed') throw new AppealableError(403, messages.login.closed);
  if ('pending' in session) {
    const { pending } = session;
    throw new CodedError(403, 'second_factor', messages.factors.needed, { second_factor: pending });
  }
  return await pairFor(context, user, session);
}

/** Begins a login that waits for a factor. @returns null for an account without one */
async function awaitFactor(
  context: Context,
  trx: WriteDb,
  { id, password_hash: hash }: UserTable,
  client: Client,
): Promise<SecondFactorJson | null> {
  const { authenticator, passkeys, recovery_codes: codes } = await findFactors(trx, id);
  if (passkeys.length === 0 && !authenticator) return null;
  const methods: FactorMethod[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(authenticator ? (['code'] as const) : []),
    ...(codes.left > 0 ? (['recovery_code'] as const) : []),
  ];
  const asked = { kind: 'log-in', user_id: id, password_mark: passwordMark(hash) } as const;
  const { token, expiresAt } = await insertChallenge(context, trx, asked, client);
  return { token, expires_at: toIso(expiresAt), methods };
}

const loginOver = (): AppError => new AppError(401, 'This login has expired. Log in again.');

/**
 * Options for a passkey, with a new challenge.
 * @param token of the login that waits for it; undefined for a login by passkey alone
 * @throws AppError 401 for a token that is unknown, used up or expired; 429
 */
export async function beginPasskeyLogin(context: Context, token: string | undefined, client: Client) {
  const { db, limiter, siteUrl } = context;
  await limiter.spend(quotas.passkeyLogins, { account: null, client });
  if (token === undefined) {
    const options = await loginOptions(siteUrl, null);
    return await db.write((trx) => askPasskey(context, trx, options, { kind: 'passkey-log-in' }, client));
  }
  const pending = await findChallenge(context, db.read, token, client);
  if (!pending || pending.user_id === null || pending.kind !== 'log-in') throw loginOver();
  const options = await loginOptions(siteUrl, await findPasskeysOf(db.read, pending.user_id));
  const { challenge } = options;
  await db.write((trx) =>
    trx.updateTable('factor_challenges').set({ challenge }).where('id', '=', pending.id).execute(),
  );
  return { token, options: { ...options } };
}

/**
 * Completes a login with a second factor, or with a passkey alone, and begins the session.
 * @param device the token of the device's cookie
 * @throws AppError 400 for a wrong answer; 401 for a login that is over; 403 for a banned account; 429
 */
export async function completeLogin(
  context: Context,
  { token, device, ...answer }: { token: string; device?: string | undefined } & FactorAnswer,
  client: Client,
): Promise<TokenPair> {
  const { audit, clock, db, limiter } = context;
  await limiter.spend(quotas.factorChecks, { account: null, client });
  const begun = await findChallenge(context, db.read, token, client);
  if (begun?.kind !== 'log-in' && begun?.kind !== 'passkey-log-in') throw loginOver();
  const owner = begun.user_id === null ? undefined : await findAccount(db.read, begun.user_id);
  if (begun.user_id !== null && !owner) throw loginOver();
  const place = { device, client };
  const complete = () =>
    audit.write(client, async (trx, note) => {
      const now = clock();
      const locked = owner && (await lockAccount(trx, owner.id));
      // The password has changed since it was right, or another request has completed this login.
      const pending = await findChallenge(context, trx, token, client);
      const isOver = locked && passwordMark(locked.password_hash) !== begun.password_mark;
      if (!pending || isOver) return 'over';
      const { id, challenge, tries, user_id: ownerId } = pending;
      const userId = await useFactor(context, trx, answer, { userId: ownerId, challenge });
      const user = locked ?? (await lockAccount(trx, userId ?? ''));
      if (userId === null || !user) {
        await note('factor.refused', ownerId);
        // A challenge is used up by a wrong answer, too.
        const left = { tries: tries + 1, challenge: answer.passkey === undefined ? challenge : null };
        if (left.tries >= (locked ? triesOfLogin : 1)) await removeChallenge(trx, id);
        else await trx.updateTable('factor_challenges').set(left).where('id', '=', id).execute();
        return null;
      }
      if (!(await removeChallenge(trx, id))) return 'over';
      if (user.banned_at !== null) {
        await note('login.refused', user.id);
        return 'closed';
      }
      await note('login.succeeded', user.id);
      if (answer.recovery_code !== undefined) await noteRecoveryCode(context, trx, note, user);
      await rememberPlace(context, trx, { userId: user.id, account: emailKey(user.email), place });
      return { user, session: await startSession(trx, user.id, now, client, now) };
    });
  const outcome = await (owner ? pacedFactor(context, owner, answer.code, place, complete) : complete());
  if (outcome === null) throw wrongAnswer(answer);
  if (outcome === 'over') throw loginOver();
  if (outcome === 'closed') throw new AppealableError(403, messages.login.closed);
  return await pairFor(context, outcome.user, outcome.session);
}
