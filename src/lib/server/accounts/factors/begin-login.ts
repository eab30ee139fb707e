// The part of a login between the password and the second factor. The token stays in the client; its row is bound to
// the browser and to the password that was right, and is used once.
import { toIso } from '../../../shared/text/dates/dates.ts';
import {
  challengeMinutes,
  type FactorMethod,
  type SecondFactorJson,
} from '../../../shared/schemas/factors/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError, CodedError } from '../../platform/errors.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import type { AccountsContext, Client } from '../context.ts';
import { passwordMark } from '../passwords/password-mark.ts';
import { findChallenge, insertChallenge, storeChallenge } from './challenge-writes.ts';
import { browserMark, hashFactorToken, newFactorToken } from './factor-secrets.ts';
import { findPasskeysOf } from './passkey-writes.ts';
import { loginOptions } from './passkeys.ts';
import { countRecoveryCodes } from './recovery-code-writes.ts';
import { findTotpOf } from './totp-writes.ts';

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
