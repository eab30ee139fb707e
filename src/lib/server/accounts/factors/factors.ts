// The second factors of an account, and the challenges to prove one. Threat: a stolen database. Recovery codes (74
// random bits) and tokens (256) cannot be guessed, so a plain hash protects them, and both outlive a change of
// AUTH_SECRET.
import { factorLimits } from '../../../shared/schemas/limits.ts';
import { challengeMinutes, type FactorsJson } from '../../../shared/schemas/factors.ts';
import { isoOrNull, toIso } from '../../../shared/text/dates.ts';
import { messages } from '../../../shared/text/messages.ts';
import { countDeleted, countUpdated } from '../../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { Row, UserTable } from '../../platform/db/schema.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { tooMany } from '../../platform/quotas/rate-limit.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import type { Client } from '../../platform/security/client.ts';
import type { Context } from '../../context.ts';
import { newCode } from '../codes.ts';
import { knownMarkOf, paced, type Place, rateRules } from '../guesses.ts';
import { recoveryCodeUsed } from '../mails.ts';
import { type Caller, findLiveSession, lockOfSession, storeFactorAt } from '../sessions.ts';
import { hashToken, markOfClient, newToken } from '../tokens.ts';
import { emailKey, findAccount } from '../users.ts';
import {
  loginOptions,
  parsePasskey,
  type PasskeyRow,
  registrationOptions,
  verifyPasskey,
} from './passkeys.ts';
import { openTotpSecret, stepOfCode } from './totp.ts';

/** The second factors of an account, without any secret. */
export async function findFactors(
  db: ReadDb,
  userId: string,
): Promise<Omit<FactorsJson, 'role' | 'proved_at'>> {
  const totp = await findTotpOf(db, userId);
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['used_at', 'created_at'])
    .where('user_id', '=', userId)
    .execute();
  return {
    passkeys: (await findPasskeysOf(db, userId)).map((row) => ({
      id: row.id,
      name: row.name,
      created_at: toIso(row.created_at),
      last_used_at: isoOrNull(row.last_used_at),
    })),
    // Without one that is not confirmed, which counts for nothing.
    authenticator: totp?.confirmed_at
      ? { created_at: toIso(totp.confirmed_at), last_used_at: isoOrNull(totp.last_used_at) }
      : null,
    recovery_codes: {
      left: codes.filter((row) => row.used_at === null).length,
      created_at: isoOrNull(codes[0]?.created_at ?? null),
    },
  };
}

/** With the proof of the session, which this request may have renewed. */
export async function listFactors({ clock, db }: Context, { role, userId, sessionId }: Caller) {
  const session = await findLiveSession(db.read, sessionId, clock());
  return {
    role,
    ...(await findFactors(db.read, userId)),
    proved_at: isoOrNull(session?.factorAt ?? null),
  };
}

/** Whether a login to the account has to prove a second factor. Unconfirmed authenticator apps count for nothing. */
export async function accountHasFactor(db: ReadDb, userId: string): Promise<boolean> {
  const { authenticator, passkeys } = await findFactors(db, userId);
  return authenticator !== null || passkeys.length > 0;
}

/** Removes all second factors of an account, with its unfinished logins. @returns how many factors it had */
export async function removeFactorsOf(trx: WriteDb, userId: string): Promise<number> {
  await trx.deleteFrom('factor_challenges').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const apps = await countDeleted(trx.deleteFrom('totp_secrets').where('user_id', '=', userId));
  return apps + (await countDeleted(trx.deleteFrom('passkeys').where('user_id', '=', userId)));
}

/** Oldest first (ids are ordered by time). */
export async function findPasskeysOf(db: ReadDb, userId: string): Promise<PasskeyRow[]> {
  return await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Also one that is not confirmed yet. */
export async function findTotpOf(db: ReadDb, userId: string) {
  return await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Ignores case, spaces and hyphens, which typing may change. */
function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return hashToken(`recovery:${userId}:${plain}`);
}

/** Makes new recovery codes in place of all that the account had: four groups of four characters. */
export async function renewRecoveryCodes(trx: WriteDb, userId: string, now: number): Promise<string[]> {
  const codes = Array.from({ length: factorLimits.recoveryCodes }, () =>
    newCode(16)
      .toLowerCase()
      .replace(/.{4}(?!$)/g, '$&-'),
  );
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rowOf = (code: string) => ({
    user_id: userId,
    code_hash: hashRecoveryCode(userId, code),
    created_at: now,
  });
  await trx.insertInto('recovery_codes').values(codes.map(rowOf)).execute();
  return codes;
}

/** A keyed mark of the browser, so that a token works only where it was given. */
const browserMark = (secret: Uint8Array, { userAgent = '' }: Client): string =>
  markOfClient(userAgent, 'factor-browser', secret);

type Asked = Pick<Row<'factor_challenges'>, 'kind'> &
  Partial<Pick<Row<'factor_challenges'>, 'user_id' | 'session_id' | 'password_mark' | 'challenge'>>;

/**
 * Begins a login that waits for a factor, or a challenge of a passkey. Its token stays in the client, works in this
 * browser, and is used once.
 */
export async function insertChallenge(
  { clock, secret }: Context,
  trx: WriteDb,
  asked: Asked,
  client: Client,
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken('nbf_');
  const expiresAt = clock() + challengeMinutes * 60_000;
  const [id, mark] = [hashToken(token), browserMark(secret, client)];
  const row = { ...asked, id, client: mark, tries: 0, expires_at: expiresAt };
  await trx.insertInto('factor_challenges').values(row).execute();
  return { token, expiresAt };
}

/** @returns undefined for one that is unknown, used up, expired, or of another browser */
export async function findChallenge({ clock, secret }: Context, db: ReadDb, token: string, client: Client) {
  return await db
    .selectFrom('factor_challenges')
    .selectAll()
    .where('id', '=', hashToken(token))
    .where('client', '=', browserMark(secret, client))
    .where('expires_at', '>', clock())
    .executeTakeFirst();
}

/** Begins a challenge of a passkey. @returns what a browser needs to ask for it */
export async function askPasskey(
  context: Context,
  trx: WriteDb,
  options: Awaited<ReturnType<typeof loginOptions | typeof registrationOptions>>,
  asked: Asked,
  client: Client,
) {
  const { challenge } = options;
  const { token } = await insertChallenge(context, trx, { ...asked, challenge }, client);
  return { token, options: { ...options } };
}

/** Ends a pending login, or a challenge. @returns whether it was there; true for one of several callers at once */
export async function removeChallenge(trx: WriteDb, id: string): Promise<boolean> {
  return (await countDeleted(trx.deleteFrom('factor_challenges').where('id', '=', id))) > 0;
}

/** Uses up the challenge of a token, where this session began it. @returns null where there is none */
export async function takeChallenge(
  context: Context,
  trx: WriteDb,
  { sessionId, client }: Caller,
  kind: 'add-passkey' | 'prove',
  token: string,
): Promise<string | null> {
  const row = await findChallenge(context, trx, token, client);
  if (row?.kind !== kind || row.session_id !== sessionId) return null;
  return (await removeChallenge(trx, row.id)) ? row.challenge : null;
}

// Compares the answer to a request for a second factor, and proves one again in a session: for the desk, and before
// what cannot be taken back. Threats: guessing a code of six digits, replaying an answer, using one code in two logins
// at once, and locking the owner out by wrong answers. So each answer is used up in the transaction that it authorizes;
// tries are paced as those of passwords; and an account has few tries of codes a day from places that it does not know.
// Passkeys and recovery codes are not counted there, because they cannot be guessed.

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
export async function noteRecoveryCode(context: Context, trx: WriteDb, note: NoteEvent, user: UserTable) {
  await note('factor.recovery-code-used', user.id);
  const { left } = (await findFactors(trx, user.id)).recovery_codes;
  await enqueueMail(trx, recoveryCodeUsed(context, user, left), context.clock());
}

/** @throws AppError 409 for an account without a passkey; 429 */
export async function beginProof(context: Context, { client, sessionId, userId }: Caller) {
  const { db, limiter, siteUrl } = context;
  await limiter.spend(quotas.passkeyLogins, { account: userId, client });
  const passkeys = await findPasskeysOf(db.read, userId);
  if (passkeys.length === 0) throw new AppError(409, 'Your account has no passkey.');
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
