import { findAnyUser } from '../accounts/index.ts';
import { countListings } from '../apps/index.ts';
import { AppError } from '../platform/errors.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { nameKey } from '../../shared/text/text.ts';
import {
  findAccountRow,
  findListingOfName,
  findListingRow,
  type AccountRow,
  type ListingRow,
} from './subjects.ts';

export interface Shown {
  listing: { row: ListingRow; owner: AccountRow } | null;
  account: { row: AccountRow; listings: { all: number; listed: number } } | null;
}

/** Finds the listing and the account that a text names. @throws AppError 404 without any */
export async function showSubject(db: ReadDb, text: string): Promise<Shown> {
  const [listing, account] = await Promise.all([
    findListingRow(db, text).then(async (row) => row ?? (await findListingOfName(db, nameKey(text)))),
    findAccountRow(db, text),
  ]);
  if (!listing && !account) throw new AppError(404, `No listing and no account is named by '${text}'.`);
  const owner = listing && (await findAnyUser(db, listing.owner_id));
  return {
    listing: listing && owner ? { row: listing, owner } : null,
    account: account ? { row: account, listings: await countListings(db, account.id) } : null,
  };
}
