// Names and addresses of apps: unique, no two alike, and free again when their time is over.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { reservedApiNames, reservedPaths } from '../../shared/addresses/urls.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { ownerStates } from '../../shared/schemas/apps.ts';
import { messages } from '../../shared/text/messages.ts';
import { nameKey, slugify } from '../../shared/text/text.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { countUpdated, hasRow } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { storeSetting } from '../platform/db/setting-queries.ts';
import { fieldError, type AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';

/** The tombstone of a deleted app's name_id. */
export const digestOfNameId = (nameId: string): string => hash('sha256', nameId, 'base64url');

export const nameTaken = (): AppError => fieldError('name', messages.app.nameTaken);

// What a removed listing has in place of a name that was released for others.

const mark = 'released  ';
const addressMark = 'released-';

/** A `name_key` that no name has: keys of names have no double spaces. */
const releasedKey = (id: string): string => mark + id;
/** The name_id of a listing whose address was released, too. */
const releasedNameId = (id: string): string => addressMark + id;

/** As `isNameReleased`, in a query of apps. */
const isReleasedRow = sql<boolean>`name_key = ${releasedKey('')} || id`;

type Named = Pick<AppTable, 'id' | 'name' | 'name_key' | 'name_skeleton' | 'owner_id'>;

export const isNameReleased = ({ id, name_key }: Pick<AppTable, 'id' | 'name_key'>): boolean =>
  name_key === releasedKey(id);

/** Who wants a name. */
interface NameOwner {
  /** null: apps of any owner count. */
  ownerId: string | null;
  /** The app to name, if it exists already. */
  app?: Named;
}

/**
 * Whether another app has this name, or an app whose name counts for this owner a similar one. Of the owner's own apps
 * only those count that are held, limited or removed, also after their names were released: otherwise an owner could
 * list the same app again under a similar name. For an app that gets its own name again released names do not count.
 */
export async function isNameTaken(db: ReadDb, name: string, { ownerId, app }: NameOwner): Promise<boolean> {
  const seen = visibleLine(name);
  const apps = db
    .selectFrom('apps')
    .select('id')
    .where('id', '!=', app?.id ?? '')
    .limit(1);
  if (await hasRow(apps.where('name_key', '=', nameKey(seen)))) return true;
  const { own, all } = skeletonsOf(seen);
  const isReturn = app !== undefined && isNameReleased(app);
  if (app?.name_skeleton === own && !isReturn) return false;
  const similar = apps.where('name_skeleton', 'in', all);
  const held = similar.where(({ not }) => not(isReleasedRow));
  if (ownerId === null) return await hasRow(held);
  const counted = (isReturn ? held : similar).where(({ and, eb, not, or }) =>
    or([
      and([eb('owner_id', '!=', ownerId), not(isReleasedRow)]),
      and([eb('owner_id', '=', ownerId), eb('state', 'not in', ownerStates)]),
    ]),
  );
  return await hasRow(counted);
}

/**
 * Takes a name for an app until the transaction that stores it ends: other claims of names and addresses wait.
 * @throws AppError 400 if another app has it, or a similar one (`isNameTaken`)
 */
export async function claimName(trx: WriteDb, name: string, owner: NameOwner) {
  await storeSetting(trx, 'claims of names wait for this row', '');
  if (await isNameTaken(trx, name, owner)) throw nameTaken();
  return { name, name_key: nameKey(name), name_skeleton: skeletonsOf(name).own };
}

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

/** A free name_id for an app that has claimed its name, which may be an old one of its own. */
export async function allocateNameId(trx: WriteDb, name: string, appId: string): Promise<string> {
  const base = nameIdBase(name);
  // A range, for which both engines use the index (name_ids compare bytewise): '.' follows '-', and all other
  // characters of a slug follow '.'. LIKE would scan the table of SQLite.
  const end = `${base}.`;
  const rows = await trx
    .selectFrom('apps')
    .select('name_id')
    .where('id', '!=', appId)
    .where(({ not }) => not(isReleasedRow))
    .where('name_id', '>=', base)
    .where('name_id', '<', end)
    .union(
      trx
        .selectFrom('app_name_ids')
        .select('name_id')
        .where('app_id', '!=', appId)
        .where('name_id', '>=', base)
        .where('name_id', '<', end),
    )
    .execute();
  const nameId = freeNameId(base, new Set(rows.map((row) => row.name_id)));
  // Taken from a removed listing whose name was released.
  await trx
    .updateTable('apps')
    .set({ name_id: sql<string>`${releasedNameId('')} || id` })
    .where('name_id', '=', nameId)
    .where('id', '!=', appId)
    .where(isReleasedRow)
    .execute();
  return nameId;
}

function freeNameId(base: string, taken: ReadonlySet<string>): string {
  // A name_id in the form of an id could be the id of another app, which addresses accept as well. Threat: somebody
  // takes the name_id that a removed listing will get, and with it nobody can take the name of that listing.
  const isOfAnother =
    reserved.has(base) ||
    isId(base) ||
    (base.startsWith(addressMark) && isId(base.slice(addressMark.length)));
  if (!taken.has(base) && !isOfAnother) return base;
  let suffix = 2;
  while (taken.has(`${base}-${String(suffix)}`)) suffix += 1;
  return `${base}-${String(suffix)}`;
}

/** Keeps the app's name_id as an old one that redirects, evicts the oldest ones, and drops `nameId` from them. */
export async function keepOldNameId(
  trx: WriteDb,
  old: Pick<AppTable, 'id' | 'name_id'>,
  { nameId, keepsAddress, now }: { nameId: string; keepsAddress: boolean; now: number },
): Promise<void> {
  if (old.name_id === nameId) return;
  await trx.deleteFrom('app_name_ids').where('name_id', '=', nameId).where('app_id', '=', old.id).execute();
  if (!keepsAddress) return;
  await trx
    .insertInto('app_name_ids')
    .values({ name_id: old.name_id, app_id: old.id, created_at: now })
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

/** Removes an old address. @returns the id of its app */
export async function releaseOldNameId(trx: WriteDb, nameId: string): Promise<string | undefined> {
  const old = trx.deleteFrom('app_name_ids').where('name_id', '=', nameId);
  return (await old.returning('app_id').executeTakeFirst())?.app_id;
}

/** Whether a listing that comes back has its name, or can get it again: another one may have taken a released name. */
export async function canHaveName(db: ReadDb, app: Named): Promise<boolean> {
  return !isNameReleased(app) || !(await isNameTaken(db, app.name, { ownerId: app.owner_id, app }));
}

/**
 * Frees the name of a removed listing for everybody but its owner, for whom its skeleton still counts
 * (`isNameTaken`). Its address stays until another listing takes it (`allocateNameId`).
 * @returns whether it held its name
 */
export async function freeName(trx: WriteDb, id: string): Promise<boolean> {
  const key = releasedKey(id);
  const held = trx.updateTable('apps').set({ name_key: key }).where('name_key', '!=', key);
  return (await countUpdated(held.where('id', '=', id).where('state', '=', 'removed'))) > 0;
}
