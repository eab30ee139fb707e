// The state of listings and the names that they hold, as the operator sets them; each in the transaction of whoever
// calls it, who has them indexed anew.
import { nameKey } from '../../shared/text/text.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { claimName } from './names/claim-name.ts';
import { allocateNameId } from './names/name-id.ts';

/** @returns the listing; undefined where it was not public, or is not there */
export async function removeFromPublic(
  trx: WriteDb,
  { id, reason, now }: { id: string; reason: string; now: number },
): Promise<AppTable | undefined> {
  return await trx
    .updateTable('apps')
    .set({ state: 'removed', state_reason: reason, state_at: now, is_listed: 0 })
    .where('id', '=', id)
    .where('state', '=', 'public')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Makes a removed listing public again, under its name and, where another one has its address meanwhile, a new address.
 * @param isOwnerOpen whether it comes back into the lists: that of a closed account does not
 * @returns the listing; undefined where it was not removed, or is not there
 * @throws the database's unique violation of `name_key` where another listing has taken the name, AppError 400 where
 * one of somebody else looks like it
 */
export async function returnToPublic(
  trx: WriteDb,
  id: string,
  isOwnerOpen: boolean,
): Promise<AppTable | undefined> {
  const row = await trx
    .updateTable('apps')
    .set({ state: 'public', state_reason: '', state_at: null, is_listed: isOwnerOpen ? 1 : 0 })
    .where('id', '=', id)
    .where('state', '=', 'removed')
    .returningAll()
    .executeTakeFirst();
  if (row?.name_key !== releasedKey(id)) return row;
  const names = {
    name_key: nameKey(row.name),
    name_skeleton: await claimName(trx, row.name, row.owner_id),
    name_id: await allocateNameId(trx, row.name, id),
  };
  await trx.updateTable('apps').set(names).where('id', '=', id).execute();
  return { ...row, ...names };
}

/** Takes listings of a closed account out of the lists, or brings those of an open one back. */
export async function setListed(trx: WriteDb, ids: string[], isListed: boolean): Promise<void> {
  await trx
    .updateTable('apps')
    .set({ is_listed: isListed ? 1 : 0 })
    .where('id', 'in', ids)
    .where('is_listed', '=', isListed ? sqlLiteral.false : sqlLiteral.true)
    .execute();
}

/** No name has this key, or this skeleton: keys of names have no two spaces in a row, and skeletons have none. */
const releasedKey = (id: string): string => `released  ${id}`;

/** Lets others take the name of a removed listing, and its address. @returns whether it held them */
export async function releaseNames(trx: WriteDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('apps')
    .set({ name_key: releasedKey(id), name_skeleton: releasedKey(id), name_id: `released-${id}` })
    .where('id', '=', id)
    .where('state', '=', 'removed')
    .where('name_key', '!=', releasedKey(id))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Forgets that an app had this address before. @returns whose it was */
export async function releaseOldNameId(trx: WriteDb, nameId: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('app_name_ids')
    .where('name_id', '=', nameId)
    .returning('app_id')
    .executeTakeFirst();
  return row?.app_id;
}
