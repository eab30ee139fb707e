// Finds the listing that has an address already.
import type { Caller } from '../../accounts/index.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { isVisible } from '../public-app-queries.ts';

export interface ListedAddress {
  /** The ways to write the address. */
  links: readonly string[];
  /** The id at Google Play. */
  playId?: string;
  /** The id at the App Store. */
  appStoreId?: string;
}

interface Found {
  name: string;
  name_id: string;
}

/** A pattern for `like` that finds the text and nothing else. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The first listing with the address that the caller can see; one of the caller also while it is held. */
export async function findByAddress(
  db: ReadDb,
  { userId }: Caller,
  { links, playId, appStoreId }: ListedAddress,
): Promise<Found | null> {
  const seen = db
    .selectFrom('apps')
    .select(['apps.name', 'apps.name_id', 'apps.playstore_link', 'apps.appstore_link'])
    .where((eb) =>
      eb.or([isVisible(eb), eb.and([eb('apps.owner_id', '=', userId), eb('apps.state', '!=', 'removed')])]),
    )
    .orderBy('apps.created_at');
  if (playId !== undefined) {
    const pattern = `https://play.google.com/store/apps/details?%id=${escaped(playId)}%`;
    const rows = await seen.where('apps.playstore_link', 'like', pattern).execute();
    return named(rows.find((row) => new URL(row.playstore_link).searchParams.get('id') === playId));
  }
  if (appStoreId !== undefined) {
    const rows = await seen.where('apps.appstore_link', 'like', `%/id${escaped(appStoreId)}%`).execute();
    return named(
      rows.find((row) => new URL(row.appstore_link).pathname.split('/').includes(`id${appStoreId}`)),
    );
  }
  const row = await seen
    .where((eb) => eb.or([eb('apps.website', 'in', links), eb('apps.external_link', 'in', links)]))
    .executeTakeFirst();
  return named(row);
}

const named = (row: Found | undefined): Found | null =>
  row ? { name: row.name, name_id: row.name_id } : null;
