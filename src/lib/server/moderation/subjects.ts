// Finding what a command names, or saying plainly that there is none.
import { collapseSpaces } from '../../shared/text/text.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { findAccountRow, findListingRow, type AccountRow, type ListingRow } from './find-subjects.ts';

/** Characters of a reason. */
const longestReason = 500;

/** @throws AppError 404 */
export async function requireListing(db: ReadDb, text: string): Promise<ListingRow> {
  const row = await findListingRow(db, text);
  if (!row) throw new AppError(404, `No listing has the id or the address '${text}'.`);
  return row;
}

/** @throws AppError 404 */
export async function requireAccount(db: ReadDb, text: string): Promise<AccountRow> {
  const row = await findAccountRow(db, text);
  if (!row) throw new AppError(404, `No account has the id, the email or the handle '${text}'.`);
  return row;
}

/** A reason as it is stored and shown: one line, and a whole sentence. @throws AppError 400 */
export function readReason(text: string): string {
  const reason = collapseSpaces(text);
  if (reason === '') throw new AppError(400, 'Give a reason: everybody who opens the page reads it.');
  if (reason.length > longestReason)
    throw new AppError(400, `The reason is longer than ${String(longestReason)} characters.`);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
