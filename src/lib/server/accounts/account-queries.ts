import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';

/** Addresses are compared like this and stored as typed. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

export async function findAccountByEmail(
  db: ReadDb | WriteDb,
  email: string,
): Promise<UserTable | undefined> {
  return await db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

export async function findAccount(db: ReadDb | WriteDb, id: string): Promise<UserTable | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertAccount(trx: WriteDb, row: UserTable): Promise<void> {
  await trx.insertInto('users').values(row).execute();
}

/** @returns whether it was unverified until now */
export async function markVerified(trx: WriteDb, userId: string, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ is_verified: 1, updated_at: now })
    .where('id', '=', userId)
    .where('is_verified', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts a new password in the place of the one that was checked. @returns whether that one was still there */
export async function replacePasswordHash(
  trx: WriteDb,
  userId: string,
  { from, to, now }: { from: string | null; to: string; now: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ password_hash: to, updated_at: now })
    .where('id', '=', userId)
    .where('password_hash', from === null ? 'is' : '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the password is still the one that was checked. Until the transaction ends nobody changes it. */
export async function passwordStands(
  trx: WriteDb,
  engine: Engine,
  user: Pick<UserTable, 'id' | 'password_hash'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    // SQLite has one writer at a time.
    .$if(engine.name === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined && row.password_hash === user.password_hash;
}
