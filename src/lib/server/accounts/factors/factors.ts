import { createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { AccountsContext, Client } from '../context.ts';
import { findLiveSession } from '../session-queries.ts';
import type { Caller } from '../sessions.ts';
import { markOfClient } from '../tokens.ts';
import { countDeleted, countUpdated, hasRow } from '../../platform/db/count-rows.ts';
import type { Database, ReadDb, WriteDb } from '../../platform/db/database.ts';
import { removeInBatches } from '../../platform/db/remove-in-batches.ts';
import type { FactorChallengeTable, Schema } from '../../platform/db/schema.ts';
import { seal, unseal } from '../../platform/security/seal.ts';
import { factorLimits } from '../../../shared/schemas/factors/factors.ts';

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
  { clock, db }: AccountsContext,
  { userId, sessionId }: Caller,
): Promise<Factors & { provedAt: number | null }> {
  const session = await findLiveSession(db.read, sessionId, clock());
  return { ...(await findFactors(db.read, userId)), provedAt: session?.factorAt ?? null };
}

// Which second factors an account has. Unconfirmed authenticator apps count for nothing.

/** Whether a login to the account has to prove a second factor. */
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

/** Removes expired challenges and logins that nobody completed. */
export async function sweepChallenges(db: Pick<Database, 'write'>, now: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('factor_challenges').select('id').where('expires_at', '<=', now).limit(limit);
    return await trx.deleteFrom('factor_challenges').where('id', 'in', some).executeTakeFirstOrThrow();
  });
}

export type PasskeyRow = Selectable<Schema['passkeys']>;

/** Oldest first (ids are ordered by time). */
export async function findPasskeysOf(db: ReadDb | WriteDb, userId: string): Promise<PasskeyRow[]> {
  return await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function findPasskey(
  db: ReadDb | WriteDb,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export async function insertPasskey(trx: WriteDb, row: Insertable<Schema['passkeys']>): Promise<void> {
  await trx.insertInto('passkeys').values(row).execute();
}

/** @returns whether there is one */
export async function renamePasskeyRow(
  trx: WriteDb,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  const renamed = trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId);
  return (await countUpdated(renamed)) > 0;
}

/** @returns whether there was one */
export async function removePasskeyRow(trx: WriteDb, userId: string, id: string): Promise<boolean> {
  return (
    (await countDeleted(trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId))) > 0
  );
}

/**
 * Records a use. A counter that did not grow is that of a copied authenticator, unless it counts nothing.
 * @returns whether the passkey is there and its counter grew
 */
export async function recordPasskeyUse(
  trx: WriteDb,
  { id, counter, now }: { id: string; counter: number; now: number },
): Promise<boolean> {
  const used = trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter);
  return (await countUpdated(used)) > 0;
}

export type TotpRow = Selectable<Schema['totp_secrets']>;

/** Also one that is not confirmed yet. */
export async function findTotpOf(db: ReadDb | WriteDb, userId: string): Promise<TotpRow | undefined> {
  return await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret that waits for its first code, in place of another one that waits. */
export async function storeNewTotp(
  trx: WriteDb,
  { userId, sealed, now }: { userId: string; sealed: string; now: number },
): Promise<void> {
  const fresh = { sealed, created_at: now, last_step: 0 };
  await trx
    .insertInto('totp_secrets')
    .values({ user_id: userId, ...fresh, confirmed_at: null, last_used_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('totp_secrets.confirmed_at', 'is', null),
    )
    .execute();
}

/** @returns whether it was waiting for a code */
export async function confirmTotp(
  trx: WriteDb,
  { userId, sealed, step, now }: { userId: string; sealed: string; step: number; now: number },
): Promise<boolean> {
  const confirmed = trx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step, last_used_at: now })
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null);
  return (await countUpdated(confirmed)) > 0;
}

/** Uses up the codes until `step`. @returns whether that one was unused; true for one of several uses at once */
export async function useTotpStep(
  trx: WriteDb,
  { userId, step, now }: { userId: string; step: number; now: number },
): Promise<boolean> {
  const used = trx
    .updateTable('totp_secrets')
    .set({ last_step: step, last_used_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step);
  return (await countUpdated(used)) > 0;
}

/** @returns whether there was a confirmed one */
export async function removeTotpRow(trx: WriteDb, userId: string): Promise<boolean> {
  const removed = trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null);
  return (await countDeleted(removed)) > 0;
}

/** Removes a secret that waits for its first code. */
export async function removeNewTotp(trx: WriteDb, userId: string): Promise<void> {
  await trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Removes secrets that never got their first code. */
export async function sweepNewTotps(db: Pick<Database, 'write'>, until: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('totp_secrets')
      .select('user_id')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<=', until)
      .limit(limit);
    return await trx.deleteFrom('totp_secrets').where('user_id', 'in', some).executeTakeFirstOrThrow();
  });
}

/** Replaces all recovery codes of an account. */
export async function storeRecoveryCodes(
  trx: WriteDb,
  { userId, codes, now }: { userId: string; codes: readonly string[]; now: number },
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: hashRecoveryCode(userId, code),
    created_at: now,
    used_at: null,
  }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}

/** Uses up a code. @returns whether it was right and unused; true for one of several uses at once */
export async function useRecoveryCode(
  trx: WriteDb,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<boolean> {
  const used = trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(userId, code))
    .where('used_at', 'is', null);
  return (await countUpdated(used)) > 0;
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

export async function removeRecoveryCodesOf(trx: WriteDb, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

// Logins that wait for a second factor, and challenges of passkeys. Each challenge is used once.

export async function insertChallenge(trx: WriteDb, row: FactorChallengeTable): Promise<void> {
  await trx.insertInto('factor_challenges').values(row).execute();
}

/** @returns undefined for one that is unknown, used up or expired */
export async function findChallenge(
  db: ReadDb | WriteDb,
  id: string,
  now: number,
): Promise<FactorChallengeTable | undefined> {
  return await db
    .selectFrom('factor_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Replaces the challenge of a pending login. */
export async function storeChallenge(trx: WriteDb, id: string, challenge: string): Promise<void> {
  await trx.updateTable('factor_challenges').set({ challenge }).where('id', '=', id).execute();
}

/** Uses up a challenge. @returns whether it was unused; true for one of several uses at once */
export async function useChallenge(trx: WriteDb, id: string, challenge: string): Promise<boolean> {
  const used = trx
    .updateTable('factor_challenges')
    .set({ challenge: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge);
  return (await countUpdated(used)) === 1;
}

/** Ends a pending login, or a challenge. @returns whether it was there; true for one of several callers at once */
export async function removeChallenge(trx: WriteDb, id: string): Promise<boolean> {
  return await hasRow(trx.deleteFrom('factor_challenges').where('id', '=', id).returning('id'));
}

/** Ends every addition of a passkey that was begun. */
export async function removePasskeyAdditions(trx: WriteDb, userId: string): Promise<void> {
  await trx
    .deleteFrom('factor_challenges')
    .where('user_id', '=', userId)
    .where('kind', '=', 'add-passkey')
    .execute();
}

/** Counts a wrong answer, and ends the login with the last one that is allowed. */
export async function countWrongAnswer(trx: WriteDb, id: string, allowed: number): Promise<void> {
  const row = await trx
    .updateTable('factor_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst();
  if (row && row.tries >= allowed) await removeChallenge(trx, id);
}

// Threat: a stolen database. Secrets of authenticator apps are sealed with a key derived from AUTH_SECRET. Recovery
// codes (74 random bits) and tokens (256) cannot be guessed, so a plain hash protects them, and both outlive a change
// of AUTH_SECRET.

const tokenPrefix = 'nbf_';

/** Names a pending login or a challenge; 256 random bits. */
export const newFactorToken = (): string => tokenPrefix + randomBytes(32).toString('base64url');

export const hashFactorToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A keyed mark of the browser, so that a token works only where it was given. */
export const browserMark = (secret: Uint8Array, { userAgent = '' }: Client): string =>
  markOfClient(userAgent, 'factor-browser', secret);

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
const group = 4;
const groups = 4;

function newRecoveryCode(): string {
  const part = () =>
    Array.from({ length: group }, () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length))).join('');
  return Array.from({ length: groups }, part).join('-');
}

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: factorLimits.recoveryCodes }, newRecoveryCode);

/** Ignores case, spaces and hyphens, which typing may change. */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`recovery:${userId}:${plain}`).digest('hex');
}
