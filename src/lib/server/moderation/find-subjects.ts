// What an operator's word leads to: a listing by its id or an address, an account by its id, email or handle.
import { findAccountByEmail, findAnyUser, findUserIdOfHandle } from '../accounts/index.ts';
import { findListingRowBy, findListingRowByOldNameId } from '../apps/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { isId } from '../platform/ids.ts';

export type ListingRow = AppTable;
export type AccountRow = UserTable;

/** By its id, its address of today or one that it had before; an id goes first. */
export async function findListingRow(db: ReadDb, text: string): Promise<ListingRow | undefined> {
  return (
    (isId(text) ? await findListingRowBy(db, 'id', text) : undefined) ??
    (await findListingRowBy(db, 'name_id', text)) ??
    (await findListingRowByOldNameId(db, text))
  );
}

/** By its id, its email, or its handle of today or one that it had before, with or without an '@' before it. */
export async function findAccountRow(db: ReadDb, text: string): Promise<AccountRow | undefined> {
  if (isId(text)) return await findAnyUser(db, text);
  if (text.lastIndexOf('@') > 0) return await findAccountByEmail(db, text);
  const id = await findUserIdOfHandle(db, text.replace(/^@/, '').toLowerCase());
  return id === undefined ? undefined : await findAnyUser(db, id);
}

export const findListingOfName = (db: ReadDb, nameKey: string): Promise<ListingRow | undefined> =>
  findListingRowBy(db, 'name_key', nameKey);
