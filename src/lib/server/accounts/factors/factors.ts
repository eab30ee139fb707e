// The second factors of an account, and the challenges to prove one. Threat: a stolen database. Secrets of
// authenticator apps are sealed with a key derived from AUTH_SECRET. Recovery codes (74 random bits) and tokens (256)
// cannot be guessed, so a plain hash protects them, and both outlive a change of AUTH_SECRET.
import { createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { challengeMinutes, enrolMinutes, factorLimits } from '../../../shared/schemas/factors.ts';
import { countDeleted, countUpdated, hasRow, removeUntil } from '../../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { Row, Schema } from '../../platform/db/schema.ts';
import type { Client } from '../../platform/security/client.ts';
import { seal, unseal } from '../../platform/security/seal.ts';
import type { Context } from '../../context.ts';
import { findLiveSession } from '../session-queries.ts';
import type { Caller } from '../sessions.ts';
import { markOfClient } from '../tokens.ts';

/** Instants are milliseconds since 1970. */
export interface Factors {
  passkeys: { id: string; name: string; createdAt: number; lastUsedAt: number | null }[];
  authenticator: { createdAt: number; lastUsedAt: number | null } | null;
  recoveryCodes: { left: number; madeAt: number | null };
}

/** The second factors of an account, without any secret. */
export async function findFactors(db: ReadDb | WriteDb, userId: string): Promise<Factors> {
  const totp = await findTotpOf(db, userId);
  return {
    passkeys: (await findPasskeysOf(db, userId)).map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    authenticator:
      totp && totp.confirmed_at !== null
        ? { createdAt: totp.confirmed_at, lastUsedAt: totp.last_used_at }
        : null,
    recoveryCodes: await countRecoveryCodes(db, userId),
  };
}

/** @returns also when the session has proved a factor last, which this request may have done */
export async function listFactors(
  { clock, db }: Context,
  { userId, sessionId }: Caller,
): Promise<Factors & { provedAt: number | null }> {
  const session = await findLiveSession(db.read, sessionId, clock());
  return { ...(await findFactors(db.read, userId)), provedAt: session?.factorAt ?? null };
}

/** Whether a login to the account has to prove a second factor. Unconfirmed authenticator apps count for nothing. */
export async function accountHasFactor(db: ReadDb | WriteDb, userId: string): Promise<boolean> {
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

export type PasskeyRow = Selectable<Schema['passkeys']>;

/** Oldest first (ids are ordered by time). */
export async function findPasskeysOf(db: ReadDb | WriteDb, userId: string): Promise<PasskeyRow[]> {
  return await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Also one that is not confirmed yet. */
export async function findTotpOf(db: ReadDb | WriteDb, userId: string) {
  return await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

const totpKey = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'authenticator secret', 32));

/** @param userId is sealed with it, so that a row cannot be moved to another account */
export function sealTotpSecret(secret: Uint8Array, userId: string, totp: Uint8Array): string {
  return seal(totpKey(secret), `${userId}:${Buffer.from(totp).toString('base64url')}`);
}

/** @returns null where AUTH_SECRET has changed since, or the row is another account's */
export function openTotpSecret(secret: Uint8Array, userId: string, sealed: string): Uint8Array | null {
  try {
    const [owner, totp = ''] = unseal(totpKey(secret), sealed).split(':');
    return owner === userId ? new Uint8Array(Buffer.from(totp, 'base64url')) : null;
  } catch {
    // Expected after a change of AUTH_SECRET: the caller tells its owner.
    return null;
  }
}

/** Lower-case letters and digits without those that look like another. */
const recoveryAlphabet = 'acdefghjkmnpqrtuvwxy34679';
const [group, groups] = [4, 4];

function newRecoveryCode(): string {
  const pick = () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length));
  return Array.from({ length: groups }, () => Array.from({ length: group }, pick).join('')).join('-');
}

/** Ignores case, spaces and hyphens, which typing may change. */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`recovery:${userId}:${plain}`).digest('hex');
}

/** Makes new recovery codes in place of all that the account had. */
export async function renewRecoveryCodes(trx: WriteDb, userId: string, now: number): Promise<string[]> {
  const codes = Array.from({ length: factorLimits.recoveryCodes }, newRecoveryCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: hashRecoveryCode(userId, code),
    created_at: now,
    used_at: null,
  }));
  await trx.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/** How many codes are unused, and when they were made. */
export async function countRecoveryCodes(
  db: ReadDb | WriteDb,
  userId: string,
): Promise<{ left: number; madeAt: number | null }> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['used_at', 'created_at'])
    .where('user_id', '=', userId)
    .execute();
  return {
    left: rows.filter((row) => row.used_at === null).length,
    madeAt: rows[0]?.created_at ?? null,
  };
}

const hashFactorToken = (token: string): string => createHash('sha256').update(token).digest('hex');

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
  const token = `nbf_${randomBytes(32).toString('base64url')}`;
  const expiresAt = clock() + challengeMinutes * 60_000;
  await trx
    .insertInto('factor_challenges')
    .values({
      ...{ user_id: null, session_id: null, password_mark: null, challenge: null, ...asked },
      id: hashFactorToken(token),
      client: browserMark(secret, client),
      tries: 0,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}

/** @returns undefined for one that is unknown, used up, expired, or of another browser */
export async function findChallenge(
  { clock, db, secret }: Context,
  token: string,
  client: Client,
): Promise<Row<'factor_challenges'> | undefined> {
  return await db.read
    .selectFrom('factor_challenges')
    .selectAll()
    .where('id', '=', hashFactorToken(token))
    .where('client', '=', browserMark(secret, client))
    .where('expires_at', '>', clock())
    .executeTakeFirst();
}

/** The challenge of a token, where this session began it. */
export async function findSessionChallenge(
  context: Context,
  { sessionId, client }: Caller,
  { kind, token }: { kind: 'add-passkey' | 'prove'; token: string },
): Promise<Row<'factor_challenges'> | undefined> {
  const row = await findChallenge(context, token, client);
  return row?.kind === kind && row.session_id === sessionId ? row : undefined;
}

/** Uses up a challenge. @returns it, where it was unused; for one of several uses at once */
export async function useChallenge(
  { db }: Context,
  { id, challenge }: Row<'factor_challenges'>,
): Promise<string | null> {
  if (challenge === null) return null;
  const used = await db.write((trx) =>
    countUpdated(
      trx
        .updateTable('factor_challenges')
        .set({ challenge: null })
        .where('id', '=', id)
        .where('challenge', '=', challenge),
    ),
  );
  return used === 1 ? challenge : null;
}

/** Ends a pending login, or a challenge. @returns whether it was there; true for one of several callers at once */
export async function removeChallenge(trx: WriteDb, id: string): Promise<boolean> {
  return (await countDeleted(trx.deleteFrom('factor_challenges').where('id', '=', id))) > 0;
}

/** Removes expired challenges, logins that nobody completed, and secrets that never got their first code. */
export async function sweepFactors({ clock, db }: Context): Promise<void> {
  const now = clock();
  await removeUntil(db, { table: 'factor_challenges', key: 'id', column: 'expires_at' }, now);
  const begun = { table: 'totp_secrets', key: 'user_id', column: 'created_at' } as const;
  await removeUntil(db, begun, now - enrolMinutes * 60_000, sql`confirmed_at is null`);
}
