import { findAccountByEmail } from '../lib/server/accounts/users.ts';
import { countListings as countListingsOf } from '../lib/server/apps/visibility.ts';
import type { ReadDb } from '../lib/server/platform/db/database.ts';
import type { Services } from '../lib/server/services.ts';
import { emailOf, sampleOwners } from './sample-owners.ts';
import { removeSampleShelf } from './sample-shelf.ts';

/** Ids of the accounts that hold the sample listings. */
async function findSampleOwners(db: ReadDb): Promise<string[]> {
  const found = await Promise.all(sampleOwners.map((owner) => findAccountByEmail(db, emailOf(owner))));
  return found.flatMap((account) => account?.id ?? []);
}

async function countListings(db: ReadDb, owners: readonly string[]): Promise<number> {
  const counts = await Promise.all(owners.map((id) => countListingsOf(db, id)));
  return counts.reduce((sum, { all }) => sum + all, 0);
}

export async function countSampleListings(db: ReadDb): Promise<number> {
  return await countListings(db, await findSampleOwners(db));
}

/**
 * Takes the sample listings and their accounts out of every page at once; a sweep removes their pictures.
 * @returns how many listings there were
 */
export async function removeSampleData(
  db: ReadDb,
  { ownData, shelves }: Pick<Services, 'ownData' | 'shelves'>,
): Promise<number> {
  const owners = await findSampleOwners(db);
  const listings = await countListings(db, owners);
  for (const id of owners) await removeSampleShelf(shelves, id);
  for (const id of owners) await ownData.deleteOwnerless(id);
  return listings;
}
