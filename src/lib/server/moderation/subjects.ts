// Finds the listing or account that an argument of a command names.
import { collapseSpaces } from '../../shared/text/text.ts';
import { findAccountByEmail, findAnyUser, findUserIdOfHandle } from '../accounts/index.ts';
import { findListingRowBy, findListingRowByOldNameId } from '../apps/owned-apps.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';

export type ListingRow = AppTable;
export type AccountRow = UserTable;

const maxReasonLength = 500;

/** By id, current address or old address, in this order. */
export async function findListingRow(db: ReadDb, text: string): Promise<ListingRow | undefined> {
  return (
    (isId(text) ? await findListingRowBy(db, 'id', text) : undefined) ??
    (await findListingRowBy(db, 'name_id', text)) ??
    (await findListingRowByOldNameId(db, text))
  );
}

/** By id, email, or current or old handle, with or without a leading '@'. */
export async function findAccountRow(db: ReadDb, text: string): Promise<AccountRow | undefined> {
  if (isId(text)) return await findAnyUser(db, text);
  if (text.lastIndexOf('@') > 0) return await findAccountByEmail(db, text);
  const id = await findUserIdOfHandle(db, text.replace(/^@/, '').toLowerCase());
  return id === undefined ? undefined : await findAnyUser(db, id);
}

/** Notes that everything that shows a listing or its pictures has changed. */
export const noteListing = ({ id, owner_id }: ListingRow): void =>
  noteChanged(dataKey.pictures, dataKey.apps, dataKey.app(id), dataKey.user(owner_id));

/** Notes that everything that shows an account or its pictures has changed. */
export const noteProfile = (userId: string): void =>
  noteChanged(dataKey.pictures, dataKey.users, dataKey.apps, dataKey.user(userId));

/** @throws AppError 404 */
export async function requireListing(db: ReadDb, text: string): Promise<ListingRow> {
  const row = await findListingRow(db, text);
  if (!row) throw new AppError(404, `No listing has the id or the address '${text}'.`);
  return row;
}

/** Normalizes a reason to one line with a full stop. @throws AppError 400 */
export function readReason(text: string): string {
  const reason = collapseSpaces(text);
  if (reason === '') throw new AppError(400, 'Give a reason: everybody who opens the page reads it.');
  if (reason.length > maxReasonLength)
    throw new AppError(400, `The reason is longer than ${String(maxReasonLength)} characters.`);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
