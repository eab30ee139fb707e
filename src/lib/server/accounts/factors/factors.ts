// The second factors of an account, and the challenges to prove one. Threat: a stolen database. Recovery codes (74
// random bits) and tokens (256) cannot be guessed, so a plain hash protects them, and both outlive a change of
// AUTH_SECRET.
import { challengeMinutes, factorLimits, type FactorsJson } from '../../../shared/schemas/factors.ts';
import { isoOrNull, toIso } from '../../../shared/text/dates.ts';
import { countDeleted, hasRow } from '../../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { Client } from '../../platform/security/client.ts';
import type { Context } from '../../context.ts';
import { newCode } from '../codes.ts';
import { findLiveSession } from '../session-queries.ts';
import type { Caller } from '../sessions.ts';
import { hashToken, markOfClient, newToken } from '../tokens.ts';
import type { loginOptions, PasskeyRow, registrationOptions } from './passkeys.ts';

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
export async function listFactors(
  { clock, db }: Context,
  { role, userId, sessionId }: Caller,
): Promise<FactorsJson> {
  const session = await findLiveSession(db.read, sessionId, clock());
  return {
    role,
    ...(await findFactors(db.read, userId)),
    proved_at: isoOrNull(session?.factorAt ?? null),
  };
}

/** Whether a login to the account has to prove a second factor. Unconfirmed authenticator apps count for nothing. */
export async function accountHasFactor(db: ReadDb, userId: string): Promise<boolean> {
  const passkeys = db.selectFrom('passkeys').select('user_id').where('user_id', '=', userId);
  const apps = db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null);
  return await hasRow(passkeys.unionAll(apps).limit(1));
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
export function hashRecoveryCode(userId: string, code: string): string {
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
export async function findChallenge(
  { clock, secret }: Context,
  db: ReadDb,
  token: string,
  client: Client,
): Promise<Row<'factor_challenges'> | undefined> {
  return await db
    .selectFrom('factor_challenges')
    .selectAll()
    .where('id', '=', hashToken(token))
    .where('client', '=', browserMark(secret, client))
    .where('expires_at', '>', clock())
    .executeTakeFirst();
}

/** What a browser needs to ask for a passkey. */
export interface PasskeyQuestion {
  token: string;
  options: Record<string, unknown>;
}

/** Begins a challenge of a passkey. */
export async function askPasskey(
  context: Context,
  trx: WriteDb,
  options: Awaited<ReturnType<typeof loginOptions | typeof registrationOptions>>,
  asked: Asked,
  client: Client,
): Promise<PasskeyQuestion> {
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
