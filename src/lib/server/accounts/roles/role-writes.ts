import type { Role } from '../../../shared/schemas/roles.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';

/** Accounts with a role, except deleted and banned ones; oldest first. */
export async function findStaff(
  db: ReadDb | WriteDb,
): Promise<Pick<UserTable, 'id' | 'email' | 'firstname' | 'lastname' | 'role'>[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'email', 'firstname', 'lastname', 'role'])
    .where('role', '<>', 'member')
    .where('banned_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function storeRole(trx: WriteDb, userId: string, role: Role, now: number): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: now }).where('id', '=', userId).execute();
}
