import { findListingRowBy } from '../apps/owned-apps.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { CheckedApp } from './check-way.ts';

/** A listing in any state but removed. */
export async function findAppForProof(db: ReadDb, id: string): Promise<CheckedApp | null> {
  const row = await findListingRowBy(db, 'id', id);
  if (!row || row.state === 'removed') return null;
  return { nameId: row.name_id, website: row.website, playstoreLink: row.playstore_link };
}
