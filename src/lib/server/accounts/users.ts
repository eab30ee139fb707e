import { fullName } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { normalAddress } from '../../shared/text/visible-text.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { mailboxOf } from '../rules/index.ts';

/** Key by which addresses are compared. Old addresses without a normal form keep the key that they have. */
export function emailKey(email: string): string {
  return (normalAddress(email) ?? email).toLowerCase();
}

/** Lifetime of a pending account since the sign-up or its last login or refresh. */
export const pendingMs = dayMs;

/** Restarts the lifetime of a pending account after a login or a refresh. */
export async function prolongPending(trx: WriteDb, userId: string, now: number): Promise<void> {
  const pending = trx.updateTable('users').where('id', '=', userId).where('is_verified', '=', 0);
  await pending.set({ pending_until: now + pendingMs }).execute();
}

/** The verified account of the address; there is at most one. */
export async function findAccountByEmail(db: ReadDb, email: string): Promise<UserTable | undefined> {
  const verified = db.selectFrom('users').selectAll().where('is_verified', '=', 1);
  return await verified.where('email_key', '=', emailKey(email)).executeTakeFirst();
}

/** The accounts of the address that a login may mean: the verified one, then the pending ones, newest first. */
export async function findAccountsOfAddress(db: ReadDb, email: string): Promise<UserTable[]> {
  const key = emailKey(email);
  return await db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email_key', '=', key), eb('pending_email_key', '=', key)]))
    .orderBy('is_verified', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Includes banned ones; for the user and staff only. */
export async function findAccount(db: ReadDb, id: string): Promise<UserTable | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** As `findAccount`; PostgreSQL keeps other writers from the row until the transaction ends. */
export async function lockAccount(trx: WriteDb, id: string): Promise<UserTable | undefined> {
  return await trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Accounts that are public: verified, not deleted and not banned. Every page and list of anything that belongs to an
 * account filters by this, mostly by `summaryOf`.
 */
export function publicUsers(db: ReadDb) {
  return db.selectFrom('users').where('users.is_verified', '=', 1).where('users.banned_at', 'is', null);
}

// Rows of users for the rooms that show or change them; those decide who may see what.

export async function findPublicUser(db: ReadDb, id: string): Promise<UserTable | undefined> {
  return await publicUsers(db).selectAll('users').where('id', '=', id).executeTakeFirst();
}

export async function isPublicUser(db: ReadDb, id: string): Promise<boolean> {
  return await hasRow(publicUsers(db).select('users.id').where('users.id', '=', id));
}

/** First and last name by user id. */
export async function findUserNames(db: ReadDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const users = db.selectFrom('users').select(['id', 'firstname', 'lastname']).where('id', 'in', ids);
  return new Map((await users.execute()).map((row) => [row.id, fullName(row)]));
}

export async function changeUser(trx: WriteDb, id: string, columns: Partial<UserTable>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('users').set(columns).where('id', '=', id).execute();
}

export async function addUserViews(trx: WriteDb, id: string, views: number): Promise<void> {
  const user = trx.updateTable('users').where('id', '=', id);
  await user.set((eb) => ({ views: eb('views', '+', views) })).execute();
}

const gmailDomains = ['gmail.com', 'googlemail.com'];

/**
 * The verified accounts of the mailbox behind an address: those of the address itself, and with other plus tags
 * (docs/decisions/019-rules.md). One index finds them, that of `email_key`, as a tag follows the rest of the local
 * part. An account at Gmail is not found where its address has dots in other places than the given one: that would
 * need a column of mailboxes.
 */
export async function findAccountsOfMailbox(db: ReadDb, email: string) {
  const key = emailKey(email);
  const mailbox = mailboxOf(key);
  const localOf = (address: string) => address.slice(0, address.lastIndexOf('@'));
  const domain = key.slice(key.lastIndexOf('@') + 1);
  // With the dots as given, and without them.
  const locals = [...new Set([localOf(key).replace(/(?<=.)\+.*$/, ''), localOf(mailbox)])];
  const domains = gmailDomains.includes(domain) ? gmailDomains : [domain];
  const untagged = locals.flatMap((local) => domains.map((one) => `${local}@${one}`));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'banned_at'])
    .where(({ and, eb, or }) =>
      or([
        eb('email_key', 'in', untagged),
        // The comma is the character after the plus.
        ...locals.map((local) => and([eb('email_key', '>', `${local}+`), eb('email_key', '<', `${local},`)])),
      ]),
    )
    .where('is_verified', '=', 1)
    .execute();
  return rows.filter((row) => mailboxOf(row.email_key) === mailbox);
}

/** Notes that a mail server has refused the address for good. A code that was mailed to it clears that. */
export async function markMailRefused(trx: WriteDb, email: string, now: number): Promise<void> {
  const account = trx.updateTable('users').where('email_key', '=', emailKey(email));
  await account.set({ mail_refused_at: now }).execute();
}

// Handles: the current one, and old ones that redirect for a while.

/** Removes an old handle. @returns the id of its user */
export async function releaseOldHandle(trx: WriteDb, handle: string): Promise<string | undefined> {
  const old = trx.deleteFrom('old_handles').where('handle', '=', handle).returning('user_id');
  return (await old.executeTakeFirst())?.user_id;
}

/** Takes a handle from its user, without a redirect. @returns the id of the user */
export async function releaseHandle(trx: WriteDb, handle: string, now: number): Promise<string | undefined> {
  const user = trx.updateTable('users').set({ handle: null, updated_at: now }).where('handle', '=', handle);
  return (await user.returning('id').executeTakeFirst())?.id;
}

/** By a current handle or an old one. */
export async function findUserIdOfHandle(db: ReadDb, handle: string): Promise<string | undefined> {
  const current = await findHandleOwner(db, handle);
  if (current !== undefined) return current;
  const old = db.selectFrom('old_handles').select('user_id').where('handle', '=', handle);
  return (await old.executeTakeFirst())?.user_id;
}

/** By a current handle. */
export async function findHandleOwner(db: ReadDb, handle: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('id').where('handle', '=', handle).executeTakeFirst();
  return row?.id;
}
