import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { countUpdated } from '../../platform/db/count-rows.ts';
import { hashRecoveryCode } from './factor-secrets.ts';

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
