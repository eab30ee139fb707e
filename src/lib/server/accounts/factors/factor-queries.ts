// Which second factors an account has. Unconfirmed authenticator apps count for nothing.
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/count-rows.ts';

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
