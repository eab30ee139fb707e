// What an operator's word leads to: a listing by its id or an address, an account by its id, email or handle.
import { findAccountByEmail } from '../accounts/index.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { isId } from '../platform/ids.ts';

export type ListingRow = AppTable;
export type AccountRow = UserTable;

/** By its id, its address of today or one that it had before; an id goes first. */
export async function findListingRow(db: ReadDb, text: string): Promise<ListingRow | undefined> {
  const by = async (column: 'id' | 'name_id', value: string) =>
    await db.selectFrom('apps').selectAll().where(column, '=', value).executeTakeFirst();
  const found = (isId(text) ? await by('id', text) : undefined) ?? (await by('name_id', text));
  if (found) return found;
  const before = await db
    .selectFrom('app_name_ids')
    .select('app_id')
    .where('name_id', '=', text)
    .executeTakeFirst();
  return before && (await by('id', before.app_id));
}

/** By its id, its email, or its handle of today or one that it had before, with or without an '@' before it. */
export async function findAccountRow(db: ReadDb, text: string): Promise<AccountRow | undefined> {
  const by = async (column: 'id' | 'handle', value: string) =>
    await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  if (isId(text)) return await by('id', text);
  if (text.lastIndexOf('@') > 0) return await findAccountByEmail(db, text);
  const handle = text.replace(/^@/, '').toLowerCase();
  const found = await by('handle', handle);
  if (found) return found;
  const before = await db
    .selectFrom('old_handles')
    .select('user_id')
    .where('handle', '=', handle)
    .executeTakeFirst();
  return before && (await by('id', before.user_id));
}

export async function findListingOfName(db: ReadDb, nameKey: string): Promise<ListingRow | undefined> {
  return await db.selectFrom('apps').selectAll().where('name_key', '=', nameKey).executeTakeFirst();
}

export async function findOwnerRow(db: ReadDb | WriteDb, id: string): Promise<AccountRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first, without those of closed accounts that are public but for that. */
export async function findRemovedListings(db: ReadDb, limit: number): Promise<ListingRow[]> {
  return await db
    .selectFrom('apps')
    .selectAll()
    .where('state_at', 'is not', null)
    .orderBy('state_at', 'desc')
    .limit(limit)
    .execute();
}

/** Newest first. */
export async function findBannedAccounts(db: ReadDb, limit: number): Promise<AccountRow[]> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('banned_at', 'is not', null)
    .orderBy('banned_at', 'desc')
    .limit(limit)
    .execute();
}

export async function countListings(db: ReadDb, ownerId: string): Promise<{ all: number; listed: number }> {
  return await db
    .selectFrom('apps')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere(eb('is_listed', '=', sqlLiteral.true))
        .as('listed'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
}

/** Listings of closed accounts that are in lists yet. @param ownerId of all closed accounts when left out */
export async function findListedOfBanned(
  trx: WriteDb,
  ownerId: string | undefined,
  limit: number,
): Promise<string[]> {
  let query = trx
    .selectFrom('users')
    .innerJoin('apps', 'apps.owner_id', 'users.id')
    .select('apps.id')
    .where('users.banned_at', 'is not', null)
    .where('apps.is_listed', '=', sqlLiteral.true);
  if (ownerId !== undefined) query = query.where('users.id', '=', ownerId);
  return (await query.limit(limit).execute()).map(({ id }) => id);
}

/** Public listings of this account that are in no list yet, while it is open. */
export async function findUnlistedOfOpen(trx: WriteDb, ownerId: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .select('apps.id')
    .where('apps.owner_id', '=', ownerId)
    .where('apps.is_listed', '=', sqlLiteral.false)
    .where('apps.state', '=', 'public')
    .where('users.banned_at', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
