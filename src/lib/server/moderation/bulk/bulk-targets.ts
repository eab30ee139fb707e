// What a bulk action is about: a selection of listings, or everything of an account.
import type { BulkForm } from '../../../shared/schemas/moderation/decisions.ts';
import { findAnyUser } from '../../accounts/index.ts';
import { countListings, findListingHeads, type ListingHead } from '../../apps/owned-apps.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { deskSentences } from '../cases/case-guards.ts';
import type { Staff } from '../staff.ts';

interface WholeAccount {
  kind: 'account';
  account: UserTable;
  total: number;
}

export type BulkTargets = WholeAccount | { kind: 'selection'; listings: ListingHead[] };

const refusal = (field: 'listings' | 'account', sentence: string) =>
  new AppError(400, sentence, { [field]: sentence });

/** @throws AppError 400 for targets that do not exist or do not fit the action, 403 for own ones and for staff */
export async function findTargets(db: ReadDb, staff: Staff, form: BulkForm): Promise<BulkTargets> {
  if (form.account !== undefined) return await accountOf(db, staff, form);
  if (form.action === 'suspend') throw refusal('account', 'Name the account to suspend.');
  const ids = [...new Set(form.listings)];
  if (ids.length === 0) throw refusal('listings', 'Select the listings, or name an account.');
  const listings = await findListingHeads(db, ids);
  if (listings.length === 0) throw refusal('listings', 'None of these listings exists any more.');
  if (listings.some(({ owner_id }) => owner_id === staff.userId))
    throw new AppError(403, deskSentences.ownCase);
  return { kind: 'selection', listings };
}

async function accountOf(
  db: ReadDb,
  staff: Staff,
  { account: id, action, listings }: BulkForm,
): Promise<BulkTargets> {
  if (listings.length > 0) throw refusal('listings', 'Name an account or select listings, not both.');
  const account = id === undefined ? undefined : await findAnyUser(db, id);
  if (!account) throw refusal('account', 'There is no account with this id.');
  if (account.id === staff.userId) throw new AppError(403, deskSentences.ownCase);
  if (account.role !== 'member' && staff.role !== 'admin')
    throw new AppError(403, 'Only an admin may do this to a member of staff.');
  const { all } = await countListings(db, account.id);
  return { kind: 'account', account, total: action === 'suspend' ? 1 : all };
}
