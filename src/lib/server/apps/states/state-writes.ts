// Changes the state of listings and their names, in the transaction of the caller, who also reindexes them.
import { sql } from 'kysely';
import type { ListingState } from '../../../shared/schemas/apps.ts';
import { nameKey } from '../../../shared/text/text.ts';
import { readingIn, type WriteDb } from '../../platform/db/database.ts';
import { countUpdated } from '../../platform/db/count-rows.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { sqlLiteral } from '../../platform/db/sql-literal.ts';
import { skeletonsOf } from '../../platform/names/skeleton.ts';
import { claimName } from '../names/claim-name.ts';
import { allocateNameId } from '../names/name-id.ts';
import { nameKeyExists, otherSkeletonExists } from '../names/name-queries.ts';
import { releasedKey, releasedNameId, releasedSkeleton } from '../names/released-names.ts';
import { statesBefore, type ListingActor } from './listing-transitions.ts';

export interface StateChange {
  id: string;
  to: ListingState;
  now: number;
  /** False if the owner is banned: the listing stays out of the lists. */
  isOwnerOpen: boolean;
  /** Default: 'staff'. */
  actor?: ListingActor;
  /** Id of the policy; '' without one. */
  policy?: string;
  reason?: string;
  /** What ends a hold. */
  clears?: string;
  /** Number of the decision. */
  decision?: string | null;
}

/**
 * Changes the state of a listing. 'public' brings it back to 'unlisted' where its owner had chosen that. A removed
 * listing whose names were released gets its name again, and a new address where the old one is taken.
 * @returns its row; undefined if it does not exist, or the actor may not change its state so
 * @throws a unique violation of `name_key` where another listing has the name, AppError 400 if a similar one of
 * another owner exists
 */
export async function changeListingState(trx: WriteDb, change: StateChange): Promise<AppTable | undefined> {
  const { id, to, now, isOwnerOpen, actor = 'staff' } = change;
  const from = statesBefore(to, actor);
  if (from.length === 0) return undefined;
  const isDecided = to !== 'public' && to !== 'unlisted';
  const row = await trx
    .updateTable('apps')
    .set((eb) => ({
      state: to === 'public' ? returnState : to,
      state_reason: isDecided ? (change.reason ?? '') : '',
      state_policy: isDecided ? (change.policy ?? '') : '',
      state_decision: isDecided ? (change.decision ?? null) : null,
      state_clears: to === 'held' ? (change.clears ?? '') : '',
      state_at: isDecided ? now : null,
      state_before: isDecided
        ? sql<AppTable['state_before']>`case when state = 'unlisted' then 'unlisted' else state_before end`
        : '',
      is_listed:
        to === 'public' && isOwnerOpen
          ? eb.case().when('state_before', '=', 'unlisted').then(sqlLiteral.false).else(sqlLiteral.true).end()
          : 0,
    }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
  if (row?.name_key !== releasedKey(id)) return row;
  const names = {
    name_key: nameKey(row.name),
    name_skeleton: await claimName(trx, row.name, { ownerId: row.owner_id, appId: id, isReturn: true }),
    name_id: await allocateNameId(trx, row.name, id),
  };
  await trx.updateTable('apps').set(names).where('id', '=', id).execute();
  return { ...row, ...names };
}

/** 'public', or 'unlisted' where the owner had chosen that before. */
const returnState = sql<ListingState>`case when state_before = 'unlisted' then 'unlisted' else 'public' end`;

/** Takes the listings of a suspended account out of the lists, or puts the public ones back. @returns what changed */
export async function settleListings(trx: WriteDb, ownerId: string, isListed: boolean): Promise<string[]> {
  const rows = await trx
    .updateTable('apps')
    .set({ is_listed: isListed ? 1 : 0 })
    .where('owner_id', '=', ownerId)
    .where('is_listed', '=', isListed ? sqlLiteral.false : sqlLiteral.true)
    .$if(isListed, (query) => query.where('state', '=', 'public'))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a listing that comes back has its name, or can get it again: another one may have taken a released name. */
export async function canHaveName(
  trx: WriteDb,
  { id, name, name_key, owner_id }: Pick<AppTable, 'id' | 'name' | 'name_key' | 'owner_id'>,
): Promise<boolean> {
  if (name_key !== releasedKey(id)) return true;
  if (await nameKeyExists(readingIn(trx), nameKey(name))) return false;
  const owner = { ownerId: owner_id, appId: id, isReturn: true };
  return !(await otherSkeletonExists(trx, skeletonsOf(name).all, owner));
}

/**
 * Frees the name of a removed listing for everybody but its owner, for whom its skeleton is still found
 * (`otherSkeletonExists`). Its address is freed as well, or stays until another listing takes it (`allocateNameId`).
 * @returns whether it held them
 */
export async function releaseNames(
  trx: WriteDb,
  id: string,
  { keepsAddress = false }: { keepsAddress?: boolean } = {},
): Promise<boolean> {
  const key = releasedKey(id);
  const released = trx
    .updateTable('apps')
    .set((eb) => ({
      name_key: key,
      name_skeleton: eb
        .case()
        .when('name_key', '=', key)
        .then(eb.ref('name_skeleton'))
        .else(sql<string>`${releasedSkeleton('')} || name_skeleton`)
        .end(),
      ...(!keepsAddress && { name_id: releasedNameId(id) }),
    }))
    .where('id', '=', id)
    .where('state', '=', 'removed')
    .where((eb) =>
      eb.or([eb('name_key', '!=', key), ...(keepsAddress ? [] : [eb('name_id', '!=', releasedNameId(id))])]),
    );
  return (await countUpdated(released)) > 0;
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
