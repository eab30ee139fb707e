import type { AccountsContext, Client } from './context.ts';
import {
  browserMark,
  countRecoveryCodes,
  countWrongAnswer,
  findChallenge,
  findPasskeysOf,
  findTotpOf,
  hashFactorToken,
  insertChallenge,
  newFactorToken,
  removeChallenge,
  storeChallenge,
} from './factors/factors.ts';
import { loginOptions } from './factors/passkeys.ts';
import { checkFactor, paceFactor, wrongAnswer, type FactorAnswer } from './factors/prove-factor.ts';
import { knownMarkOf, marksOf, rememberDevices, slowDown } from './guesses.ts';
import { findByPassword, passwordMark, refuseWhenBusy } from './passwords.ts';
import { pairFor, startSession } from './sessions.ts';
import { prolongPending } from './sign-up.ts';
import { saltOfAddress } from './tokens.ts';
import { emailKey, findAccount, findAccountsOfAddress, lockAccount } from './users.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError, AppealableError, CodedError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import {
  challengeMinutes,
  type FactorMethod,
  type SecondFactorJson,
} from '../../shared/schemas/factors/factors.ts';
import { toIso } from '../../shared/text/dates/dates.ts';
import { messages } from '../../shared/text/messages.ts';

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

// The part of a login between the password and the second factor. The token stays in the client; its row is bound to
// the browser and to the password that was right, and is used once.

export type PendingLogin = SecondFactorJson;

/** Begins a login that waits for a factor. @returns null for an account without one */
export async function awaitFactor(
  trx: WriteDb,
  { secret }: Pick<AccountsContext, 'secret'>,
  user: UserTable,
  { client, now }: { client: Client; now: number },
): Promise<PendingLogin | null> {
  const passkeys = await findPasskeysOf(trx, user.id);
  const hasCode = ((await findTotpOf(trx, user.id))?.confirmed_at ?? null) !== null;
  if (passkeys.length === 0 && !hasCode) return null;
  const { left } = await countRecoveryCodes(trx, user.id);
  const methods: FactorMethod[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(hasCode ? (['code'] as const) : []),
    ...(left > 0 ? (['recovery_code'] as const) : []),
  ];
  const token = newFactorToken();
  const expiresAt = now + challengeMinutes * 60_000;
  await insertChallenge(trx, {
    id: hashFactorToken(token),
    kind: 'log-in',
    user_id: user.id,
    session_id: null,
    client: browserMark(secret, client),
    password_mark: passwordMark(user.password_hash),
    challenge: null,
    tries: 0,
    expires_at: expiresAt,
  });
  return { token, expires_at: toIso(expiresAt), methods };
}

/** The answer to a right password where a factor is missing. */
export const secondFactorNeeded = (pending: PendingLogin): CodedError =>
  new CodedError(403, 'second_factor', messages.factors.needed, { second_factor: pending });

/**
 * Options for a passkey, with a new challenge.
 * @param token of the login that waits for it; undefined for a login by passkey alone
 * @throws AppError 401 for a token that is unknown, used up or expired; 429
 */
export async function beginPasskeyLogin(
  context: AccountsContext,
  token: string | undefined,
  client: Client,
): Promise<{ token: string; options: Record<string, unknown> }> {
  const { clock, db, limiter, secret, siteUrl } = context;
  await limiter.spend(quotas.passkeyLogins, { account: null, client });
  const now = clock();
  if (token === undefined) {
    const options = await loginOptions(siteUrl, null);
    const fresh = newFactorToken();
    await db.write((trx) =>
      insertChallenge(trx, {
        id: hashFactorToken(fresh),
        kind: 'passkey-log-in',
        user_id: null,
        session_id: null,
        client: browserMark(secret, client),
        password_mark: null,
        challenge: options.challenge,
        tries: 0,
        expires_at: now + challengeMinutes * 60_000,
      }),
    );
    return { token: fresh, options: { ...options } };
  }
  const id = hashFactorToken(token);
  const pending = await findChallenge(db.read, id, now);
  if (!pending || pending.user_id === null || pending.kind !== 'log-in') throw loginOver();
  if (pending.client !== browserMark(secret, client)) throw loginOver();
  const options = await loginOptions(siteUrl, await findPasskeysOf(db.read, pending.user_id));
  await db.write((trx) => storeChallenge(trx, id, options.challenge));
  return { token, options: { ...options } };
}

export const loginOver = (): AppError => new AppError(401, messages.factors.loginOver);

/** Wrong answers of one login, after which the password has to be entered again. */
const triesOfLogin = 5;

/**
 * Completes a login with a second factor, or with a passkey alone, and begins the session.
 * @param device the token of the device's cookie
 * @throws AppError 400 for a wrong answer; 401 for a login that is over; 403 for a banned account; 429
 */
export async function completeLogin(
  context: AccountsContext,
  { token, device, ...answer }: { token: string; device?: string | undefined } & FactorAnswer,
  client: Client,
): Promise<TokenPair> {
  const { audit, clock, db, limiter, mails, secret } = context;
  await limiter.spend(quotas.factorChecks, { account: null, client });
  const id = hashFactorToken(token);
  const pending = await findChallenge(db.read, id, clock());
  const isLogin = pending?.kind === 'log-in' || pending?.kind === 'passkey-log-in';
  if (!isLogin || pending.client !== browserMark(secret, client)) throw loginOver();
  const owner = pending.user_id === null ? undefined : await findAccount(db.read, pending.user_id);
  if (pending.user_id !== null && !owner) throw loginOver();
  const { code } = answer;
  const guess = owner && (await paceFactor(context, owner, { code, device, client }));
  const checked = await (guess
    ? guess.during(() => checkFactor(context, pending.user_id, answer, pending))
    : checkFactor(context, null, answer, pending));

  const outcome = await audit.write(client, async (trx, note) => {
    const user = checked ? await lockAccount(trx, db.engine, checked.userId) : undefined;
    const now = clock();
    if (!checked || !user || !(await checked.use(trx, now))) {
      await countWrongAnswer(trx, id, pending.kind === 'log-in' ? triesOfLogin : 1);
      await note('factor.refused', pending.user_id);
      return 'wrong';
    }
    const isOfPassword = pending.kind === 'log-in';
    // The password has changed since it was right, or another request has completed this login.
    const isOver = isOfPassword && passwordMark(user.password_hash) !== pending.password_mark;
    if (!(await removeChallenge(trx, id)) || isOver) return 'over';
    if (user.banned_at !== null) {
      await note('login.refused', user.id);
      return 'closed';
    }
    await note('login.succeeded', user.id);
    if (checked.method === 'recovery_code') {
      await note('factor.recovery-code-used', user.id);
      const { left } = await countRecoveryCodes(trx, user.id);
      await enqueueMail(trx, mails.recoveryCodeUsed(user, left), now);
    }
    const marks = marksOf(context, emailKey(user.email), { device, client });
    await rememberDevices(trx, user.id, marks, now);
    return { user, session: await startSession(trx, user.id, now, client, now) };
  });
  if (outcome === 'wrong') throw wrongAnswer(answer);
  if (outcome !== 'over') await guess?.right();
  if (outcome === 'over') throw loginOver();
  if (outcome === 'closed') throw new AppealableError(403, messages.login.closed);
  if (checked?.method === 'recovery_code') context.wakeMail();
  return await pairFor(context, outcome.user, outcome.session);
}
