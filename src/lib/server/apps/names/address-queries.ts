// Finds the listing that has an address already.
import { sql } from 'kysely';
import type { Caller } from '../../accounts/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { isOnProfile } from '../public-app-queries.ts';

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

/** More listings than this have an address only where it is nobody's own, such as that of a social network. */
const most = 100;

/**
 * The first listing with the address that everybody can find, or one of the caller, unless it was removed. An unlisted
 * one of somebody else is only for those who have its address.
 */
export async function findByAddress(
  db: Pick<Database, 'engine' | 'read'>,
  { userId }: Pick<Caller, 'userId'>,
  address: ListedAddress,
): Promise<Found | null> {
  // Two queries: in one, an engine may read all listings that the caller can see rather than the index of addresses.
  const ids = await idsWithAddress(db, address);
  if (ids.length === 0) return null;
  const seen = await db.read
    .selectFrom('apps')
    .select(['name', 'name_id', 'created_at'])
    .where('apps.id', 'in', ids)
    .where((eb) =>
      eb.or([isOnProfile(eb), eb.and([eb('apps.owner_id', '=', userId), eb('apps.state', '!=', 'removed')])]),
    )
    .execute();
  const [first] = seen.toSorted((one, other) => one.created_at - other.created_at);
  return first ? { name: first.name, name_id: first.name_id } : null;
}

async function idsWithAddress(
  { engine, read }: Pick<Database, 'engine' | 'read'>,
  { links, playId, appStoreId }: ListedAddress,
): Promise<string[]> {
  const apps = read.selectFrom('apps').select(['id', 'playstore_link', 'appstore_link']);
  const beginning = (part: string, text: string) =>
    apps.where(sql<boolean>`${sql.raw(part)} >= ${text} and ${sql.raw(part)} < ${`${text}~`}`).execute();
  const { play, appStore } = addressParts[engine.name];
  let rows;
  if (playId !== undefined)
    rows = (await beginning(play, playId)).filter(
      (row) => new URL(row.playstore_link).searchParams.get('id') === playId,
    );
  else if (appStoreId !== undefined)
    rows = (await beginning(appStore, `id${appStoreId}`)).filter((row) =>
      new URL(row.appstore_link).pathname.split('/').includes(`id${appStoreId}`),
    );
  else
    rows = [
      ...(await apps.where('website', 'in', links).limit(most).execute()),
      ...(await apps.where('external_link', 'in', links).limit(most).execute()),
    ];
  return rows.slice(0, 2 * most).map(({ id }) => id);
}

/** What follows `id=` in a Play Store link. @param position the engine's name of the function that finds a text */
const play = (position: string): string =>
  `substr(playstore_link, coalesce(nullif(${position}(playstore_link, '?id='), 0), ${position}(playstore_link, '&id=')) + 4)`;

/** What follows the last slash of an App Store link, leaving aside slashes at its end. */
const appStore = `replace(rtrim(appstore_link, '/'), rtrim(rtrim(appstore_link, '/'), replace(appstore_link, '/', '')), '')`;

/** The ends of links that begin with the id at a store: the expressions of the indexes of 040-addresses.ts. */
const addressParts = {
  sqlite: { play: play('instr'), appStore },
  postgres: { play: `(${play('strpos')}) collate "C"`, appStore: `(${appStore}) collate "C"` },
};
