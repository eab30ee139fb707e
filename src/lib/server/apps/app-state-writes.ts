// Moderation of listings and their names, in the transaction of the caller, who also reindexes them.
import { nameKey } from '../../shared/text/text.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { countUpdated } from '../platform/db/count-rows.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { claimName } from './names/claim-name.ts';
import { allocateNameId } from './names/name-id.ts';

/** Removes a listing. @returns its row; undefined if there is no public one */
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
 * Makes a removed listing public again. If its names were released, it gets its name back, and a new address where the
 * old one is taken.
 * @param isOwnerOpen false for a banned owner, whose listings stay out of the lists
 * @returns its row; undefined if there is no removed one
 * @throws a unique violation of `name_key` where another listing has the name, AppError 400 if a similar one of
 * another owner exists
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

/** Removes listings from the lists after a ban of their owner, or restores them. */
export async function setListed(trx: WriteDb, ids: string[], isListed: boolean): Promise<void> {
  await trx
    .updateTable('apps')
    .set({ is_listed: isListed ? 1 : 0 })
    .where('id', 'in', ids)
    .where('is_listed', '=', isListed ? sqlLiteral.false : sqlLiteral.true)
    .execute();
}

/** A `name_key` and skeleton that no name has: keys of names have no double spaces, and skeletons have no spaces. */
const releasedKey = (id: string): string => `released  ${id}`;

/** Frees the name and the address of a removed listing. @returns whether it held them */
export async function releaseNames(trx: WriteDb, id: string): Promise<boolean> {
  return (
    (await countUpdated(
      trx
        .updateTable('apps')
        .set({ name_key: releasedKey(id), name_skeleton: releasedKey(id), name_id: `released-${id}` })
        .where('id', '=', id)
        .where('state', '=', 'removed')
        .where('name_key', '!=', releasedKey(id)),
    )) > 0
  );
}

/** Removes an old address. @returns the id of its app */
export async function releaseOldNameId(trx: WriteDb, nameId: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('app_name_ids')
    .where('name_id', '=', nameId)
    .returning('app_id')
    .executeTakeFirst();
  return row?.app_id;
}
