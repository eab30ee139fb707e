import type { Engine, WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';

/** Marks the user as changed, which also holds off every other change of it until the transaction ends. */
export async function lockUser(trx: WriteDb, id: string, now: number): Promise<UserTable | undefined> {
  return await trx
    .updateTable('users')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function changeUser(trx: WriteDb, id: string, columns: Partial<UserTable>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('users').set(columns).where('id', '=', id).execute();
}

export async function addUserViews(trx: WriteDb, id: string, views: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute();
}

/** Whom the last mail goes to, once nothing of them is left but this; '' where the address was never proved. */
export interface ClosedOwner {
  email: string;
  firstname: string;
}

/**
 * Closes an account for its owner: nobody finds or uses it from the commit on, and its address is free. Touches its own
 * row alone, however much belongs to it. What the row told of the person is gone with it.
 * @param passwordHash null for an account without a password
 * @returns null when it is closed already, or its password is not `passwordHash` any more
 */
export async function closeAccount(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  { id, passwordHash, now }: { id: string; passwordHash: string | null; now: number },
): Promise<ClosedOwner | null> {
  const user = await trx
    .selectFrom('users')
    .select(['email', 'firstname', 'password_hash'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    // SQLite has one writer at a time. In PostgreSQL this is the lock that an app under way would need.
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (user?.password_hash !== passwordHash) return null;
  await changeUser(trx, id, {
    closed_at: now,
    password_hash: null,
    // No address looks like this, and no two accounts have the same.
    email_key: `closed:${id}`,
    pending_email_key: null,
    pending_until: null,
    handle: null,
    email: '',
    firstname: '',
    lastname: '',
    phone_no: '',
    address: '',
    about: '',
    tags: '[]',
    social_links: '{}',
    updated_at: now,
  });
  return { email: user.email, firstname: user.firstname };
}

/**
 * Holds off apps of a closed account that are under way, until the transaction ends.
 * @returns the user's picture
 */
export async function lockClosedUser(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<{ pictureId: string | null }> {
  const user = await trx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', id)
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return { pictureId: user?.picture_id ?? null };
}

export async function removeUser(trx: WriteDb, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
