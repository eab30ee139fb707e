import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { AccountsContext } from '../context.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { findLiveSession } from '../sessions/session-queries.ts';
import { findPasskeysOf } from './passkey-writes.ts';
import { countRecoveryCodes } from './recovery-code-writes.ts';
import { findTotpOf } from './totp-writes.ts';

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
