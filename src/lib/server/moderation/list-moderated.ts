import { findBannedUsers } from '../accounts/index.ts';
import { findDecidedListings } from '../apps/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { AccountRow, ListingRow } from './subjects.ts';

type Subject = { kind: 'listing'; listing: ListingRow } | { kind: 'account'; account: AccountRow };

export type Moderated = Subject & { at: number; reason: string };

/** Held, limited and removed listings and banned accounts, newest first. */
export async function listModerated(db: ReadDb, limit: number): Promise<Moderated[]> {
  const [listings, accounts] = await Promise.all([
    findDecidedListings(db, limit),
    findBannedUsers(db, limit),
  ]);
  const moderated: Moderated[] = [
    ...listings.map((listing) => ({
      kind: 'listing' as const,
      at: listing.state_at ?? 0,
      reason: listing.state_reason,
      listing,
    })),
    ...accounts.map((account) => ({
      kind: 'account' as const,
      at: account.banned_at ?? 0,
      reason: account.ban_reason,
      account,
    })),
  ];
  return moderated.toSorted((one, other) => other.at - one.at).slice(0, limit);
}
