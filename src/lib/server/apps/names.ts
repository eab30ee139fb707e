import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { reservedApiNames, reservedPaths } from '../../shared/addresses/urls.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { ownerStates } from '../../shared/schemas/listing-states.ts';
import { messages } from '../../shared/text/messages.ts';
import { nameKey, slugify } from '../../shared/text/text.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { type Caller } from '../accounts/index.ts';
import { hasRow } from '../platform/db/count-rows.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';
import { isOnProfile } from './visibility.ts';

/** Whether an app has this name, or an app whose name counts for this owner (`otherSkeletonExists`) a similar one. */
export async function isNameTaken(db: ReadDb, name: string, ownerId: string | null): Promise<boolean> {
  const seen = visibleLine(name);
  if (await nameKeyExists(db, nameKey(seen))) return true;
  return await otherSkeletonExists(db, skeletonsOf(seen).all, { ownerId });
}

/**
 * Reserves a name against similar names (`otherSkeletonExists`) until the transaction that stores it ends: a concurrent
 * claim of a similar name waits.
 * @returns the skeleton to store with the name
 * @throws AppError 400 if another app has a similar name
 */
export async function claimName(trx: WriteDb, name: string, owner: NameOwner): Promise<string> {
  const { own, all } = skeletonsOf(name);
  await lockSkeletons(trx, all);
  if (await otherSkeletonExists(trx, all, owner)) throw nameTaken();
  await unlockSkeletons(trx, all);
  return own;
}

// Looks up names and name_ids: current, old, removed and deleted ones.

/** The tombstone of a deleted app's name_id. */
export function digestOfNameId(nameId: string): string {
  return hash('sha256', nameId, 'base64url');
}

/** Who wants a name. */
export interface NameOwner {
  /** null: apps of any owner count. */
  ownerId: string | null;
  /** The app to name, if it exists already. */
  appId?: string;
  /** Whether the app gets its own name again: then released names of the owner's other apps do not count. */
  isReturn?: boolean;
}

/**
 * Whether another app has one of the skeletons. Of the owner's own apps only those count that are held, limited or
 * removed, also after their names were released: otherwise an owner could list the same app again under a similar name.
 */
export async function otherSkeletonExists(
  db: ReadDb | WriteDb,
  skeletons: string[],
  { ownerId, appId, isReturn = false }: NameOwner,
): Promise<boolean> {
  const wanted =
    ownerId === null || isReturn ? skeletons : [...skeletons, ...skeletons.map(releasedSkeleton)];
  let apps = (db as ReadDb).selectFrom('apps').select('id').where('name_skeleton', 'in', wanted);
  if (ownerId !== null)
    apps = apps.where((eb) =>
      eb.or([
        eb.and([eb('owner_id', '!=', ownerId), eb('name_skeleton', 'in', skeletons)]),
        eb.and([eb('owner_id', '=', ownerId), eb('state', 'not in', ownerStates)]),
      ]),
    );
  if (appId !== undefined) apps = apps.where('id', '!=', appId);
  return await hasRow(apps.limit(1));
}

export async function nameKeyExists(db: ReadDb, nameKey: string): Promise<boolean> {
  return await hasRow(db.selectFrom('apps').select('id').where('name_key', '=', nameKey));
}

/** Waits for other transactions that hold one of the skeletons. Sorted, so that no two deadlock. */
export async function lockSkeletons(trx: WriteDb, skeletons: string[]): Promise<void> {
  for (const skeleton of skeletons.toSorted()) {
    await trx
      .insertInto('name_locks')
      .values({ skeleton })
      .onConflict((conflict) => conflict.column('skeleton').doUpdateSet({ skeleton }))
      .execute();
  }
}

/** Removes the rows of the locks; other transactions still wait for this one to end. */
export async function unlockSkeletons(trx: WriteDb, skeletons: string[]): Promise<void> {
  await trx.deleteFrom('name_locks').where('skeleton', 'in', skeletons).execute();
}

// What a removed listing has in place of a name that was released for others.

const mark = 'released  ';

/** A `name_key` that no name has: keys of names have no double spaces. */
export const releasedKey = (id: string): string => mark + id;

/** A skeleton that no name has: skeletons have no spaces. */
export const releasedSkeleton = (skeleton: string): string => mark + skeleton;

const addressMark = 'released-';

/** The name_id of a listing whose address was released, too. */
export const releasedNameId = (id: string): string => addressMark + id;

/** Whether the slug of a name would be such a name_id. */
export const isReleasedNameId = (slug: string): boolean =>
  slug.startsWith(addressMark) && isId(slug.slice(addressMark.length));

const reserved = new Set([...reservedApiNames, ...reservedPaths]);

/** For a name without any character that a URL can hold. */
const fallbackSlug = 'app';

/** Length of a name_id without its number. A slug may be longer than its name: '&' becomes four characters. */
const maxBase = 80;

/** The slug of a name, a long one cut at the end of a word; a name_id is this, or this with a number. */
export function nameIdBase(name: string): string {
  const slug = slugify(name) || fallbackSlug;
  if (slug.length <= maxBase) return slug;
  const wordEnd = slug.lastIndexOf('-', maxBase);
  return slug.slice(0, wordEnd > maxBase / 2 ? wordEnd : maxBase);
}

/** A free name_id for an app, which may be an old one of its own. Call it in the transaction that stores it. */
export async function allocateNameId(trx: WriteDb, name: string, appId: string): Promise<string> {
  const base = nameIdBase(name);
  const nameId = freeNameId(base, await takenNameIds(trx, base, appId));
  await takeReleasedNameId(trx, nameId, appId);
  return nameId;
}

function freeNameId(base: string, taken: ReadonlySet<string>): string {
  // A name_id in the form of an id could be the id of another app, which addresses accept as well. Threat: somebody
  // takes the name_id that a removed listing will get, and with it nobody can take the name of that listing.
  const isOfAnother = reserved.has(base) || isId(base) || isReleasedNameId(base);
  if (!taken.has(base) && !isOfAnother) return base;
  let suffix = 2;
  while (taken.has(`${base}-${String(suffix)}`)) suffix += 1;
  return `${base}-${String(suffix)}`;
}

/** The name_ids from `base`, `base-2`, `base-3` … that other apps have, or had before a renaming. */
export async function takenNameIds(trx: WriteDb, base: string, appId: string): Promise<Set<string>> {
  const now = trx
    .selectFrom('apps')
    .select('name_id')
    .where('id', '!=', appId)
    .where('name_key', '!=', sql<string>`${releasedKey('')} || id`);
  const before = trx.selectFrom('app_name_ids').select('name_id').where('app_id', '!=', appId);
  // A range, for which both engines use the index (name_ids compare bytewise): '.' follows '-', and all other
  // characters of a slug follow '.'. LIKE would scan the table of SQLite.
  const end = `${base}.`;
  const rows = await now
    .where('name_id', '>=', base)
    .where('name_id', '<', end)
    .union(before.where('name_id', '>=', base).where('name_id', '<', end))
    .execute();
  return new Set(rows.map((row) => row.name_id));
}

/** Takes an address from a removed listing whose name was released. */
export async function takeReleasedNameId(trx: WriteDb, nameId: string, appId: string): Promise<void> {
  await trx
    .updateTable('apps')
    .set({ name_id: sql<string>`${releasedNameId('')} || id` })
    .where('name_id', '=', nameId)
    .where('id', '!=', appId)
    .where('name_key', '=', sql<string>`${releasedKey('')} || id`)
    .execute();
}

/** Keeps the app's name_id as an old one that redirects, evicts the oldest ones, and drops `nameId` from them. */
export async function keepOldNameId(
  trx: WriteDb,
  old: AppTable,
  { nameId, keepsAddress }: { nameId: string; keepsAddress: boolean },
): Promise<void> {
  if (old.name_id === nameId) return;
  await trx.deleteFrom('app_name_ids').where('name_id', '=', nameId).where('app_id', '=', old.id).execute();
  if (!keepsAddress) return;
  await trx
    .insertInto('app_name_ids')
    .values({ name_id: old.name_id, app_id: old.id, created_at: old.updated_at })
    .execute();
  const kept = await trx
    .selectFrom('app_name_ids')
    .select('name_id')
    .where('app_id', '=', old.id)
    .orderBy('created_at', 'desc')
    .orderBy('name_id')
    .execute();
  const surplus = kept.slice(limits.oldAddresses).map((row) => row.name_id);
  if (surplus.length > 0) await trx.deleteFrom('app_name_ids').where('name_id', 'in', surplus).execute();
}

/** Removes old name_ids given up before the instant. @returns ids of their apps */
export async function freeNameIds(trx: WriteDb, before: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('app_name_ids')
    .where('created_at', '<=', before)
    .returning('app_id')
    .execute();
  return rows.map((row) => row.app_id);
}

// Finds the listing that has an address already.

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

export function nameTaken(): AppError {
  return new AppError(400, messages.app.nameTaken, { name: messages.app.nameTaken });
}
