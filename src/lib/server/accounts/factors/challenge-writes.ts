// Logins that wait for a second factor, and challenges of passkeys. Each challenge is used once.
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { countUpdated, hasRow } from '../../platform/db/count-rows.ts';
import type { FactorChallengeTable } from '../../platform/db/schema.ts';

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
