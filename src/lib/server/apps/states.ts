// Changes the state of listings and their names, in the transaction of the caller, who also reindexes them.
import { sql } from 'kysely';
import type { UpdateApp } from '../../shared/schemas/app-forms.ts';
import { isOwnerState, type ListingState } from '../../shared/schemas/listing-states.ts';
import { messages } from '../../shared/text/messages.ts';
import { nameKey } from '../../shared/text/text.ts';
import { lockOpenOwner } from '../accounts/index.ts';
import { countUpdated } from '../platform/db/count-rows.ts';
import { type Engine, readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { AppError } from '../platform/errors.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';
import { transactionReader } from '../platform/reads/reader.ts';
import { findApp, lockApp } from './find-app.ts';
import {
  allocateNameId,
  claimName,
  digestOfNameId,
  nameKeyExists,
  otherSkeletonExists,
  releasedKey,
  releasedNameId,
  releasedSkeleton,
} from './names.ts';
import { moveEventsOfApp } from './timeline.ts';

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

// Who may change the state of a listing, and how. What is not listed here is refused.

/** A rule acts without a person: it holds a risky listing, and releases it when what it asked for is there. */
export const listingActors = ['owner', 'rule', 'staff'] as const;
export type ListingActor = (typeof listingActors)[number];

export const listingTransitions: Record<ListingState, Partial<Record<ListingState, ListingActor[]>>> = {
  public: { unlisted: ['owner'], held: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  unlisted: { public: ['owner'], held: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  // 'public' also returns a listing to 'unlisted' where its owner had chosen that before (`returnState`).
  held: { public: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  limited: { public: ['staff'], held: ['staff'], removed: ['staff'] },
  removed: { public: ['staff'], held: ['staff'], limited: ['staff'] },
};

export function isTransitionAllowed(from: ListingState, to: ListingState, actor: ListingActor): boolean {
  return listingTransitions[from][to]?.includes(actor) ?? false;
}

/** The states from which this actor may bring a listing into a state. */
export function statesBefore(to: ListingState, actor: ListingActor): ListingState[] {
  return (Object.keys(listingTransitions) as ListingState[]).filter((from) =>
    isTransitionAllowed(from, to, actor),
  );
}

/**
 * Gives a listing with its events to another account. Its address, pictures, releases, hearts and followers stay.
 * @param isOpen whether the new owner's account is; see `lockOpenOwner`
 */
export async function changeOwner(
  trx: WriteDb,
  id: string,
  { ownerId, isOpen }: { ownerId: string; isOpen: boolean },
): Promise<AppTable> {
  const row = await trx
    .updateTable('apps')
    .set((eb) => ({
      owner_id: ownerId,
      is_listed: isOpen
        ? eb.case().when('state', '=', 'public').then(sqlLiteral.true).else(sqlLiteral.false).end()
        : 0,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await moveEventsOfApp(trx, id, ownerId);
  return row;
}

/** The columns of a listing whose owner has proved nothing, or whose links are others than those that were proved. */
export const noBadge = { proof_name: '', proof_checked_at: null, proved: '' } as const;

// What an owner decides about a listing: whether it is in lists, and whether it is discontinued.

type Choices = Pick<UpdateApp, 'state' | 'lifecycle' | 'replaced_by'>;

interface Writing {
  engine: Engine;
  trx: WriteDb;
  now: number;
}

function refusal(field: keyof Choices, sentence: string): AppError {
  return new AppError(400, sentence, { [field]: sentence });
}

/**
 * Stores the sent choices in the transaction of a change of the listing.
 * @throws AppError 403 if its state was decided by staff or a rule, 400 for an unsuitable successor
 */
export async function changeChoices(writing: Writing, row: AppTable, change: Choices): Promise<void> {
  if (change.state !== undefined && change.state !== row.state) await chooseState(writing, row, change.state);
  if (change.lifecycle !== undefined || change.replaced_by !== undefined)
    await changeApp(writing.trx, row.id, await lifecycleColumns(writing, row, change));
}

async function chooseState(
  { engine, trx, now }: Writing,
  row: AppTable,
  to: NonNullable<Choices['state']>,
): Promise<void> {
  if (!isOwnerState(row.state)) throw new AppError(403, messages.app.stateDecided);
  const isOwnerOpen = await lockOpenOwner(trx, engine, row.owner_id);
  const changed = await changeListingState(trx, { id: row.id, to, now, isOwnerOpen, actor: 'owner' });
  if (!changed) throw new AppError(403, messages.app.stateDecided);
}

async function lifecycleColumns(
  writing: Writing,
  row: AppTable,
  { lifecycle = row.lifecycle, replaced_by }: Choices,
): Promise<Partial<AppTable>> {
  if (lifecycle === 'active') {
    if (replaced_by) throw refusal('replaced_by', messages.appForms.successorOfActive);
    return { lifecycle, discontinued_at: null, replaced_by: null };
  }
  return {
    lifecycle,
    discontinued_at: row.discontinued_at ?? writing.now,
    ...(replaced_by !== undefined && {
      replaced_by: replaced_by === '' ? null : await successorId(writing, row, replaced_by),
    }),
  };
}

/**
 * @param nameId id, or a current or earlier name_id
 * @throws AppError 400 for the app itself, a cycle, or no listed app
 */
async function successorId({ engine, trx }: Writing, row: AppTable, nameId: string): Promise<string> {
  const reader = transactionReader({ engine }, trx);
  let found = await findApp(reader, nameId);
  if (found.kind === 'renamed') found = await findApp(reader, found.nameId);
  if (found.kind !== 'found' || found.app.state !== 'public')
    throw refusal('replaced_by', messages.appForms.noSuccessor);
  const { id } = found.app;
  if (id === row.id) throw refusal('replaced_by', messages.appForms.ownSuccessor);
  if (await lockChain(trx, engine, { from: id, until: row.id }))
    throw refusal('replaced_by', messages.appForms.circularSuccessor);
  return id;
}

/** With or without a scheme: 'https://site/app/my-app', 'site/app/my-app'. */
const address = /^(?:https?:)?\/\/([^/?#]*)|^([^/?#]+)\/app\//i;

const hostOf = (url: string): string => url.toLowerCase().replace(/^www\./, '');

/**
 * @param typed an address, a path, a name_id or an id
 * @returns the name_id or id; '' for none
 * @throws AppError 400 for an address of another site, whose path may be that of an app here by chance
 */
export function readSuccessor(typed: string, siteUrl: string): string {
  const [, withScheme, bare] = address.exec(typed) ?? [];
  const host = withScheme ?? bare;
  if (host !== undefined && hostOf(host) !== hostOf(new URL(siteUrl).host)) {
    const sentence = messages.appForms.foreignSuccessor;
    throw new AppError(400, sentence, { replaced_by: sentence });
  }
  return typed
    .replace(/[?#].*$/, '')
    .replace(/^(?:https?:)?\/\/[^/]*/i, '')
    .replace(/^(?:.*\/)?app\//, '')
    .replace(/^\/+|\/+$/g, '');
}

/**
 * Whether `until` comes after `from` in the chain of successors, which has no cycle. The chain stays as it is until the
 * transaction ends, so that two owners who name one another's apps at once make no cycle either.
 */
export async function lockChain(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  { from, until }: { from: string; until: string },
): Promise<boolean> {
  for (let next: string | null = from; next !== null;) {
    if (next === until) return true;
    const row: Pick<AppTable, 'replaced_by'> | undefined = await trx
      .selectFrom('apps')
      .select('replaced_by')
      .where('id', '=', next)
      .$if(engine.name === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    next = row?.replaced_by ?? null;
  }
  return false;
}

export async function addAppViews(trx: WriteDb, id: string, views: number): Promise<void> {
  await trx
    .updateTable('apps')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute();
}

export async function addAppTaps(trx: WriteDb, id: string, taps: number): Promise<void> {
  await trx
    .updateTable('apps')
    .set((eb) => ({ taps: eb('taps', '+', taps) }))
    .where('id', '=', id)
    .execute();
}

export async function changeApp(trx: WriteDb, id: string, columns: Partial<AppTable>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('apps').set(columns).where('id', '=', id).execute();
}

/** Removes the app and leaves tombstones of its current and old name_ids. @returns whether it existed */
export async function removeApp(trx: WriteDb, id: string, now: number): Promise<boolean> {
  if (!(await lockApp(trx, id, now))) return false;
  const current = trx.selectFrom('apps').select('name_id').where('id', '=', id);
  const before = trx.selectFrom('app_name_ids').select('name_id').where('app_id', '=', id);
  const rows = await current.union(before).execute();
  await trx
    .insertInto('gone_name_ids')
    .values(rows.map(({ name_id }) => ({ digest: digestOfNameId(name_id), created_at: now })))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
  await trx.deleteFrom('apps').where('id', '=', id).execute();
  return true;
}
