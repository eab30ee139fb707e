import type { Database, WriteDb } from '../../platform/db/database.ts';
import { countDeleted } from '../../platform/db/count-rows.ts';
import { removeInBatches } from '../../platform/db/remove-in-batches.ts';

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
