import { findAccount, type Caller } from '../../accounts/index.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { refuseRestricted } from '../../rules/index.ts';

/**
 * Whether the caller may publish releases and pictures; `judgeListing` asks the same of a listing's own fields.
 * @throws AppError 403 if staff have restricted the account, its address or its network
 */
export async function requireMayPublish(db: ReadDb, caller: Caller, now: number): Promise<void> {
  await refuseRestricted(db, {
    action: 'publish',
    email: (await findAccount(db, caller.userId))?.email ?? null,
    address: caller.client.address,
    accountId: caller.userId,
    now,
  });
}
